import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { createLog } from '../../../../../base/log.ts';
import { center } from '#contract/model/geometry';
import type { ElementNode } from '#contract/model/elements/element';
import type { WindowInfo } from '#contract/model/windows/window';
import { createBackend } from '../../../../create-backend.ts';
import type { Engine } from '../../../../engine.ts';
import { createLocalEngine } from '../../../../process/local-engine.ts';
import { chromiumFlags, end } from '../../../../testing/programs.ts';
import { elementOf, type Desk } from '../../../../testing/desk.ts';
import { soon } from '../../../../testing/outcome.ts';
import { red } from '../../../../outline/shape.ts';
import { findCompositor } from '../../entry/find-compositor.ts';
import { temporaryFolder } from '../../testing/folders.ts';
import { Layout } from '../layout.ts';
import type { AskCompositor } from './compositor-tools.ts';

/** Characters with one key, two keys and none on any layout, in and beyond the first plane. */
export const sample = 'é ß 漢字 Ω я 🙂';

/** The fields of the started apps, per toolkit. */
export const fields = [
  ['GTK 3', 'notes', 'role=Edit'],
  ['GTK 4', 'Undo', 'role=Edit'],
  ['Chromium', 'Hits', 'role=Edit nth=1'],
] as const;

/** A window whose picture does not compress. */
export const noise = `
import gi, os; gi.require_version('Gtk', '3.0')
from gi.repository import Gtk, GLib, GdkPixbuf
pixels = GLib.Bytes.new(os.urandom(600 * 400 * 3))
window = Gtk.Window(title='Noise'); window.add(Gtk.Image.new_from_pixbuf(GdkPixbuf.Pixbuf.new_from_bytes(pixels, 0, False, 8, 600, 400, 1800)))
window.show_all(); Gtk.main()`;

const page =
  '<!doctype html><meta charset="utf-8"><title>Hits</title>' +
  '<p><label><input type="checkbox">One</label> <label><input type="checkbox">Two</label><p><textarea></textarea>';

/** MENU_SHELL_TIMEOUT of GTK 3, with a margin; milliseconds. */
const menuMs = 700;

/** Offset from a monitor's corner: below panels. */
const corner = { x: 40, y: 80 };

/** A headless Wayland session. */
export interface Session {
  /** The environment for programs on it; with `DISPLAY` if it has XWayland. */
  readonly env: NodeJS.ProcessEnv;
  close(): Promise<void>;
}

/**
 * An engine on a session, whose variables this process has until disposed, and apps of GTK 3 and 4 and Chromium: a calculator,
 * `notes`, `Undo` and `Hits`; with XWayland also `Untitled`, through that. For tests.
 */
export class AppsOnCompositor {
  readonly engine: Engine;
  readonly session: Session;
  readonly #apps: ChildProcess[] = [];

  private constructor(engine: Engine, session: Session) {
    this.engine = engine;
    this.session = session;
  }

  static async open(session: Session): Promise<AppsOnCompositor> {
    become(session);
    // Before the apps, whose startup keeps the compositor busy.
    const engine = await createLocalEngine({
      log: createLog('test'),
      backend: (options) => createBackend('wayland', options),
    });
    const apps = new AppsOnCompositor(engine, session);
    try {
      await apps.#startAll();
      return apps;
    } catch (error) {
      await apps.close();
      throw error;
    }
  }

  async #startAll(): Promise<void> {
    const folder = temporaryFolder();
    const file = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    this.start('galculator');
    this.start('mousepad', ['--disable-server', file('notes.txt', '')]);
    this.start('gtk4-demo', ['--run=textundo']);
    this.start('chromium', [
      ...chromiumFlags,
      '--disable-gpu',
      '--force-renderer-accessibility',
      '--ozone-platform=wayland',
      `--user-data-dir=${folder}`,
      '--window-size=520,340',
      `--app=file://${file('page.html', page)}`,
    ]);
    const hasX = this.session.env['DISPLAY'] !== undefined;
    if (hasX) this.start('mousepad', ['--disable-server'], { GDK_BACKEND: 'x11' });
    await vi.waitFor(async () => expect(await this.list()).toHaveLength(hasX ? 5 : 4), soon);
  }

  /** Ends with the session at the latest. */
  start(command: string, args: readonly string[] = [], more: NodeJS.ProcessEnv = {}): ChildProcess {
    const app = spawn(command, [...args], { stdio: 'ignore', env: { ...this.session.env, ...more } });
    this.#apps.push(app);
    return app;
  }

  async list(): Promise<readonly WindowInfo[]> {
    return (await this.engine.listWindows({})).items;
  }

  /** Title, process and whether it is active, topmost first. */
  async listed(): Promise<readonly (readonly [string, number, boolean])[]> {
    return (await this.list()).map(({ title, processId, active }) => [title, processId, active]);
  }

  /** Same through the compositor's own tools. */
  async asked(ask: AskCompositor): ReturnType<AppsOnCompositor['listed']> {
    return (await ask(this.session.env)).map(({ title, pid, active }) => [title, pid, active]);
  }

  /** The only matching element; waits for it. */
  find(title: string, selector: string): Promise<ElementNode> {
    // The only features of a desk that are used.
    const desk = { engine: this.engine } as Desk;
    return vi.waitFor(() => elementOf(desk, { title, selector }), soon);
  }

  async statesOf(title: string, selector: string): Promise<readonly string[]> {
    return (await this.find(title, selector)).states;
  }

  /** Focuses a window, and moves it near the corner of a monitor. */
  async bring(title: string, monitor = 0): Promise<WindowInfo> {
    const windows = await this.list();
    const titles = windows.map((window) => window.title).join(', ');
    const { id } = windows.find((window) => window.title.includes(title)) ?? expect.fail(`No ${title} in ${titles}.`);
    const { bounds } = (await this.engine.describe({})).monitors[monitor] ?? expect.fail('There is no such monitor.');
    await this.engine.actOnWindow({ window: id, action: 'focus' });
    return this.engine.moveWindow({ window: id, bounds: { x: bounds.x + corner.x, y: bounds.y + corner.y } });
  }

  async click(title: string, selector: string): Promise<void> {
    const { bounds } = await this.find(title, selector);
    const at = center(bounds ?? expect.fail(`${selector} has no place.`));
    await this.engine.click({ at, button: 'left', count: 1 });
  }

  async toggles(title: string, selector: string): Promise<void> {
    const isChecked = async () => (await this.statesOf(title, selector)).includes('checked');
    const before = await isChecked();
    await this.click(title, selector);
    await vi.waitFor(async () => expect(await isChecked()).toBe(!before), soon);
  }

  /** Focuses a field, and selects its text. */
  async enter(title: string, selector: string): Promise<WindowInfo> {
    const window = await this.bring(title);
    await this.click(title, selector);
    await vi.waitFor(async () => expect(await this.statesOf(title, selector)).toContain('focused'), soon);
    await this.engine.pressKeys({ keys: 'ctrl+a', window: window.id });
    return window;
  }

  /** Presses buttons of the calculator and boxes of the page on a monitor, and checks the effects. */
  async hitsOn(monitor: number): Promise<void> {
    await this.bring('galculator', monitor);
    for (const name of ['7', '*', '6', '=']) await this.click('galculator', `role=Button name="${name}"`);
    await vi.waitFor(
      async () => expect((await this.find('galculator', 'role=Edit nth=0')).value).toContain('42'),
      soon,
    );
    await this.bring('Hits', monitor);
    for (const name of ['One', 'Two']) await this.toggles('Hits', `role=CheckBox name="${name}"`);
  }

  /** Chooses a GTK 3 menu entry, and checks the dialog that it opens. */
  async opensDialogByMenu(title: string, monitor = 0): Promise<void> {
    const { id: window } = await this.bring(title, monitor);
    const before = await this.list();
    await this.click(title, 'role=Menu name="View"');
    const entry = 'role=MenuItem name~="Select Font"';
    await vi.waitFor(async () => expect((await this.find(title, entry)).bounds).not.toBeNull(), soon);
    // GTK attributes an earlier press to the one that opened the menu.
    await sleep(menuMs);
    await this.click(title, entry);
    const dialog = await vi.waitFor(async () => {
      const windows = await this.list();
      expect(windows).toHaveLength(before.length + 1);
      return windows.find(({ active, id }) => active && id !== window) ?? expect.fail('The dialog is not active.');
    }, soon);
    await this.engine.pressKeys({ keys: 'Escape', window: dialog.id });
    await vi.waitFor(async () => expect(await this.list()).toHaveLength(before.length), soon);
  }

  /** Types any character into a field, and reads it back. */
  async types(title: string, selector: string): Promise<void> {
    const { id: window } = await this.enter(title, selector);
    // Replacing a text by itself reports nothing in apps that do not report the selection, such as Chromium.
    await this.engine.pressKeys({ keys: 'Delete', window });
    await vi.waitFor(async () => expect((await this.find(title, selector)).value).toBe(''), soon);
    expect(await this.engine.typeText({ text: sample, window })).toEqual({ unread: false });
    expect((await this.find(title, selector)).value).toBe(sample);
  }

  /** Types any character into apps of all toolkits, and checks that the previous clipboard content can still be pasted. */
  async keepsClipboard(): Promise<void> {
    const { id: from } = await this.enter('Undo', 'role=Edit');
    await this.engine.typeText({ text: 'kept', window: from });
    for (const keys of ['ctrl+a', 'ctrl+c']) await this.engine.pressKeys({ keys, window: from });
    for (const [, title, selector] of fields) await this.types(title, selector);
    const { id: window } = await this.enter('Undo', 'role=Edit');
    await this.engine.pressKeys({ keys: 'ctrl+v', repeat: 2, window });
    await vi.waitFor(async () => expect((await this.find('Undo', 'role=Edit')).value).toBe('keptkept'), soon);
  }

  /** Captures a covered window. */
  async showsCovered(title: string, by: string): Promise<void> {
    const { id: window, bounds } = await this.bring(title);
    const alone = await this.engine.capture({ target: { kind: 'window', window } });
    await this.bring(by);
    const covered = await this.engine.capture({ target: { kind: 'window', window } });
    expect(covered).toMatchObject({ bounds, note: '' });
    expect(alone.bounds).toEqual(bounds);
  }

  /** Outlines an area on a monitor, and captures the corner of the line. */
  async outlines(monitor: number): Promise<void> {
    const { bounds } = await this.bring('galculator', monitor);
    const box = { x: bounds.x + 41, y: bounds.y + 63, width: 80, height: 40 };
    await this.engine.highlight({ boxes: [{ bounds: box, label: '', line: 'solid' }] });
    // The engine's own screenshots exclude the outline.
    const { outputs, compositor } = (await findCompositor()) ?? expect.fail('There is no compositor.');
    try {
      const output = new Layout(outputs.list()).outputs[monitor] ?? expect.fail('There is no such output.');
      const corner = { x: box.x - output.bounds.x - 1, y: box.y - output.bounds.y - 1, width: 2, height: 2 };
      const pictures = compositor.pictures ?? expect.fail('There are no pictures.');
      const line = [red.r, red.g, red.b];
      // KWin shows it in its next frame.
      await vi.waitFor(async () => {
        const { rgba } = await pictures.part(output.object, corner);
        const colors = Array.from({ length: 4 }, (_, i) => [...rgba.subarray(i * 4, i * 4 + 3)]);
        // Three of the four are on the line's corner, the last inside it.
        expect(colors.map((color) => color.every((value, i) => value === line[i]))).toEqual([true, true, true, false]);
      }, soon);
    } finally {
      await compositor.close();
      await this.engine.highlight({ boxes: [] });
    }
  }

  async close(): Promise<void> {
    await this.engine.close();
    await Promise.all(this.#apps.map(end));
    await this.session.close();
    vi.unstubAllEnvs();
  }
}

/** Sets the variables of a session until vitest restores them. */
export function become({ env }: Pick<Session, 'env'>): void {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
}

/** Ends a session, or Deskscope's link to it: a back end reports that once, and does not hang. */
export async function losesItsDesktop(endIt: () => Promise<unknown>): Promise<void> {
  let lost = 0;
  const options = { ownProcessIds: () => new Set<number>(), log: createLog('test'), lost: () => lost++ };
  const backend = await createBackend('wayland', options);
  await endIt();
  await vi.waitFor(() => expect(lost).toBe(1), soon);
  const isGone = { code: 'display_unavailable' };
  await expect(backend.windows.list({ all: true })).rejects.toMatchObject(isGone);
  await expect(backend.input.move({ x: 5, y: 5 })).rejects.toMatchObject(isGone);
  await backend.close();
}
