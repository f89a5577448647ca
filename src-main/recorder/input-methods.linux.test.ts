import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Action } from '#contract/model/recordings/action';
import { liveApp, type LiveApp } from '../engine/backends/linux/testing/live-engine.ts';
import { python } from '../engine/backends/linux/testing/apps/target-app.ts';
import { soon } from '../engine/testing/outcome.ts';
import { startRecorder } from './recorder.ts';

const execute = promisify(execFile);

const form = `
import gi
gi.require_version('Gtk', '3.0')
from gi.repository import Gtk
window, box = Gtk.Window(title='Form'), Gtk.Box(orientation=1, spacing=20, margin=30)
window.set_default_size(400, 300)
window.add(box)
for name in ('Name', 'City'):
    entry = Gtk.Entry()
    entry.get_accessible().set_name(name)
    box.add(entry)
notes = Gtk.TextView()
notes.set_size_request(300, 60)
notes.get_accessible().set_name('Notes')
box.add(notes)
window.show_all()
Gtk.main()
`;

const form4 = `
import gi
gi.require_version('Gtk', '4.0')
from gi.repository import Gtk
def start(app):
    window = Gtk.ApplicationWindow(application=app, title='Form', default_width=400)
    entry = Gtk.Entry()
    entry.update_property([Gtk.AccessibleProperty.LABEL], ['Name'])
    window.set_child(entry)
    window.present()
app = Gtk.Application(application_id='org.example.Form')
app.connect('activate', start)
app.run()
`;

interface Method {
  readonly name: string;
  readonly command: readonly string[];
  readonly module: string;
  readonly isUp: () => Promise<void>;
  /** Switches to Hangul, once an app has focus. */
  readonly turnOn: () => Promise<void>;
  readonly engine: () => Promise<string>;
}

const ibus = (...args: readonly string[]) => execute('/usr/bin/ibus', [...args]).then(({ stdout }) => stdout.trim());
const fcitx = (...args: readonly string[]) => execute('fcitx5-remote', [...args]).then(({ stdout }) => stdout.trim());

const methods: readonly Method[] = [
  {
    name: 'Fcitx 5',
    command: ['fcitx5'],
    module: 'fcitx',
    // Its own client would start another bus, with another profile.
    async isUp() {
      const bus = ['--print-reply', '--dest=org.freedesktop.DBus', '/org/freedesktop/DBus'];
      const question = ['org.freedesktop.DBus.NameHasOwner', 'string:org.fcitx.Fcitx5'];
      expect((await execute('dbus-send', [...bus, ...question])).stdout).toContain('boolean true');
    },
    turnOn: async () => void (await vi.waitFor(() => fcitx('-s', 'hangul'), soon)),
    engine: () => fcitx('-n'),
  },
  {
    name: 'IBus',
    command: ['/usr/bin/ibus-daemon', '--panel=disable', '--xim'],
    module: 'ibus',
    isUp: async () => expect(await ibus('address')).toContain('unix:'),
    async turnOn() {
      await vi.waitFor(async () => {
        await ibus('engine', 'hangul');
        expect(await ibus('engine')).toBe('hangul');
      }, soon);
      // It begins with Latin letters.
      await execute('xdotool', ['key', 'shift+space']);
    },
    engine: () => ibus('engine'),
  },
];

/** Without a user session, and with one engine. */
async function profile(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'deskscope-input-method-'));
  await mkdir(path.join(folder, 'fcitx5'));
  const items = ['keyboard-us', 'hangul'].map((name, i) => `[Groups/0/Items/${i}]\nName=${name}\n`).join('');
  const group = `[Groups/0]\nName=Default\nDefault Layout=us\nDefaultIM=hangul\n${items}[GroupOrder]\n0=Default\n`;
  await writeFile(path.join(folder, 'fcitx5/profile'), group);
  return folder;
}

describe.each(methods)('$name', ({ command: [command = '', ...args], module, isUp, turnOn, engine }) => {
  let folder: string;
  let daemon: ChildProcess;
  let app: LiveApp;
  beforeAll(async () => {
    folder = await profile();
    vi.stubEnv('XDG_CONFIG_HOME', folder);
    vi.stubEnv('XDG_CACHE_HOME', folder);
    daemon = spawn(command, args, { stdio: 'ignore', detached: true });
    await vi.waitFor(isUp, soon);
  });
  afterAll(async () => {
    const ended = new Promise((resolve) => daemon.once('exit', resolve));
    process.kill(-(daemon.pid ?? 0), 'SIGTERM');
    // It writes its settings at the end.
    await ended;
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  afterEach(() => app.end());

  async function open(script = form): Promise<void> {
    const ready = (nodes: readonly { readonly name: string }[]) => nodes.some(({ name }) => name === 'Name');
    app = await liveApp(python, ['-c', script], { env: { GTK_IM_MODULE: module, GSK_RENDERER: 'cairo' }, ready });
    await click('Name');
  }

  async function click(name: string): Promise<void> {
    const { bounds } = await app.details(`role=Edit name=${name}`);
    const [x, y] = [(bounds?.x ?? 0) + 9, (bounds?.y ?? 0) + 9];
    await execute('xdotool', ['mousemove', String(x), String(y), 'sleep', '0.1', 'click', '1']);
    await vi.waitFor(async () => expect(await focused()).toBe(name), soon);
  }

  const focused = async () => {
    const { items } = await app.engine.listWindows({});
    const window = items.find(({ title }) => title === 'Form');
    return window && (await app.engine.focused({ window: window.id }))?.element.name;
  };
  const held = async (name: string) => (await app.details(`role=Edit name=${name}`)).value;
  const type = (...keys: readonly string[]) => execute('xdotool', ['key', '--delay', '60', ...keys]);

  async function recorded(work: () => Promise<void>): Promise<readonly Action[]> {
    const actions: Action[] = [];
    const changed = ({ steps }: { readonly steps: readonly { readonly action: Action }[] }) =>
      void actions.push(...steps.map(({ action }) => action));
    const recorder = startRecorder({ engine: app.engine, changed, notice: () => undefined });
    await app.engine.describe({});
    await work();
    await recorder.stop();
    return actions;
  }

  test('the syllable committed by a click is recorded, without the keys that made it', async () => {
    await open();
    await turnOn();
    const actions = await recorded(async () => {
      await type('g', 'k', 's', 'r', 'm', 'f');
      await click('City');
    });
    expect(await held('Name')).toBe('한글');
    expect(actions).toMatchObject([{ type: 'setText', text: '한글' }, { type: 'click' }]);
  });

  test('the line break after a syllable that it commits is recorded once', async () => {
    await open();
    await click('Notes');
    await turnOn();
    const actions = await recorded(async () => {
      await type('d', 'k', 's', 'Return', 'g', 'k');
      await click('City');
    });
    expect(await held('Notes')).toBe('안\n하');
    expect(actions).toMatchObject([{ type: 'setText', text: '안\n하' }, { type: 'click' }]);
  });

  test('text and keys of an agent bypass it, and it is on afterwards', async () => {
    await open();
    await turnOn();
    const on = await engine();
    await expect(app.engine.typeText({ text: 'Hello, 2!' })).resolves.toEqual({ unread: false });
    await app.engine.pressKeys({ keys: 'a' });
    await vi.waitFor(async () => expect(await held('Name')).toBe('Hello, 2!a'), soon);
    expect(await engine()).toBe(on);
    await type('r', 'k', 'space');
    await vi.waitFor(async () => expect(await held('Name')).toBe('Hello, 2!a가 '), soon);
  });

  test.runIf(module === 'ibus')(
    'GTK 4 gets the keys of a layout in order, and it is known which keys it drops',
    async () => {
      await ibus('engine', 'xkb:us::eng');
      await open(form4);
      await app.engine.typeText({ text: 'Hello, who are you?' });
      expect(await held('Name')).toBe('Hello, who are you?');
      await turnOn();
      await expect(app.engine.pressKeys({ keys: 'Backspace' })).rejects.toMatchObject({ code: 'not_verified' });
      expect(await held('Name')).toBe('Hello, who are you?');
    },
  );
});
