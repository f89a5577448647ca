import { performance } from 'node:perf_hooks';
import path from 'node:path';
import type { InputEvent, ProcessStart, StartedProgram } from '#contract/model/engine';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import type { EngineContext } from '../../operations/operation.ts';
import { isOwn } from '../../windows/lookup.ts';
import type { Found } from '../found.ts';
import type { LiveView } from '../tree/earlier-views.ts';

/** Windows that opened and programs that were started since the input before. */
export class NewWindows {
  readonly #context: EngineContext;
  readonly #windows = new OpenedWindows();
  readonly #programs: StartedPrograms;

  constructor(context: EngineContext) {
    this.#context = context;
    this.#programs = new StartedPrograms(context);
  }

  /** Input comes. @param view the desktop before it */
  next(at: number, { stack }: LiveView): readonly InputEvent[] {
    const windows = this.#windows.next(stack.filter((window) => !isOwn(this.#context, window)));
    return windows.length > 0 ? [{ type: 'opened', at, windows }] : [];
  }

  /** Events to report before input to the found element, which came too soon after them. */
  async before(at: number, found: Found): Promise<readonly InputEvent[]> {
    return [...this.#openedLate(at, found), ...(await this.#programs.before(at, found))];
  }

  /** For several events of one start, whether this is the first to leave. Always true for others. */
  isFirst(event: InputEvent): boolean {
    return event.type !== 'started' || this.#programs.isFirst(event);
  }

  /** Somebody else acts. */
  forget(): void {
    this.#windows.forget();
  }

  #openedLate(at: number, { window, own }: Found): readonly InputEvent[] {
    if (!window || own || !this.#windows.isNews(window)) return [];
    return [{ type: 'opened', at, windows: [window.id] }];
  }
}

/** Which windows came between one input and the next. */
class OpenedWindows {
  /** Null while it is not known what was open before the next input. */
  #known: Set<WindowId> | null = null;

  /** Input comes. Answers what opened since the input before it. @param stack the windows before it */
  next(stack: readonly WindowInfo[]): readonly WindowId[] {
    // The desktop was not read yet.
    if (stack.length === 0) return [];
    const known = this.#known;
    this.#known = new Set(stack.map(({ id }) => id));
    return known ? [...this.#known].filter((id) => !known.has(id)) : [];
  }

  /** Input came to that window. True if it opened so shortly before that it was not among the windows then. */
  isNews({ id }: WindowInfo): boolean {
    if (!this.#known || this.#known.has(id)) return false;
    this.#known.add(id);
    return true;
  }

  /** Somebody else acts: what opens from now on is not the person's doing. */
  forget(): void {
    this.#known = null;
  }
}

/** What D-Bus adds where it starts a program: called so it shows no window. */
const byBus: readonly string[] = ['--gapplication-service'];

type Started = Extract<InputEvent, { type: 'started' }>;

/** Reports programs that were started while recording, before the first input to each. */
class StartedPrograms {
  readonly #context: EngineContext;
  readonly #began = performance.now();
  /** By the processes that input went to; null if it was not started here. */
  readonly #programs = new Map<number, Promise<StartedProgram | null>>();
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
    const known = this.#programs.get(window.processId) ?? this.#startedHere(window.processId);
    this.#programs.set(window.processId, known);
    const program = await known;
    return program ? [{ type: 'started', at, window, program }] : [];
  }

  /** For several events of one start, whether this is the first to leave. */
  isFirst({ window }: Started): boolean {
    if (this.#reported.has(window.processId)) return false;
    this.#reported.add(window.processId);
    return true;
  }

  async #startedHere(processId: number): Promise<StartedProgram | null> {
    const start = await this.#startOf(processId);
    if (!start || start.ageMs > performance.now() - this.#began) return null;
    // What it started by an input is the effect of that.
    const byUse = start.ancestors.some((id) => this.#programs.has(id) || id === process.pid);
    return byUse ? null : programOf(start);
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

function programOf({ command, args, folder }: ProcessStart): StartedProgram {
  const own = args.filter((arg) => !byBus.includes(arg));
  const needsFolder = folder !== '' && (isInFolder(command) || own.some((arg) => isInFolder(arg)));
  return { command, args: own, ...(needsFolder && { folder }) };
}

/** It may be a file there: a name with an ending, or a way to one that does not begin at the root. */
function isInFolder(word: string): boolean {
  return !path.isAbsolute(word) && !word.startsWith('-') && /[\\/.]/.test(word) && !/^[a-z]+:\/\//i.test(word);
}
