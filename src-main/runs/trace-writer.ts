import { closeSync, existsSync, mkdirSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { withDeadline } from '../base/deadline.ts';
import type { Log } from '../base/log.ts';
import { traceVersion, type TraceEvent } from '#contract/model/trace';
import type { CallObserver } from '../mcp/observer.ts';
import { writePicture } from './pictures.ts';

export const traceFile = 'trace.jsonl';

/** How long a picture may take, in milliseconds: tracing must never hang a call. */
const pictureDeadlineMs = 2_000;

export interface TraceOptions {
  /** Made where it does not exist, in a folder that does; a trace that is there already is continued. */
  readonly folder: string;
  readonly run: string;
  /** What the run is about, for a person. */
  readonly title: string;
  /** A PNG of the desktop before and after every action; null where there is none. */
  readonly capture?: (signal: AbortSignal) => Promise<Uint8Array | null>;
  readonly log: Log;
  /** Called once where the trace cannot be written any more; the run goes on. */
  readonly onStopped?: (reason: string) => void;
}

export interface TraceWriter extends CallObserver {
  readonly path: string;
  readonly stopped: boolean;
  /** Writes the last line and closes the file. */
  close(): void;
}

/**
 * Writes every call as two JSON lines: before it acts, so that the last thing a crash leaves is what was being done, and
 * after. Lines are written at once and only appended, so that a kill costs at most the line being written.
 */
export function createTraceWriter(options: TraceOptions): TraceWriter {
  const { folder, log } = options;
  const file = new TraceFile(folder, (error) => {
    const reason = error instanceof Error ? error.message : String(error);
    log('warn', `the trace in ${folder} ends here: ${reason}`);
    options.onStopped?.(reason);
  });
  const now = () => new Date().toISOString();
  const picture = async (tool: string): Promise<{ picture?: string }> => {
    if (file.stopped || !options.capture || !isAction(tool)) return {};
    const png = await capture(options.capture, log);
    const name = png && file.attempt(() => writePicture(folder, png));
    return name ? { picture: name } : {};
  };
  file.append({ type: 'start', version: traceVersion, run: options.run, at: now(), title: options.title });
  return {
    path: path.join(folder, traceFile),
    get stopped() {
      return file.stopped;
    },
    async before({ call, tool, caller, parameters, decision, decidedBy }) {
      const shot = decision === 'denied' || decision === 'refused' ? {} : await picture(tool);
      file.append({ type: 'before', call, at: now(), tool, caller, parameters, decision, decidedBy, ...shot });
    },
    async after({ call, tool, decision, elapsedMs, text, error, resolution }) {
      const at = now();
      const shot = decision === 'denied' || decision === 'refused' ? {} : await picture(tool);
      const delivery = error?.delivery;
      file.append({
        ...{ type: 'after', call, at, elapsedMs, text },
        ...(error && { error }),
        ...(delivery && { delivery }),
        ...(resolution && { resolution }),
        ...shot,
      });
    },
    close() {
      file.append({ type: 'end', at: now() });
      file.close();
    },
  };
}

/** A file that stops at its first failure, with one word about it. */
class TraceFile {
  stopped = false;
  #descriptor: number | null = null;
  readonly #onStopped: (error: unknown) => void;

  constructor(folder: string, onStopped: (error: unknown) => void) {
    this.#onStopped = onStopped;
    this.#descriptor = this.attempt(() => {
      if (!existsSync(folder)) mkdirSync(folder);
      return openSync(path.join(folder, traceFile), 'a');
    });
  }

  append(event: TraceEvent): void {
    const descriptor = this.#descriptor;
    if (descriptor === null) return;
    this.attempt(() => writeWhole(descriptor, `${JSON.stringify(event)}\n`));
  }

  /** Does it, or stops the trace. */
  attempt<T>(work: () => T): T | null {
    if (this.stopped) return null;
    try {
      return work();
    } catch (error) {
      this.stopped = true;
      this.close();
      this.#onStopped(error);
      return null;
    }
  }

  close(): void {
    const descriptor = this.#descriptor;
    this.#descriptor = null;
    if (descriptor !== null) closeSync(descriptor);
  }
}

/** A nearly full disk takes a part of a line without an error. */
function writeWhole(descriptor: number, line: string): void {
  const bytes = Buffer.from(line);
  for (let written = 0; written < bytes.length;) written += writeSync(descriptor, bytes, written);
}

async function capture(take: NonNullable<TraceOptions['capture']>, log: Log): Promise<Uint8Array | null> {
  try {
    return await withDeadline({ timeoutMs: pictureDeadlineMs, what: 'A picture for the trace' }, take);
  } catch (error) {
    log('warn', 'a picture is missing in the trace', error);
    return null;
  }
}

/** Looking changes nothing: no pictures. */
function isAction(tool: string): boolean {
  return tool.startsWith('action::');
}
