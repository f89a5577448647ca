import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { end } from '../../../../testing/programs.ts';
import { soon } from '../../../../testing/soon.ts';
import { leavesOverview } from '../../testing/gnome-session.ts';
import { toldBy, type Told } from '../../testing/portal-person.ts';
import { python, targetScript } from '../../testing/target-scripts.ts';
import { openPortals, type Portals } from '../portals/portals.ts';
import { socketPath, WaylandConnection } from '../wire/connection.ts';
import { Outputs } from '../wire/outputs.ts';
import { become, type Session } from './apps-on-compositor.ts';

const app = 'gtk3_whole_screen.py';

/** A session whose whole screen is one app, and the portals there. For tests. */
export class PortalDesk {
  readonly session: Session;
  readonly outputs: Outputs;
  readonly #connection: WaylandConnection;
  readonly #folder = mkdtempSync(join(tmpdir(), 'deskscope-portals-'));
  readonly #opened: Portals[] = [];
  #app: ChildProcess | null = null;

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

  /** Devices that have asked for nothing yet. */
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

  async startApp(): Promise<void> {
    this.#app = spawn(python, [targetScript(app), this.#log], { env: this.session.env, stdio: 'ignore' });
    await vi.waitFor(async () => expect((await this.find('Tick')).states).toContain('showing'), soon);
    // A shell that has just begun may have shown it after it was left.
    if (this.session.env['XDG_CURRENT_DESKTOP'] === 'GNOME') await leavesOverview(this.session.env);
  }

  /** What the app was given, line by line. */
  heard(): readonly string[] {
    return existsSync(this.#log) ? readFileSync(this.#log, 'utf8').trim().split('\n') : [];
  }

  async find(what: 'Tick' | 'field'): Promise<Told> {
    const all = await toldBy(this.session.env, app);
    const found = all.find(({ name, role }) => (what === 'field' ? role === 'text' : name === what));
    return found ?? expect.fail(`There is no ${what}.`);
  }

  async close(): Promise<void> {
    for (const portals of this.#opened) await portals.close();
    if (this.#app) await end(this.#app);
    this.#connection.close();
    await this.session.close();
    rmSync(this.#folder, { recursive: true, force: true });
    vi.unstubAllEnvs();
  }

  get #log(): string {
    return join(this.#folder, 'heard');
  }
}
