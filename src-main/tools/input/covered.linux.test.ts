import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { liveApp, type LiveApp } from '../../engine/backends/linux/testing/live-engine.ts';
import { targetApps, temporaryFolder } from '../../engine/backends/linux/testing/folders.ts';
import { describeApp } from '../../engine/backends/linux/testing/apps/app-suite.ts';
import { python, targetScript } from '../../engine/backends/linux/testing/apps/target-app.ts';
import { chromiumFlags } from '../../engine/testing/programs.ts';
import { soon } from '../../engine/testing/outcome.ts';
import { createBench, type Bench } from '../testing/run-tools.ts';

/** An app that logs which elements were pressed. */
interface Covered {
  readonly program: string;
  readonly packages: string;
  /** Elements that must be pressed, and others that must not be, since they are fully covered. */
  readonly reached: readonly string[];
  readonly refused: readonly string[];
  readonly start: (log: string) => Promise<LiveApp>;
  readonly end?: () => Promise<unknown>;
}

const ready = (nodes: readonly { readonly name: string }[]) => nodes.some(({ name }) => name === 'Buried');
const shows = { title: /Covered/, ready, startsWithin: 50_000 };
const everywhere = {
  reached: ['Free', 'Under', 'Over', 'Lid', 'Behind glass', 'Behind a watermark', 'Row 0'],
  refused: ['Buried', 'Behind a wall'],
};

covered('GTK 3', {
  program: python,
  packages: 'gir1.2-gtk-3.0',
  reached: [...everywhere.reached, 'Badged', 'Low', 'High'],
  refused: [...everywhere.refused, 'Behind events'],
  start: (log) => liveApp(python, [targetScript('covered_gtk3.py'), log], shows),
});

covered('GTK 4', {
  program: python,
  packages: 'gir1.2-gtk-4.0',
  reached: [...everywhere.reached, 'Badged', 'Low', 'High', 'Entry'],
  refused: everywhere.refused,
  start: (log) => liveApp(python, [targetScript('covered_gtk4.py'), log], shows),
});

covered('Swing', {
  program: 'java',
  packages: 'default-jdk libatk-wrapper-java',
  reached: everywhere.reached.filter((name) => name !== 'Behind a watermark'),
  // A label that lets presses through looks like one that keeps them.
  refused: [...everywhere.refused, 'Behind a watermark'],
  start: (log) =>
    liveApp(
      'java',
      [
        '-Djavax.accessibility.assistive_technologies=org.GNOME.Accessibility.AtkWrapper',
        '-cp',
        '/usr/share/java/java-atk-wrapper.jar',
        join(targetApps, 'Covered.java'),
        log,
      ],
      shows,
    ),
});

const pages = pageServer();
covered('Chromium', {
  program: 'chromium',
  packages: 'chromium',
  reached: [
    ...everywhere.reached.filter((name) => name !== 'Row 0'),
    'Badged',
    'Front',
    'Cut',
    'Cut picture',
    'Painted box',
    'Entry',
    'many words that they go on in the next line',
  ],
  refused: [...everywhere.refused, 'Behind a pane', 'Rear', 'Behind an entry', 'Behind a sign'],
  start: async (log) =>
    liveApp(
      'chromium',
      [
        ...chromiumFlags,
        '--disable-gpu',
        '--force-renderer-accessibility',
        '--window-size=1000,700',
        `--user-data-dir=${temporaryFolder()}`,
        await pages.open(log),
      ],
      { ...shows, env: { ACCESSIBILITY_ENABLED: '1' } },
    ),
  end: () => pages.close(),
});

function covered(title: string, { program, packages, reached, refused, start, end }: Covered): void {
  describeApp(`elements that others lie over, in ${title}`, { program, packages }, () => {
    const log = join(temporaryFolder(), 'pressed');
    let app: LiveApp;
    let bench: Bench;
    beforeAll(async () => {
      app = await start(log);
      bench = await createBench({ engine: app.engine });
    });
    afterAll(async () => {
      await (bench as Bench | undefined)?.close();
      await (app as LiveApp | undefined)?.end();
      await end?.();
    });

    const click = (name: string) => {
      writeFileSync(log, '');
      return bench.run('click_input', { selector: `name="${name}"`, window: { title: 'Covered' } });
    };
    const pressed = () => readFileSync(log, 'utf8').split('\n').slice(0, -1);

    it.each(reached)('%s is pressed if it is free', async (name) => {
      expect(await click(name)).toMatchObject({ ok: true });
      await vi.waitFor(() => expect(pressed()).toEqual([name]), soon);
    });

    it.each(refused)('%s is not pressed, nor its cover, which is named', async (name) => {
      expect(await click(name)).toMatchObject({
        ok: false,
        error: {
          code: 'wrong_target_window',
          message: expect.stringContaining(` covers Button “${name}” at `) as unknown,
        },
      });
      expect(pressed()).toEqual([]);
    });
  });
}

/** Serves the page, and logs its reports. */
function pageServer() {
  let server: Server | undefined;
  return {
    open: (log: string) =>
      new Promise<string>((resolve) => {
        server = createServer(({ url = '' }, answer) => {
          const [, name] = url.split('/pressed?');
          if (name !== undefined) writeFileSync(log, `${decodeURIComponent(name)}\n`, { flag: 'a' });
          answer.setHeader('content-type', 'text/html; charset=utf-8');
          answer.end(name === undefined ? readFileSync(join(targetApps, 'covered.html')) : '');
        });
        server.listen(0, '127.0.0.1', () => {
          resolve(`http://127.0.0.1:${(server?.address() as AddressInfo).port}/`);
        });
      }),
    close: () => new Promise((resolve) => server?.close(resolve)),
  };
}
