import path from 'node:path';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { Caller } from '#contract/model/tools/tool-call';
import { linkSignals } from '../../base/async/deadline.ts';
import type { Log } from '../../base/log.ts';
import type { OwnDesktop } from '../../desktops/start.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Gate } from '../../permissions/gate.ts';
import { type DesktopHost, type DesktopView, type EnteredDesktop, worksOnDesktops } from '../../tools/desktop-host.ts';
import { createToolSession, type ToolSession } from '../../tools/session/tool-session.ts';

/** Maximum number of desktops per caller and in total: each takes as much memory as a browser. */
const most = { ofOne: 4, ofAll: 8 } as const;
/** Folder of the results, inside the profile folder. */
const resultsFolder = 'desktop-results';
const minuteMs = 60_000;

export interface AgentDesktopOptions {
  /** The built engine; `desktop.js` lies beside it. */
  readonly engineEntry: string;
  /** The user's file that configures desktops and their access to the user's files; empty for the defaults. */
  readonly profileFile: () => string;
  /** The gate on such a desktop, which asks nobody. */
  readonly gate: Gate;
  /** Wraps an engine to enforce what is forbidden to everyone. */
  readonly below: (engine: Engine) => Engine;
  /** An existing folder for the results. */
  readonly folder: string;
  readonly log: Log;
}

interface Open extends EnteredDesktop {
  readonly owner: ToolSession;
  readonly view: DesktopView;
  readonly stop: () => Promise<void>;
}

/** Desktops that agents open for themselves. They end with their agent, when their time is up, or with this process. */
export class AgentDesktops implements DesktopHost {
  readonly #options: AgentDesktopOptions;
  readonly #open = new Map<string, Open>();
  /** Desktops that are starting, with their future owner. */
  readonly #starting = new Map<AbortController, ToolSession>();

  constructor(options: AgentDesktopOptions) {
    this.#options = options;
  }

  takes = worksOnDesktops;

  of(session: ToolSession, caller: Caller) {
    return {
      open: (signal: AbortSignal) => this.#start(session, caller.name, signal),
      list: () => this.#of(session, caller).map(({ view }) => view),
      close: async (id: string) => this.#find(id, session, caller).stop(),
    };
  }

  enter(id: string, session: ToolSession, caller: Caller): EnteredDesktop {
    const { engine, session: own, gate, turn } = this.#find(id, session, caller);
    return { id, engine, session: own, gate, turn };
  }

  leave(session: ToolSession): void {
    for (const [start, owner] of this.#starting)
      if (owner === session) start.abort(new AppError('cancelled', 'The client is gone.'));
    for (const { owner, stop } of this.#open.values()) if (owner === session) void stop();
  }

  /** Ends all desktops. */
  async close(): Promise<void> {
    for (const start of this.#starting.keys()) start.abort(new AppError('cancelled', 'Deskscope ends.'));
    await Promise.all([...this.#open.values()].map(({ stop }) => stop()));
  }

  /** The user reaches all desktops; an agent those it opened, by its own session or its session inside. */
  #of(session: ToolSession, { kind }: Caller): readonly Open[] {
    return [...this.#open.values()].filter(
      ({ owner, session: own }) => kind === 'user' || owner === session || own === session,
    );
  }

  #find(id: string, session: ToolSession, caller: Caller): Open {
    const own = this.#of(session, caller);
    const found = own.find((open) => open.id === id);
    if (found) return found;
    const others = own.map((open) => open.id).join(', ');
    throw new AppError('not_found', `You have no desktop ${quoted(id)}; it may have ended.`, {
      hint: others === '' ? 'open_desktop opens one.' : `Yours: ${others}.`,
      delivery: 'not_delivered',
    });
  }

  async #start(owner: ToolSession, openedBy: string, signal: AbortSignal): Promise<DesktopView> {
    const starting = [...this.#starting.values()];
    const mine = [...starting, ...[...this.#open.values()].map((open) => open.owner)].filter((one) => one === owner);
    if (mine.length >= most.ofOne) throw tooMany(`You have ${mine.length} desktops, and may have ${most.ofOne}.`);
    const all = starting.length + this.#open.size;
    if (all >= most.ofAll) throw tooMany(`Agents have ${all} desktops here, and may have ${most.ofAll}.`);
    const start = new AbortController();
    this.#starting.set(start, owner);
    const link = linkSignals([signal, start.signal]);
    try {
      return await this.#started(owner, openedBy, link.signal);
    } finally {
      link.dispose();
      this.#starting.delete(start);
    }
  }

  async #started(owner: ToolSession, openedBy: string, signal: AbortSignal): Promise<DesktopView> {
    const { engineEntry: entry, profileFile, folder, log } = this.#options;
    // Loaded only when a desktop is opened.
    const [{ startDesktop }, { readProfile, profileFrom }, { openApps }] = await Promise.all([
      import('../../desktops/start.ts'),
      import('../../desktops/profile.ts'),
      import('../../desktops/open-apps.ts'),
    ]);
    const file = profileFile();
    // Never read from the current folder: an agent may have written it.
    const read = file === '' ? profileFrom({}, folder) : readProfile(file);
    // By default, require walls that hide the user's files.
    const profile = { ...read, walls: read.walls ?? ('bwrap' as const) };
    const results = path.join(folder, resultsFolder);
    const desktop = await startDesktop({
      profile,
      entry: path.join(path.dirname(entry), 'desktop.js'),
      results,
      openedBy,
      signal,
    });
    try {
      const open = await this.#enter(owner, desktop, profile.lifetime * minuteMs);
      await open.engine.describe({}, { signal });
      await openApps(open.engine, profile, signal);
      signal.throwIfAborted();
      this.#open.set(open.id, open);
      log('info', `desktop ${open.id} opened for an agent`);
      return open.view;
    } catch (error) {
      await desktop.stop();
      throw error;
    }
  }

  async #enter(owner: ToolSession, desktop: OwnDesktop, lifetimeMs: number): Promise<Open> {
    const { engineEntry: entry, gate, below, log } = this.#options;
    const [{ startEngine }, { engineInside }, { whatHolds }, { turnOn }] = await Promise.all([
      import('../start-engine.ts'),
      import('../../desktops/run-inside.ts'),
      import('../../desktops/walls.ts'),
      import('../../desktops/turns.ts'),
    ]);
    const { id, width, height, walls, network } = desktop.record;
    const fork = engineInside(desktop.folder);
    const engine = startEngine({ backend: 'auto', entry, engineLog: 'ignore', log, fork });
    const stop = async () => {
      this.#open.delete(id);
      clearTimeout(timer);
      await engine.close();
      await desktop.stop();
    };
    const timer = setTimeout(() => void stop(), lifetimeMs).unref();
    void desktop.ended.then((why) => {
      log('info', `desktop ${id} of an agent ended: ${why}`);
      return stop();
    });
    const view = {
      id,
      width,
      height,
      holds: whatHolds(walls, network),
      results: desktop.results ?? '',
      endsAt: new Date(Date.now() + lifetimeMs).toISOString(),
    };
    const turn = turnOn(desktop.folder);
    return { id, owner, engine: below(engine), gate, turn, session: createToolSession(), view, stop };
  }
}

function tooMany(message: string): AppError {
  return new AppError('rate_limited', message, { hint: 'Close one with close_desktop.', delivery: 'not_delivered' });
}
