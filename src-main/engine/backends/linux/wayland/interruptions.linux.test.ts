import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bundleEntry, type BuiltEntry } from '../../../../../scripts/lib/bundle.mjs';
import { silentLog } from '../../../../base/log.ts';
import type { InputEvent } from '#contract/model/engine';
import { center } from '#contract/model/geometry';
import type { Step } from '#contract/model/recordings/recording';
import type { Engine } from '../../../engine.ts';
import { startRecorder } from '../../../../recorder/recorder.ts';
import { inWords } from '../../../../recorder/testing/live-recording.ts';
import { forkEngine } from '../../../process/fork-engine.ts';
import { createRemoteEngine, type RemoteEngine } from '../../../process/remote-engine.ts';
import { elementOf, type Desk } from '../../../testing/desk.ts';
import { soon } from '../../../testing/outcome.ts';
import { hasGnome } from '../testing/compositors/gnome-session.ts';
import { hasKWin } from '../testing/compositors/kwin-session.ts';
import { gnomeDesk, kwinDesk, kwinXDesk, swayDesk, type RecordingDesk } from '../testing/recording-desks.ts';
import { python, targetScript } from '../testing/apps/target-app.ts';
import { outputOf } from '../testing/x-display.ts';
import { KWinBus } from './kwin/bus.ts';
import { effectName } from './kwin/effect-files.ts';

let desk: RecordingDesk;
afterEach(() => (desk as RecordingDesk | undefined)?.close());

/** Starts a form, and waits for its box. */
async function openForm(engine: Engine): Promise<void> {
  desk.start(python, (folder) => [targetScript('gtk3_order.py'), join(folder, 'order')]);
  await vi.waitFor(async () => expect((await boxOf(engine)).bounds).not.toBeNull(), soon);
}

const boxOf = (engine: Engine) => elementOf({ engine } as Desk, { title: 'Order', selector: 'role=CheckBox' });

let entry: BuiltEntry | undefined;
afterAll(() => entry?.remove());

/** An engine in a separate process. */
async function forked(): Promise<{ readonly pid: () => number; readonly remote: RemoteEngine }> {
  const { path } = (entry ??= await bundleEntry());
  let pid = 0;
  const spawn = () => {
    const child = forkEngine(path, { backend: 'wayland', log: 'ignore' });
    pid = child.pid ?? 0;
    return child;
  };
  return { pid: () => pid, remote: createRemoteEngine({ spawn, log: silentLog }) };
}

/** The user's input received from now on, and the gaps. */
async function listening(engine: Engine): Promise<readonly InputEvent[]> {
  const events: InputEvent[] = [];
  engine.on('input', (event) => events.push(event));
  await engine.describe({});
  return events;
}

const pressesIn = (events: readonly InputEvent[]) => events.filter(({ type }) => type === 'pointerDown').length;

/** Presses until a press is received again. */
async function pressIsReceived(engine: Engine, events: readonly InputEvent[]): Promise<void> {
  const before = pressesIn(events);
  const at = center((await boxOf(engine)).bounds ?? expect.fail('It has no place.'));
  await vi.waitFor(
    async () => {
      await desk.person.press(at);
      expect(pressesIn(events)).toBeGreaterThan(before);
    },
    { ...soon, interval: 500 },
  );
}

/** Ids of processes with these words in their command line. */
function processesWith(...words: readonly string[]): readonly number[] {
  return readdirSync('/proc').flatMap((name) => {
    const id = Number(name);
    if (!Number.isInteger(id)) return [];
    const command = wordsIn(id, 'cmdline');
    return words.every((word) => command.includes(word)) ? [id] : [];
  });
}

function wordsIn(id: number, file: 'cmdline' | 'environ'): readonly string[] {
  try {
    return readFileSync(`/proc/${id}/${file}`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

const xDesks = {
  sway: swayDesk,
  ...(hasKWin && { KWin: () => kwinXDesk({ knowsEffect: true }) }),
};

it.each(Object.entries(xDesks))(
  '%s: lists X apps and receives their input again after their server restarted, and reports the gap',
  async (name, open) => {
    desk = await open();
    const engine = await desk.enter();
    await openForm(engine);
    const events = await listening(engine);
    await pressIsReceived(engine, events);
    process.kill(xWayland(), 'SIGKILL');
    await vi.waitFor(() => expect(events.some(({ type }) => type === 'lost')).toBe(true), soon);
    await vi.waitFor(async () => expect((await engine.listWindows({})).items).toEqual([]), soon);
    if (name === 'sway') await letIn();
    await openForm(engine);
    await pressIsReceived(engine, events);
  },
);

/** The process of this session: others may use the same display name elsewhere. */
function xWayland(): number {
  const folder = dirname(process.env['WAYLAND_DISPLAY'] ?? '');
  const isOurs = (id: number) => wordsIn(id, 'environ').includes(`XDG_RUNTIME_DIR=${folder}`);
  return processesWith('-rootless').find(isOurs) ?? expect.fail('There is no XWayland.');
}

/** sway runs as `nobody` for the superuser, whom a restarted server does not admit. */
async function letIn(): Promise<void> {
  const asNobody = ['--reuid=nobody', '--regid=nogroup', '--clear-groups'];
  if (process.getuid?.() === 0) await outputOf('setpriv', [...asNobody, 'xhost', '+SI:localuser:root'], process.env);
}

const desks = {
  sway: swayDesk,
  ...(hasKWin && { KWin: () => kwinDesk({ knowsEffect: true }) }),
  ...(hasGnome && { GNOME: gnomeDesk }),
};

it.each(Object.entries(desks))(
  '%s: a recording reports that its compositor exited, and keeps what was recorded',
  async (_, open) => {
    desk = await open();
    await (await desk.enter()).close();
    const { remote } = await forked();
    const steps: Step[] = [];
    const notices: string[] = [];
    const recorder = startRecorder({
      engine: remote,
      changed: (change) => steps.push(...change.steps),
      notice: (sentence) => notices.push(sentence),
    });
    try {
      await openForm(remote);
      await pressIsReceived(remote, await listening(remote));
      const before = notices.length;
      await desk.endSession();
      await vi.waitFor(() => expect(notices.length).toBeGreaterThan(before), soon);
      await recorder.stop();
      expect(inWords(steps)[0]).toContain('CheckBox “Gift”');
      await expect(remote.listWindows({})).rejects.toMatchObject({ code: 'display_unavailable' });
    } finally {
      await remote.close();
    }
  },
);

if (!hasGnome) it.skip('skips GNOME: gnome-shell is not installed');
if (!hasKWin) it.skip('skips KWin: kwin_wayland is not installed');

describe.runIf(hasKWin)('KWin', () => {
  let kwin: KWinBus;
  let engine: Engine;
  beforeEach(async () => {
    desk = await kwinDesk({ knowsEffect: true });
    engine = await desk.enter();
    kwin = await KWinBus.open(process.env['DBUS_SESSION_BUS_ADDRESS'] ?? '');
  });
  afterEach(() => kwin.close());

  const ask = async (about: 'Effect' | 'Script', member: string, name: string) => {
    const [path, face] = about === 'Effect' ? ['/Effects', 'Effects'] : ['/Scripting', 'Scripting'];
    const [answer] = await kwin.ask(path, `org.kde.kwin.${face}`, member, { signature: 's', body: [name] });
    return answer === true;
  };
  const isLoaded = (about: 'Effect' | 'Script', name: string) => ask(about, `is${about}Loaded`, name);

  it('reports windows and presses again after its scripts were unloaded, and reports the gap', async () => {
    await openForm(engine);
    const events = await listening(engine);
    await pressIsReceived(engine, events);
    const before = scriptsOf(process.pid);
    expect(before.length).toBeGreaterThan(0);
    for (const name of before) await ask('Script', 'unloadScript', name);
    await ask('Effect', 'unloadEffect', effectName);
    await vi.waitFor(() => expect(events.some(({ type }) => type === 'lost')).toBe(true), soon);
    await vi.waitFor(() => {
      const now = scriptsOf(process.pid);
      expect([now.filter((name) => before.includes(name)), now.length >= 2]).toEqual([[], true]);
    }, soon);
    await pressIsReceived(engine, events);
  });

  it('reports to all concurrent recordings, even after the first has ended', async () => {
    await openForm(engine);
    const events = await listening(engine);
    await pressIsReceived(engine, events);
    const other = await desk.enter();
    const theirs = await listening(other);
    await vi.waitFor(() => pressIsReceived(other, theirs), soon);
    await engine.close();
    await pressIsReceived(other, theirs);
  });

  it('leaves nothing behind of a killed engine, even without a successor', async () => {
    const { pid, remote } = await forked();
    await listening(remote);
    await vi.waitFor(async () => expect(await isLoaded('Effect', effectName)).toBe(true), soon);
    const scripts = scriptsOf(pid());
    expect(scripts).toHaveLength(2);
    const log = process.env['DESKSCOPE_KWIN_LOG'] ?? expect.fail('It has no log.');
    expect(processesWith('tail', log)).toHaveLength(1);
    process.kill(pid(), 'SIGKILL');
    await remote.close();
    await vi.waitFor(() => expect(processesWith('tail', log)).toEqual([]), soon);
    await vi.waitFor(async () => {
      expect(await isLoaded('Effect', effectName)).toBe(false);
      for (const name of scripts) expect(await isLoaded('Script', name)).toBe(false);
    }, soon);
    await desk.enter();
    expect(scriptsOf(pid())).toEqual([]);
    expect(existsSync(join(process.env['XDG_DATA_HOME'] ?? '', 'kwin/effects', effectName))).toBe(false);
  });
});

/** Name prefix of an engine's scripts in KWin. */
function scriptsOf(processId: number): readonly string[] {
  const names = readdirSync(process.env['XDG_RUNTIME_DIR'] ?? '');
  return names.flatMap((name) =>
    name.startsWith(`deskscope-${processId}-`) ? [name.replace(/^deskscope-\d+-|\.js$/g, '')] : [],
  );
}
