import type { WindowInfo } from '../../src-preload/contract/model/windows/window.ts';
import type { AppSpec } from './apps.ts';
import type { BenchContext } from './bench.ts';
import { freshEngine } from './fresh-engine.ts';
import { startApp } from './running-app.ts';

/** Programs that read trees live long, so no contestant is measured while its code is still cold. */
export const warmUps = 20;

const spec: AppSpec = {
  name: 'gtk3-widget-factory',
  toolkit: 'GTK 3',
  program: 'gtk3-widget-factory',
  args: () => [],
  title: /./,
  settleMs: 1_500,
};

/** Another app, which every contestant reads {@link warmUps} times before it is measured. */
export async function withAnchor(context: BenchContext, work: (anchor: WindowInfo) => Promise<void>): Promise<void> {
  const anchor = await startApp(context.desk, spec);
  try {
    await work(anchor.window);
  } finally {
    await anchor.close();
  }
}

/** Uses a fresh engine each time: a second read by the same engine reads next to nothing. */
export async function warmUp(anchor: WindowInfo): Promise<void> {
  for (let i = 0; i < warmUps; i++) {
    const engine = await freshEngine();
    await engine.tree({ window: anchor.id });
    await engine.close();
  }
}
