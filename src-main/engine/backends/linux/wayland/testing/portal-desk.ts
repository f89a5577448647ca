import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import type { Point } from '#contract/model/geometry';
import { end as endProgram } from '../../../../testing/programs.ts';
import { soon } from '../../../../testing/outcome.ts';
import { gnomeDevices, leavesOverview } from '../../testing/compositors/gnome-session.ts';
import { keyCodes, type Devices } from '../../testing/people/person.ts';
import { answerDialog, reportedBy, type DialogAnswer, type DialogReport } from '../../testing/people/portal-person.ts';
import { python, targetScript } from '../../testing/apps/target-app.ts';
import { keysymsOfText } from '../../x11/input/text.ts';
import { buttonCodes, modifierCodes } from '../input/evdev.ts';
import { openPortals, type Portals } from '../portals/portals.ts';
import { socketPath, WaylandConnection } from '../wire/connection.ts';
import { Outputs } from '../wire/outputs.ts';
import { become, type Session } from './apps-on-compositor.ts';

const app = 'gtk3_whole_screen.py';
/** XK_End */
const end = 0xff57;

/** A session whose whole screen is one app, with portals. For tests. */
export class PortalDesk {
  readonly session: Session;
  readonly outputs: Outputs;
  readonly #connection: WaylandConnection;
  readonly #folder = mkdtempSync(join(tmpdir(), 'deskscope-portals-'));
  readonly #opened: Portals[] = [];
  #app: ChildProcess | null = null;
  #person: Devices | null = null;

  private constructor(session: Session, connection: WaylandConnection, outputs: Outputs) {
    this.session = session;
    this.#connection = connection;
    this.outputs = outputs;
  }

  static async open(session: Session): Promise<PortalDesk> {
    become(session);
    const connection = await WaylandConnection.open(socketPath(session.env['WAYLAND_DISPLAY'] ?? ''));
    return new PortalDesk(session, connection, await Outputs.open(connection));
  }

  /** Devices without any requests yet. */
  async portals(): Promise<Portals> {
    const portals = await openPortals({
      connection: this.#connection,
      outputs: this.outputs,
      path: socketPath(this.session.env['WAYLAND_DISPLAY'] ?? ''),
      address: this.session.env['DBUS_SESSION_BUS_ADDRESS'] ?? '',
    });
    this.#opened.push(portals);
    return portals;
  }

  /** The user's mouse and keyboard on GNOME, as on most machines. */
  async plugIn(): Promise<void> {
    const screen = { x: 1_600, y: 1_200 };
    this.#person = await gnomeDevices(this.session.env['DBUS_SESSION_BUS_ADDRESS'] ?? '', screen);
    await this.#person.move({ x: 50, y: 50 });
    for (const down of [true, false]) await this.#person.key(keyCodes.shift, down);
  }

  async startApp(): Promise<void> {
    this.#app = spawn(python, [targetScript(app), this.#log], { env: this.session.env, stdio: 'ignore' });
    await vi.waitFor(async () => expect((await this.find('Tick')).states).toContain('showing'), soon);
    // A freshly started shell may show it again after it was left.
    if (this.session.env['XDG_CURRENT_DESKTOP'] === 'GNOME') await leavesOverview(this.session.env);
  }

  /** The input that the app received, line by line. */
  received(): readonly string[] {
    return existsSync(this.#log) ? readFileSync(this.#log, 'utf8').trim().split('\n') : [];
  }

  async find(what: 'Tick' | 'field'): Promise<DialogReport> {
    const all = await reportedBy(this.session.env, app);
    const found = all.find(({ name, role }) => (what === 'field' ? role === 'text' : name === what));
    return found ?? expect.fail(`There is no ${what}.`);
  }

  /** Requests access, and receives what the user's answer grants. */
  async granted(portals: Portals, at: Point, answer: DialogAnswer): Promise<void> {
    await expect(portals.pointer!.move(at)).rejects.toMatchObject({ code: 'busy' });
    await answerDialog(this.session.env, answer);
    await vi.waitFor(() => portals.pointer!.move(at), soon);
  }

  /** Clicks, and checks that the box changes. */
  async ticks(portals: Portals, at: Point): Promise<void> {
    const isTicked = async () => (await this.find('Tick')).states.includes('checked');
    const before = await isTicked();
    await this.#click(portals, at);
    await vi.waitFor(async () => expect(await isTicked()).toBe(!before), soon);
  }

  /** Types into the field, and reads it back. */
  async types(portals: Portals, at: Point, text: string): Promise<void> {
    const before = (await this.find('field')).text;
    await this.#click(portals, at);
    const keys = portals.keys!;
    const places = await keys.find([...keysymsOfText(text), end]);
    const tap = async (keysym: number) => {
      const { code, shift } = places.get(keysym) ?? expect.fail(`No key types ${String(keysym)}.`);
      if (shift) await keys.key(modifierCodes.shift, true);
      for (const down of [true, false]) await keys.key(code, down);
      if (shift) await keys.key(modifierCodes.shift, false);
    };
    for (const keysym of [end, ...keysymsOfText(text)]) await tap(keysym);
    await vi.waitFor(async () => expect((await this.find('field')).text).toBe(before + text), soon);
  }

  async #click({ pointer }: Portals, at: Point): Promise<void> {
    await vi.waitFor(() => pointer!.move(at), soon);
    for (const down of [true, false]) await pointer!.button(buttonCodes.left, down);
  }

  async closePortals(): Promise<void> {
    for (const portals of this.#opened.splice(0)) await portals.close();
  }

  async close(): Promise<void> {
    await this.closePortals();
    if (this.#app) await endProgram(this.#app);
    this.#person?.close();
    this.#connection.close();
    await this.session.close();
    rmSync(this.#folder, { recursive: true, force: true });
    vi.unstubAllEnvs();
  }

  get #log(): string {
    return join(this.#folder, 'heard');
  }
}
