import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { AppError } from '#contract/errors';
import type { Events } from '#contract/events';
import type { OwnDesktopInfo } from '#contract/model/own-desktop';
import type { Log } from '../../base/log.ts';
import { removeDesktopFolder } from '../../desktops/folders.ts';
import { openApps } from '../../desktops/open-apps.ts';
import { profileFrom, readProfile, type DesktopProfile } from '../../desktops/profile.ts';
import { findDesktop, runningDesktops, viewSocket } from '../../desktops/record.ts';
import { engineInside, runInside } from '../../desktops/run-inside.ts';
import { startDesktop, type OwnDesktop } from '../../desktops/start.ts';
import { isTakenOver, takeOver, turnOn } from '../../desktops/turns.ts';
import { whatHolds } from '../../desktops/walls.ts';
import type { RemoteEngine } from '../../engine/process/remote-engine.ts';
import type { WorkDesktop } from '../core.ts';
import { startEngine } from '../start-engine.ts';

/** Maximum number of live pictures; a page that requests more is faulty. */
const mostViewers = 64;
/** How long to wait for a program that fails to start, in milliseconds. */
const failsWithinMs = 1_000;

export interface OwnDesktopsOptions {
  /** The built engine; `desktop.js` lies beside it. */
  readonly engineEntry: string;
  /** The user's file that configures desktops; empty for the defaults. */
  readonly profileFile: () => string;
  readonly publish: (picture: Events['desktops.picture']) => void;
  readonly log: Log;
}

/** The user's separate desktops, as the user sees and controls them, whatever started them. */
export class OwnDesktops {
  readonly #options: OwnDesktopsOptions;
  readonly #started = new Map<string, OwnDesktop>();
  /** Connections to X servers, by the names that the page chose. */
  readonly #viewers = new Map<string, Socket>();
  /** Callbacks that hand the desktop back, by its id. */
  readonly #taken = new Map<string, Promise<() => void>>();

  constructor(options: OwnDesktopsOptions) {
    this.#options = options;
  }

  /** Oldest first. @throws AppError `unsupported_platform` */
  async list(): Promise<readonly OwnDesktopInfo[]> {
    if (process.platform !== 'linux')
      throw new AppError('unsupported_platform', 'Desktops of Deskscope’s own exist on Linux only.');
    return (await runningDesktops()).map(({ record, folder }) => {
      const { id, startedAt, session, width, height, openedBy, walls, network, hasView } = record;
      const holds = whatHolds(walls, network);
      return { id, startedAt, session, width, height, openedBy, holds, hasView, takenOver: isTakenOver(folder) };
    });
  }

  /**
   * Starts a desktop that ends with the app, with the apps of its profile. @returns its id @throws AppError as
   * `startDesktop`
   */
  async start(): Promise<string> {
    const { engineEntry, profileFile } = this.#options;
    const file = profileFile();
    const profile = file === '' ? profileFrom({}, path.dirname(engineEntry)) : readProfile(file);
    const desktop = await startDesktop({ profile, entry: path.join(path.dirname(engineEntry), 'desktop.js') });
    const { id } = desktop.record;
    this.#started.set(id, desktop);
    void desktop.ended.then(() => this.#started.delete(id));
    if (profile.apps.length > 0) await this.#openApps(desktop, profile);
    return id;
  }

  /**
   * Lets agents work there, with an engine that `leave` closes; the desktop stays open.
   * @throws AppError `not_found`
   */
  async enter(id: string): Promise<WorkDesktop & { readonly engine: RemoteEngine; leave(): Promise<void> }> {
    const { folder, record } = await findDesktop(id);
    const engine = this.#engineIn(folder);
    return { id, engine, turn: turnOn(folder), isWalled: record.walls === 'bwrap', leave: () => engine.close() };
  }

  async isRunning(id: string): Promise<boolean> {
    return (await runningDesktops()).some(({ record }) => record.id === id);
  }

  /** The page needs no engine: it shows the live view. */
  #engineIn(folder: string): RemoteEngine {
    const { engineEntry: entry, log } = this.#options;
    return startEngine({ backend: 'auto', entry, engineLog: 'ignore', log, fork: engineInside(folder) });
  }

  async #openApps({ folder }: OwnDesktop, profile: DesktopProfile): Promise<void> {
    const engine = this.#engineIn(folder);
    try {
      await openApps(engine, profile);
    } finally {
      await engine.close();
    }
  }

  /** @throws AppError `not_found` */
  async stop(id: string): Promise<void> {
    const { folder } = await findDesktop(id);
    this.giveBack(id);
    // The process that owns the desktop notices, and ends.
    await removeDesktopFolder(folder);
  }

  /** Starts a program there; the command line is split at spaces. @throws AppError `not_found` if it fails at once */
  async launch(id: string, line: string): Promise<void> {
    const { folder } = await findDesktop(id);
    const [command = '', ...args] = line.trim().split(/\s+/);
    const failure = await new Promise<string | null>((resolve) => {
      let stderrText = '';
      const exit = (reason: string, code: number | null) => resolve(code === 0 ? null : stderrText.trim() || reason);
      // The program ends with the desktop or with the app, as this connection does.
      runInside(folder, command, args, { output: (text) => (stderrText = (stderrText + text).slice(-400)), exit });
      setTimeout(() => resolve(null), failsWithinMs);
    });
    if (failure === null) return;
    throw new AppError('not_found', `${command} did not start: ${failure}`, {
      hint: 'Name a program as in a terminal, such as galculator.',
    });
  }

  /**
   * Connects the page to the desktop's live view: its data is published, and the page's data is sent to it.
   * @throws AppError `not_found`, or `unsupported_platform` if there is none
   */
  async watch(id: string, viewer: string): Promise<void> {
    const socket = connect(viewSocket(await findDesktop(id)));
    this.unwatch(viewer);
    if (this.#viewers.size >= mostViewers) throw new AppError('rate_limited', 'Too many pictures are open.');
    this.#viewers.set(viewer, socket);
    const { publish } = this.#options;
    socket.on('data', (bytes) => publish({ viewer, bytes }));
    socket.on('error', () => undefined);
    socket.once('close', () => {
      if (this.#viewers.get(viewer) !== socket) return;
      this.#viewers.delete(viewer);
      publish({ viewer, bytes: null });
    });
  }

  send(viewer: string, bytes: Uint8Array): void {
    this.#viewers.get(viewer)?.write(bytes);
  }

  /** Without a name, disconnects every viewer, e.g. when the page reloads. */
  unwatch(viewer?: string): void {
    for (const [name, socket] of this.#viewers) {
      if (viewer !== undefined && name !== viewer) continue;
      this.#viewers.delete(name);
      socket.destroy();
    }
  }

  /** Makes agents there end their act and wait. @throws AppError `not_found`, `timeout` */
  async takeOver(id: string): Promise<void> {
    const { folder } = await findDesktop(id);
    const taking = this.#taken.get(id) ?? takeOver(folder);
    this.#taken.set(id, taking);
    try {
      await taking;
    } catch (error) {
      if (this.#taken.get(id) === taking) this.#taken.delete(id);
      throw error;
    }
  }

  /** Whether the user has taken over here, or is about to. */
  hasTaken(id: string): boolean {
    return this.#taken.has(id);
  }

  giveBack(id: string): void {
    const taking = this.#taken.get(id);
    this.#taken.delete(id);
    taking?.then(
      (giveBack) => giveBack(),
      () => undefined,
    );
  }

  /** Ends the desktops started here. */
  async close(): Promise<void> {
    for (const id of [...this.#taken.keys()]) this.giveBack(id);
    this.unwatch();
    await Promise.all([...this.#started.values()].map((desktop) => desktop.stop()));
  }
}
