/** Receives the steps: the test runner, or nothing. */
export interface Reporter {
  /** Runs a step of the report, at the line of the calling program. */
  step<T>(step: Step, body: () => Promise<T>): Promise<T>;
  /** Keeps something with the report. */
  attach(
    name: string,
    content: { readonly bytes: Buffer | string; readonly type: string; readonly extension: string },
  ): Promise<void>;
  /** Lets the time of a pause not count, and says why it waits. @returns false where nobody watches: then nothing pauses */
  pause(text: string): boolean;
  /** Says something about the test that is no failure. */
  note(type: string, text: string): void;
}

export interface Step {
  readonly title: string;
  /** The step's target; empty for none in particular. */
  readonly subtitle: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** For scripts: errors name the script's own line. */
export const silentReporter: Reporter = {
  async step(_, body) {
    const frames = framesOfCaller();
    try {
      return await body();
    } catch (error) {
      throw at(error, frames);
    }
  },
  attach: () => Promise.resolve(),
  pause(text) {
    process.stderr.write(`${text}\n`);
    return true;
  },
  note: () => undefined,
};

/** Ours are in `out/main`, or where source maps report that they come from. */
const own = /[\\/](out[\\/]main|src-main|src-preload)[\\/]|[\\/]\.cache[\\/]bundle-|node:/;

/** The stack above Deskscope's own frames and the runner's: the program's own line comes first. */
export function framesOfCaller(): readonly string[] {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 50;
  const frames = (new Error().stack ?? '').split('\n').slice(1);
  Error.stackTraceLimit = limit;
  return frames.filter((line) => !own.test(line) && !/[\\/]node_modules[\\/](@?playwright)[\\/-]?/.test(line));
}

/** The error with the stack of the calling program. */
export function at(error: unknown, frames: readonly string[]): unknown {
  if (error instanceof Error && frames.length > 0)
    error.stack = `${error.name}: ${error.message}\n${frames.join('\n')}`;
  return error;
}
