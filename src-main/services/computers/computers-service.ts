import type { ComputersView, ComputerView } from '#contract/api';
import { AppError, toWire } from '#contract/errors';
import type { SettingsChange } from '#contract/model/settings';
import type { Disposable } from '../../base/async/disposable.ts';
import type { Log } from '../../base/log.ts';
import { watchFile } from '../../base/files/watch-file.ts';
import type { ComputerManager } from '../../computer/computer-manager.ts';
import type { MayStart } from '../../computer/config/starts.ts';
import type { Computers } from '../../computer/open-computers.ts';
import { toCallToolResult } from '../../mcp/protocol/result.ts';
import type { ServedScope, ToolHost } from '../../mcp/protocol/tool-host.ts';
import type { ToolRunner } from '../../tools/runner/tool-runner.ts';
import { computerView, type ComputersInUse } from './computers-in-use.ts';

export interface ComputersServiceOptions {
  readonly runner: ToolRunner;
  readonly version: string;
  /** Asks before starting anything that the file names. */
  readonly mayStart: MayStart;
  readonly changed: () => void;
  /** Notified of the Computers that clients have. */
  readonly inUse: ComputersInUse;
  /** Called when the tools that the file gives clients have changed. */
  readonly toolsChanged: () => void;
  readonly log: Log;
}

/** The Computers configuration that the user chose, and the state of its servers. */
export class ComputersService {
  readonly #options: ComputersServiceOptions;
  #file = '';
  #computers: Computers | null = null;
  #host: ToolHost | null = null;
  #view: ComputersView | null = null;
  /** Set while the file is invalid. */
  #waiting: Disposable | null = null;
  /** Withdraws the question about what the file starts. */
  #opening = new AbortController();

  constructor(options: ComputersServiceOptions) {
    this.#options = options;
  }

  /** The chosen file; empty for none. */
  get file(): string {
    return this.#file;
  }

  /** Null if no file is chosen. */
  get view(): ComputersView | null {
    return this.#view;
  }

  /** The settings that the file overrides. */
  get settings(): SettingsChange {
    return this.#computers?.settings() ?? {};
  }

  /** Replaces our own tool sets for clients; null if no file is chosen. */
  get scope(): ServedScope | null {
    if (this.#file === '') return null;
    const current = () => this.#host ?? refusing(new Error('The configuration was closed.'));
    const host: ToolHost = {
      list: (client) => current().list(client),
      call: (client, call) => current().call(client, call),
      leave: (session) => current().leave(session),
    };
    return { shown: [], callable: [], host };
  }

  /** Uses a file, or none if it is empty. The view and clients report its problems. */
  async choose(file: string): Promise<void> {
    await this.close();
    this.#file = file;
    if (file === '') return;
    // The caller does not wait for the user's answer about what the file may start.
    await new Promise<void>((resolve) => void this.#open(resolve).finally(resolve));
  }

  async close(): Promise<void> {
    const before = this.#computers;
    this.#opening.abort();
    this.#opening = new AbortController();
    this.#waiting?.dispose();
    this.#waiting = null;
    this.#computers = null;
    this.#host = null;
    this.#file = '';
    this.#show(null);
    await before?.close();
  }

  /** @param asks called before the user is asked */
  async #open(asks: () => void = () => undefined): Promise<void> {
    const { runner, version, log } = this.#options;
    const { signal } = this.#opening;
    const mayStart: MayStart = (asked, signal) => {
      asks();
      return this.#options.mayStart(asked, signal);
    };
    const file = this.#file;
    this.#host = refusing(
      new AppError('busy', `The user is asked what ${file} may start.`, { hint: 'Try again in a minute.' }),
    );
    this.#show({ file, problem: '', warnings: [], opening: true, computers: [] });
    try {
      // Imports an MCP client, which nothing else needs.
      const { openComputers } = await import('../../computer/open-computers.ts');
      const { hostComputers } = await import('../../computer/host-computers.ts');
      const changed = (broken?: unknown) => {
        if (broken === undefined) this.#options.toolsChanged();
        void this.#look(broken);
      };
      // Computers that are opened only to be shown have no owner.
      const used = (manager: ComputerManager, who?: string) => {
        if (who !== undefined) void this.#options.inUse.look({ kind: 'client', who }, manager);
      };
      const parts = { file, variables: process.env, runner, version, log, mayStart, signal };
      const opened = await openComputers({ ...parts, changed, used });
      if (signal.aborted) {
        await opened.close();
        return;
      }
      this.#computers = opened;
      this.#host = hostComputers(this.#computers, {});
      this.#options.toolsChanged();
      // Servers may take half a minute to answer: only the view waits for them.
      void this.#look();
    } catch (error) {
      if (signal.aborted) return;
      log('warn', `the configuration ${file} is not used`, error);
      this.#host = refusing(error);
      this.#show({ file, problem: toWire(error).message, warnings: [], opening: false, computers: [] });
      this.#waitForChange(file);
    }
  }

  #waitForChange(file: string): void {
    try {
      const again = () => {
        this.#waiting?.dispose();
        this.#waiting = null;
        if (this.#file === file) void this.#open();
      };
      this.#waiting = watchFile(file, again, () => undefined);
    } catch (error) {
      this.#options.log('warn', `${file} cannot be watched`, error);
    }
  }

  /** Opens each agent's default Computer and that of each app, and shows the results. */
  async #look(broken?: unknown): Promise<void> {
    const computers = this.#computers;
    if (!computers) return;
    const known = { file: this.#file, problem: broken ? toWire(broken).message : '', warnings: computers.warnings() };
    const views = Object.entries(computers.config()).flatMap(([agent, roots]) =>
      Object.keys(roots).map((root) => viewOf(computers, agent, root)),
    );
    this.#show({ ...known, opening: true, computers: this.#view?.computers ?? [] });
    const opened = await Promise.all(views);
    if (this.#computers === computers) this.#show({ ...known, opening: false, computers: opened });
  }

  #show(view: ComputersView | null): void {
    this.#view = view;
    this.#options.changed();
  }
}

function viewOf({ manager }: Computers, agent: string, root: string): Promise<ComputerView> {
  const place = { agent: agent === '*' ? 'Any agent' : agent, root };
  return computerView(place, manager.getOrCreate({ agent, root: root === 'default' ? null : root }));
}

/** Used while the file is invalid: connecting clients get the reason. */
function refusing(error: unknown): ToolHost {
  const reason = error instanceof Error ? error : new Error(String(error));
  return {
    list: () => Promise.reject(reason),
    call: () => Promise.resolve(toCallToolResult({ ok: false, elapsedMs: 0, error: toWire(error) })),
    leave: () => undefined,
  };
}
