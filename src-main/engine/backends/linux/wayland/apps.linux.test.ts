import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLog } from '../../../../base/log.ts';
import type { WindowInfo } from '#contract/model/windows/window';
import { createBackend } from '../../../create-backend.ts';
import { createLocalEngine } from '../../../process/local-engine.ts';
import type { Engine } from '../../../engine.ts';
import { soon } from '../../../testing/outcome.ts';
import { temporaryFolder } from '../testing/folders.ts';
import { hasProgram } from '../testing/apps/app-suite.ts';
import { appDesks } from './testing/app-desks.ts';
import { become, type Session } from './testing/apps-on-compositor.ts';
import { Hits, type Hit } from './testing/hits.ts';
import { strangeApps, type StrangeApp } from './testing/strange-apps.ts';
import { Witness } from './testing/witness.ts';

/** All apps, with up to twenty hits each; the figures are in docs/wayland.md. */
const all = process.env['ALL_APPS'] === '1';
const enough = all ? 20 : 7;
/** Together they cover all variations: scales, two outputs, positions left of the origin. */
const eachScale = 'sway at two left of the origin,KWin at 1.25,GNOME at 2';
/** Time for an app to settle after its window opened; milliseconds. */
const settleMs = all ? 4_000 : 1_500;

/** Parts of their names, comma-separated: otherwise all apps, and one desk of each compositor. */
const { APPS: wantedApps, DESKS: wantedDesks = all ? 'sway at 1,KWin at 1,GNOME at 1' : eachScale } = process.env;
const isAsked = (wanted: string, name: string) =>
  wanted.split(',').some((part) => name === part || (!/ at /.test(part) && name.includes(part)));
const apps = strangeApps.filter(
  ({ packageName, command, name }) =>
    (all ? hasProgram(command) : packageName === undefined) && (wantedApps === undefined || isAsked(wantedApps, name)),
);
const desks = appDesks.filter(({ name }) => isAsked(wantedDesks, name));

for (const { name, compositor, isThere, start, ask: askIt, corner, toScreen } of desks) {
  if (!isThere) it.skip(`${name} is left out: it is not installed`);
  describe.runIf(isThere)(name, () => {
    let session: Session;
    let engine: Engine;
    let witness: Witness;
    const figures: string[] = [];

    beforeAll(async () => {
      session = await start();
      become(session);
      engine = await createLocalEngine({
        log: createLog('test'),
        backend: (options) => createBackend('wayland', options),
      });
      witness = await Witness.open(session.env);
    });
    afterAll(async () => {
      await (witness as Witness | undefined)?.close();
      await (engine as Engine | undefined)?.close();
      await (session as Session | undefined)?.close();
      vi.unstubAllEnvs();
      if (all) process.stdout.write(`\n${name}\n${figures.join('\n')}\n`);
    });

    const ask = async (env: NodeJS.ProcessEnv) =>
      (await askIt(env)).map((window) => ({ ...window, frame: toScreen(window.frame) }));
    const listed = async () => (await engine.listWindows({})).items;
    const titles = async () => (await ask(session.env)).map(({ title }) => title);

    it.each(apps)(
      'reports the windows of $name ($toolkit) as the compositor does, and hits what it means',
      async (app) => {
        const child = startIn(session, app);
        try {
          const window = await standing(app);
          await agrees();
          const hits = await new Hits({ engine, witness, titles, leave: app.leave ?? /(?!)/, enough }, window).run();
          const missed = hits.filter(({ by }) => by === null);
          figures.push(
            `${app.name.padEnd(16)} ${hits.length - missed.length} of ${hits.length}`,
            ...missed.map(inWords),
          );
          await others(window);
          if (!all) expect(missed.map(inWords)).toEqual([]);
          expect(hits.length).toBeGreaterThan(3);
        } finally {
          process.kill(-(child.pid ?? 0), 'SIGKILL');
          await vi.waitFor(async () => expect(await listed()).toEqual([]), soon);
        }
      },
      240_000,
    );

    /** Its uncovered window, near the corner of the desk's last output. */
    async function standing(app: StrangeApp): Promise<WindowInfo> {
      const main = () =>
        vi.waitFor(async () => {
          const windows = await listed();
          const first = windows.find(({ title }) => app.first?.test(title));
          if (first) await engine.actOnWindow({ window: first.id, action: 'close' });
          const found = windows.find(({ title, id }) => app.title.test(title) && id !== first?.id);
          return (
            found ?? expect.fail(`${app.name} shows none of its own: ${windows.map(({ title }) => title).join(', ')}`)
          );
        }, soon);
      await main();
      await sleep(settleMs);
      const { id } = await main();
      const focused = await engine.actOnWindow({ window: id, action: 'focus' });
      // GNOME maximises windows that nearly fill the screen, and some start maximised.
      if (focused && focused.state !== 'normal') return focused;
      return engine.moveWindow({ window: id, bounds: corner });
    }

    /** In order, title, process, position and state. */
    async function agrees(): Promise<void> {
      await vi.waitFor(async () => {
        const ours = (await listed()).map(({ title, processId: pid, bounds: frame, active, state }) => {
          return { title, pid, frame, active, state };
        });
        const reported = await ask(session.env);
        expect(ours).toEqual(reported);
      }, soon);
    }

    /** Same after minimising, maximising and restoring it. */
    async function others({ id: window }: WindowInfo): Promise<void> {
      if (compositor === 'sway') return agrees();
      for (const action of ['minimize', 'maximize', 'restore'] as const) {
        await engine.actOnWindow({ window, action });
        await agrees();
      }
    }
  });
}

const homes = temporaryFolder();

/** With a separate home and process group, since some programs are scripts that start others. */
function startIn(session: Session, { command, args, env }: StrangeApp): ChildProcess {
  const home = mkdtempSync(join(homes, 'home-'));
  mkdirSync(join(home, '.config'));
  const own = { ...session.env, HOME: home, XDG_CONFIG_HOME: join(home, '.config'), ...env };
  return spawn(command, [...(args?.(home) ?? [])], { env: own, stdio: 'ignore', detached: true });
}

function inWords({ kind, what, note }: Hit): string {
  return `  missed ${kind}: ${what}, ${note}`;
}
