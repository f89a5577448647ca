import { access } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import path from 'node:path';
import type { InputEvent, ProcessStart, StartedProgram } from '#contract/model/engine';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import type { EngineContext } from '../../operations/operation.ts';
import { isOwn } from '../../windows/lookup.ts';
import type { Found } from '../found.ts';
import type { LiveView } from '../tree/earlier-views.ts';

/** Windows opened and programs started since the previous input. */
export class NewWindows {
  readonly #context: EngineContext;
  readonly #windows = new OpenedWindows();
  readonly #programs: StartedPrograms;

  constructor(context: EngineContext) {
    this.#context = context;
    this.#programs = new StartedPrograms(context);
  }

  /** Called for each input. @param view the desktop before it */
  next(at: number, { stack }: LiveView): readonly InputEvent[] {
    const windows = this.#windows.next(stack.filter((window) => !isOwn(this.#context, window)));
    return windows.length > 0 ? [{ type: 'opened', at, windows }] : [];
  }

  /** Events to report before input to the found element that followed too quickly for them. */
  async before(at: number, found: Found): Promise<readonly InputEvent[]> {
    return [...this.#openedLate(at, found), ...(await this.#programs.before(at, found))];
  }

  /** Whether this is the first of several events about one start. Always true for other events. */
  isFirst(event: InputEvent): boolean {
    return (event.type !== 'started' && event.type !== 'program') || this.#programs.isFirst(event);
  }

  /** Another program acts. */
  forget(): void {
    this.#windows.forget();
  }

  #openedLate(at: number, { window, own }: Found): readonly InputEvent[] {
    if (!window || own || !this.#windows.isNews(window)) return [];
    return [{ type: 'opened', at, windows: [window.id] }];
  }
}

/** Windows that opened between two inputs. */
class OpenedWindows {
  /** Null while the windows open before the next input are unknown. */
  #known: Set<WindowId> | null = null;

  /** Called for each input. Returns the windows opened since the previous one. @param stack the windows before it */
  next(stack: readonly WindowInfo[]): readonly WindowId[] {
    // The desktop has not been read yet.
    if (stack.length === 0) return [];
    const known = this.#known;
    this.#known = new Set(stack.map(({ id }) => id));
    return known ? [...this.#known].filter((id) => !known.has(id)) : [];
  }

  /** Input went to that window. True if it opened too recently to be among the windows then. */
  isNews({ id }: WindowInfo): boolean {
    if (!this.#known || this.#known.has(id)) return false;
    this.#known.add(id);
    return true;
  }

  /** Another program acts: windows that open from now on are not the user's effect. */
  forget(): void {
    this.#known = null;
  }
}

/** Arguments of D-Bus and sessions, with which programs wait in the background and show no window. */
const inBackground: readonly string[] = ['--gapplication-service', '--daemon', '--quickstart', '--no-startup-window'];

type Started = Extract<InputEvent, { type: 'started' | 'program' }>;
type Start = Pick<Started, 'type' | 'program'>;

/** Reports how programs were started, before the first input to each. */
class StartedPrograms {
  readonly #context: EngineContext;
  readonly #began = performance.now();
  /** By the processes that received input; null for an effect of earlier input. */
  readonly #programs = new Map<number, Promise<Start | null>>();
  /** Processes whose start has been reported. */
  readonly #reported = new Set<number>();

  constructor(context: EngineContext) {
    this.#context = context;
  }

  /**
   * For input to that window. More input may come before the answer, so that several report it: see {@link isFirst}. Never
   * throws.
   */
  async before(at: number, { window, own }: Found): Promise<readonly Started[]> {
    if (!window || own || window.processId === 0 || this.#reported.has(window.processId)) return [];
    const known = this.#programs.get(window.processId) ?? this.#lookUp(window.processId);
    this.#programs.set(window.processId, known);
    const start = await known;
    return start ? [{ ...start, at, window } as Started] : [];
  }

  /** Whether this is the first of several events about one start. */
  isFirst({ window }: Started): boolean {
    if (this.#reported.has(window.processId)) return false;
    this.#reported.add(window.processId);
    return true;
  }

  async #lookUp(processId: number): Promise<Start | null> {
    if (!this.#context.backend.startOf) return null;
    const start = await this.#startOf(processId);
    if (!start || start.ageMs > performance.now() - this.#began)
      return { type: 'program', program: start && (await programOf(start)) };
    // A process started by input to a program is an effect of that input.
    const byUse = start.ancestors.some((id) => this.#programs.has(id) || id === process.pid);
    return byUse ? null : { type: 'started', program: await programOf(start) };
  }

  async #startOf(processId: number): Promise<ProcessStart | null> {
    try {
      return (await this.#context.backend.startOf?.(processId)) ?? null;
    } catch (error) {
      this.#context.log('info', 'how a program was started is not known', error);
      return null;
    }
  }
}

async function programOf({ command, args, folder }: ProcessStart): Promise<StartedProgram> {
  const own = args.filter((arg) => !inBackground.includes(arg));
  const files = own.map((arg, at) => fileIn(arg, own.slice(0, at).includes('--')));
  const isThere = await Promise.all(files.map((file) => isIn(folder, file)));
  const needsFolder = folder !== '' && (isInFolder(command) || files.some(isInFolder) || isThere.includes(true));
  return { command, args: own, ...(needsFolder && { folder }) };
}

/** The file that an argument may name, which an option has as its value; empty if none. @param isLast whether it follows `--` */
function fileIn(arg: string, isLast: boolean): string {
  return !isLast && arg.startsWith('-') ? arg.split('=').slice(1).join('=') : arg;
}

/** Whether the file is there, even one without an extension. */
function isIn(folder: string, file: string): Promise<boolean> {
  if (file === '' || path.isAbsolute(file)) return Promise.resolve(false);
  return access(path.join(folder, file)).then(
    () => true,
    () => false,
  );
}

/** A name with an extension, or a relative path. */
function isInFolder(word: string): boolean {
  return !path.isAbsolute(word) && !word.startsWith('-') && /[\\/.]/.test(word) && !/^[a-z]+:/i.test(word);
}
