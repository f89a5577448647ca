import { spawn, type ChildProcess } from 'node:child_process';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../../../../base/log.ts';
import { createBench, type Bench } from '../../../../tools/testing/run-tools.ts';
import type { ElementId } from '#contract/model/elements/element';
import { center } from '#contract/model/geometry';
import type { WindowAction } from '#contract/model/windows/window';
import { createBackend } from '../../../create-backend.ts';
import type { Engine } from '../../../engine.ts';
import { createLocalEngine } from '../../../process/local-engine.ts';
import { elementOf, type Desk } from '../../../testing/desk.ts';
import { end } from '../../../testing/programs.ts';
import { soon } from '../../../testing/outcome.ts';
import { gnomeDevices, hasGnome, leavesOverview, startGnome } from '../testing/compositors/gnome-session.ts';
import { answerDialog } from '../testing/people/portal-person.ts';
import { hasLabwc, startLabwc } from '../testing/compositors/labwc-session.ts';
import { startUnidentified } from '../testing/compositors/sway-session.ts';
import { python, targetScript } from '../testing/apps/target-app.ts';
import { temporaryFolder } from '../testing/folders.ts';
import { become, sample, type Session } from './testing/apps-on-compositor.ts';

/** KEY_UNKNOWN, which types nothing. */
const noKey = 240;

const chooser = `
from gi.repository import Gio, GLib
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
portal = 'org.freedesktop.portal.'
asked = GLib.Variant('(ssa{sv})', ('', 'Choose a thing', {}))
bus.call_sync(portal + 'Desktop', '/org/freedesktop/portal/desktop', portal + 'FileChooser', 'OpenFile', asked, None, 0, -1)
GLib.MainLoop().run()
`;

/** The characters that Enter in its field sends. */
const sender = `
import gi
gi.require_version('Gtk', '3.0')
from gi.repository import Gtk
window, entry, said = Gtk.Window(title='Sender'), Gtk.Entry(), Gtk.Label(label='Nothing is sent')
entry.connect('activate', lambda _: said.set_text('It is sent'))
box = Gtk.Box()
window.add(box)
box.add(entry)
box.add(said)
window.show_all()
Gtk.main()
`;

let session: Session;
let engine: Engine;
let bench: Bench;
const apps: ChildProcess[] = [];

afterEach(async () => {
  await bench.close();
  await engine.close();
  for (const app of apps.splice(0)) await end(app);
  await session.close();
  vi.unstubAllEnvs();
});

async function enter(started: Session): Promise<void> {
  session = started;
  become(session);
  engine = await createLocalEngine({ log: createLog('test'), backend: (options) => createBackend('linux', options) });
  bench = await createBench({ engine, caller: { kind: 'user', name: 'user' } });
}

function start(command: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const app = spawn(command, [...args], { stdio: 'ignore', env: { ...session.env, ...env } });
  apps.push(app);
  return app;
}

const list = async () => (await engine.listWindows({})).items;
const titles = async () => (await list()).map(({ title }) => title).sort();
const windowOf = async (title: string) => (await list()).find((window) => window.title === title)!;
const find = (title: string, selector: string) =>
  vi.waitFor(() => elementOf({ engine } as Desk, { title, selector }), soon);
/** Windows of three toolkits at unknown positions. */
async function startApps(): Promise<void> {
  start(python, [targetScript('gtk3_order.py'), `${temporaryFolder()}/order`]);
  start('gtk4-demo', ['--run=textundo']);
  start('/usr/lib/qt6/bin/linguist');
  await vi.waitFor(async () => expect(await titles()).toEqual(['Order', 'Qt Linguist', 'Undo and Redo']), soon);
}

/** Patterns of apps need no position. */
async function actsByPatterns(): Promise<void> {
  const order = await windowOf('Order');
  expect(order.bounds).toMatchObject({ width: 0, height: 0 });
  const box = await find('Order', 'role=CheckBox');
  expect(box).toMatchObject({ bounds: null });
  const was = box.states.includes('checked');
  const answer = await bench.text('action::step_click', { window: { title: 'Order' }, selector: 'role=CheckBox' });
  expect(answer).toContain('its position is unknown');
  await vi.waitFor(
    async () => expect((await find('Order', 'role=CheckBox')).states.includes('checked')).toBe(!was),
    soon,
  );
}

/** Actions that need a position are refused, with the alternatives. */
async function refusesPlaces(refused: WindowAction): Promise<void> {
  const { id } = await windowOf('Order');
  const cannot = { code: 'unsupported_platform', delivery: 'not_delivered' };
  await expect(engine.click({ at: { x: 200, y: 200 }, button: 'left', count: 1 })).rejects.toMatchObject(cannot);
  await expect(engine.moveWindow({ window: id, bounds: { x: 9 } })).rejects.toMatchObject(cannot);
  await expect(engine.actOnWindow({ window: id, action: refused })).rejects.toMatchObject(cannot);
  await expect(engine.snap({ target: { kind: 'window', window: id } })).rejects.toMatchObject({
    code: 'unsupported_platform',
  });
  const hover = { window: { title: 'Order' }, selector: 'role=Button name="Send"' };
  await expect(bench.failure('action::step_hover', hover)).resolves.toContain('is unknown');
}

if (!hasGnome) it.skip('skips GNOME: gnome-shell is not installed');

describe.runIf(hasGnome)('GNOME without the extension', () => {
  it('lists the windows that apps report, and acts through their patterns', async () => {
    await enter(await startGnome({ extension: false, portals: true, unsafe: true }));
    await startApps();
    await actsByPatterns();
    await refusesPlaces('close');
  });

  it('types once the desktop has granted access, and acts on nothing while it asks', async () => {
    await enter(await startGnome({ extension: false, portals: true, unsafe: true }));
    start(python, [targetScript('gtk3_order.py'), `${temporaryFolder()}/order`]);
    await vi.waitFor(async () => expect(await titles()).toEqual(['Order']), soon);
    await leavesOverview(session.env);
    // Apps of a seat without a keyboard are never focused.
    const person = await gnomeDevices(session.env['DBUS_SESSION_BUS_ADDRESS'] ?? '', { x: 1280, y: 800 });
    await person.key(noKey, true);
    await person.key(noKey, false);
    await vi.waitFor(async () => expect((await windowOf('Order')).active).toBe(true), soon);
    const { id: window } = await windowOf('Order');
    const [name, box] = [await find('Order', 'role=Edit name="Name"'), await find('Order', 'role=CheckBox')];
    await engine.focusElement({ element: name.id });
    const busy = { code: 'busy', delivery: 'not_delivered' };
    await expect(engine.typeText({ text: 'Hello', window })).rejects.toMatchObject(busy);
    await expect(engine.runPattern({ element: box.id, call: { pattern: 'toggle' } })).rejects.toMatchObject(busy);
    await expect(engine.pressKeys({ keys: 'Enter' })).rejects.toMatchObject({ delivery: 'not_delivered' });
    expect(await titles()).toEqual(['Order']);
    const asking = (await engine.listWindows({ includeHidden: true })).items.find(({ foreign }) => foreign);
    await expect(engine.tree({ window: asking!.id })).rejects.toMatchObject({ code: 'elevated_target' });
    await answerDialog(session.env, {
      app: 'xdg-desktop-portal-gnome',
      screens: 'Meta',
      toggle: 'Allow',
      press: 'Share',
    });
    await vi.waitFor(() => engine.typeText({ text: 'Hello 5%', window }), soon);
    await vi.waitFor(async () => expect((await find('Order', 'role=Edit name="Name"')).value).toBe('Hello 5%'), soon);
    await expect(engine.typeText({ text: '漢', window })).rejects.toMatchObject({ code: 'unsupported_platform' });
    person.close();

    // A file chooser of the same program is an ordinary window.
    start(python, ['-c', chooser]);
    await vi.waitFor(async () => expect(await titles()).toEqual(['Choose a thing', 'Order']), soon);
    const { id } = await windowOf('Choose a thing');
    expect((await engine.tree({ window: id })).nodeCount).toBeGreaterThan(20);
  });
});

const unknown = [
  ['sway without its socket', true, startUnidentified],
  ['labwc', hasLabwc, startLabwc],
] as const;

if (!hasLabwc) it.skip('skips labwc: it is not installed');

describe.each(unknown.filter(([, isThere]) => isThere))('a compositor that is not known: %s', (_, __, startIt) => {
  const focus = async (title: string) => {
    await engine.actOnWindow({ window: (await windowOf(title)).id, action: 'focus' });
    expect((await windowOf(title)).active).toBe(true);
  };

  it('lists apps of Wayland as they report themselves, and acts by what they offer', async () => {
    await enter(await startIt());
    await startApps();
    await actsByPatterns();
    await refusesPlaces('pinOnTop');
    expect((await engine.snap({ target: { kind: 'screen' } })).shot).toBeTruthy();
    const why = (await engine.diagnose({})).map(({ detail }) => detail).join(' ');
    for (const each of ['no positions', 'nothing is pressed there', 'does not report a person’s input'])
      expect(why).toContain(each);
  });

  it('acts on windows as far as the compositor allows, and reports their states', async () => {
    await enter(await startIt());
    await startApps();
    await focus('Order');
    await focus('Undo and Redo');
    const { id: window } = await windowOf('Order');
    expect(await engine.actOnWindow({ window, action: 'fullscreen' })).toMatchObject({ state: 'fullscreen' });
    expect(await engine.actOnWindow({ window, action: 'restore' })).toMatchObject({ state: 'normal' });
    expect(await engine.actOnWindow({ window, action: 'close' })).toBeNull();
    expect(await titles()).toEqual(['Qt Linguist', 'Undo and Redo']);

    // With two windows of one title, the target is ambiguous.
    for (const name of ['one', 'other']) start(python, [targetScript('gtk3_order.py'), `${temporaryFolder()}/${name}`]);
    await vi.waitFor(async () => expect(await titles()).toHaveLength(4), soon);
    const { id: twin } = await windowOf('Order');
    await expect(engine.actOnWindow({ window: twin, action: 'close' })).rejects.toMatchObject({
      code: 'unsupported_platform',
    });
  });

  it('types any character into apps that report the focus, and leaves XWayland unchanged', async () => {
    await enter(await startIt());
    await startApps();
    const name = 'role=Edit name="Name"';
    const { id: window } = await windowOf('Order');
    await focus('Order');
    await engine.focusElement({ element: (await find('Order', name)).id });
    await engine.typeText({ text: sample, window });
    await vi.waitFor(async () => expect((await find('Order', name)).value).toBe(sample), soon);
    await focus('Undo and Redo');
    await expect(engine.typeText({ text: 'x', window })).rejects.toMatchObject({ code: 'wrong_target_window' });

    // Permission for one window does not extend to another app.
    const { id: elsewhere } = await find('Undo and Redo', 'role=Edit');
    const named = elsewhere.replace(/^window:0x[0-9a-f]+/, `window:${window}`) as ElementId;
    await expect(engine.focusElement({ element: named })).rejects.toMatchObject({ code: 'element_stale' });

    // A click focuses a field, and does not submit it.
    start(python, ['-c', sender]);
    await find('Sender', 'role=Edit');
    await bench.text('action::step_click', { window: { title: 'Sender' }, selector: 'role=Edit' });
    expect((await find('Sender', 'role=Edit')).states).toContain('focused');
    await find('Sender', 'role=Text name="Nothing is sent"');

    // The focus of an unresponsive app is unknown.
    await focus('Undo and Redo');
    const undo = await windowOf('Undo and Redo');
    process.kill(undo.processId, 'SIGSTOP');
    try {
      await vi.waitFor(async () => expect((await windowOf('Undo and Redo')).active).toBe(false), soon);
      await expect(engine.typeText({ text: 'x', window: undo.id })).rejects.toMatchObject({
        delivery: 'not_delivered',
      });
    } finally {
      process.kill(undo.processId, 'SIGCONT');
    }

    start('mousepad', ['--disable-server'], { GDK_BACKEND: 'x11' });
    const editor = { title: 'Untitled', selector: 'role=Edit' };
    const { bounds } = await find(editor.title, editor.selector);
    await engine.click({ at: center(bounds!), button: 'left', count: 1 });
    await vi.waitFor(async () => expect((await windowOf('Untitled 1 - Mousepad')).active).toBe(true), soon);
    await engine.typeText({ text: 'Ω', window: (await list()).find(({ title }) => title.includes('Untitled'))!.id });
    await vi.waitFor(async () => expect((await find(editor.title, editor.selector)).value).toBe('Ω'), soon);
  });
});
