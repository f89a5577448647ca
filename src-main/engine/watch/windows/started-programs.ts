import { performance } from 'node:perf_hooks';
import path from 'node:path';
import type { InputEvent, ProcessStart, StartedProgram } from '#contract/model/engine';
import type { EngineContext } from '../../operations/operation.ts';
import type { Found } from '../found.ts';

/** What D-Bus adds where it starts a program: called so it shows no window. */
const byBus: readonly string[] = ['--gapplication-service'];

type Started = Extract<InputEvent, { type: 'started' }>;

/** Tells of programs that were started while one listens, before the first input to each. */
export class StartedPrograms {
  readonly #context: EngineContext;
  readonly #began = performance.now();
  /** By the processes that input went to; null where it was not started here. */
  readonly #programs = new Map<number, Promise<StartedProgram | null>>();
  /** Those whose start has been told. */
  readonly #told = new Set<number>();

  constructor(context: EngineContext) {
    this.#context = context;
  }

  /** For input to that window. More may come before the answer, so that several tell: see {@link isFirst}. Never throws. */
  async before(at: number, { window, own }: Found): Promise<readonly Started[]> {
    if (!window || own || window.processId === 0 || this.#told.has(window.processId)) return [];
    const known = this.#programs.get(window.processId) ?? this.#startedHere(window.processId);
    this.#programs.set(window.processId, known);
    const program = await known;
    return program ? [{ type: 'started', at, window, program }] : [];
  }

  /** Of those that report one start, whether it is the first to leave. */
  isFirst({ window }: Started): boolean {
    if (this.#told.has(window.processId)) return false;
    this.#told.add(window.processId);
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
