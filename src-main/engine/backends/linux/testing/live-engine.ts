import { createLog } from '../../../../base/log.ts';
import type { ElementDetails, ElementNode } from '#contract/model/elements/element';
import type { PatternCall } from '#contract/model/elements/pattern';
import { createBackend } from '../../../create-backend.ts';
import type { Engine } from '../../../engine.ts';
import { createLocalEngine } from '../../../process/local-engine.ts';
import type { Backend } from '../../../backend.ts';
import { startTarget, until, type TargetApp, type TargetOptions } from './apps/target-app.ts';

/** A real program on the current DISPLAY, and an engine on the same display. */
export interface LiveApp {
  readonly engine: Engine;
  readonly processId: number;
  /** The only match of a selector; waits for it. */
  element(selector: string): Promise<ElementNode>;
  details(selector: string): Promise<ElementDetails>;
  run(selector: string, call: PatternCall): Promise<ElementDetails>;
  end(): Promise<void>;
}

export async function liveApp(
  command: string,
  args: readonly string[] = [],
  options: TargetOptions = {},
): Promise<LiveApp> {
  let backend: Backend | undefined;
  const engine = await createLocalEngine({
    log: createLog('test'),
    backend: async (options) => (backend = await createBackend('linux', options)),
  });
  if (!backend) throw new Error('There is no back end.');
  let app: TargetApp;
  try {
    app = await startTarget(backend, command, args, options);
  } catch (error) {
    await engine.close();
    throw error;
  }
  return over(engine, app);
}

function over(engine: Engine, app: TargetApp): LiveApp {
  const find = async (selector: string) => {
    const { id: window } = await app.window();
    const { matches, total } = await engine.find({ window, selector, limit: 5 });
    if (total !== 1 || !matches[0]) throw new Error(`${total} elements match ${selector}.`);
    return matches[0];
  };
  const element = async (selector: string) => {
    await until(async () => Boolean(await find(selector)));
    return find(selector);
  };
  return {
    engine,
    element,
    processId: app.process.pid ?? 0,
    details: async (selector) => engine.details({ element: (await element(selector)).id }),
    run: async (selector, call) => engine.runPattern({ element: (await element(selector)).id, call }),
    async end() {
      await engine.close();
      await app.end();
    },
  };
}
