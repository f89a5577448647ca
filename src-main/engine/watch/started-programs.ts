import { performance } from 'node:perf_hooks';
import path from 'node:path';
import type { InputEvent, ProcessStart, StartedProgram } from '#contract/model/engine';
import type { EngineContext } from '../operation.ts';
import type { Found } from './targets.ts';

/** What D-Bus adds where it starts a program: called so it shows no window. */
const byBus: readonly string[] = ['--gapplication-service'];

/** Tells of programs that were started while one listens, before the first input to each. */
export class StartedPrograms {
  readonly #context: EngineContext;
  readonly #began = performance.now();
  /** Processes that input went to. */
  readonly #used = new Set<number>();

  constructor(context: EngineContext) {
    this.#context = context;
  }

  /** For input to that window. Never throws. */
  async before(at: number, { window, own }: Found): Promise<readonly InputEvent[]> {
    if (!window || own || window.processId === 0 || this.#used.has(window.processId)) return [];
    const start = await this.#startOf(window.processId);
    // What it started by an input is the effect of that.
    const byUse = start?.ancestors.some((id) => this.#used.has(id) || id === process.pid) ?? true;
    this.#used.add(window.processId);
    if (!start || byUse || start.ageMs > performance.now() - this.#began) return [];
    return [{ type: 'started', at, window, program: programOf(start) }];
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
