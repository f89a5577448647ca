import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monotonicMs } from '../../../../../base/async/monotonic.ts';
import { CompositorLost } from '../wire/failure.ts';

/** How often it is written at most, in milliseconds. */
const everyMs = 100;

/**
 * When a Deskscope of this user has last sent input, in a file of the session that all of them share, by the machine's
 * monotonic clock.
 */
export class SentMark {
  readonly #file: string;
  #written = -everyMs;

  constructor(folder = process.env['XDG_RUNTIME_DIR'] ?? tmpdir()) {
    this.#file = join(folder, 'deskscope-sent');
  }

  /** To be called before it is sent. @throws CompositorLost where the session's folder is gone, as after its end */
  note(): void {
    const now = monotonicMs();
    if (now - this.#written < everyMs) return;
    this.#written = now;
    try {
      writeFileSync(this.#file, String(now), { mode: 0o600 });
    } catch {
      throw new CompositorLost('the folder of its session takes no files');
    }
  }

  /** Milliseconds since then; null where no one has sent any. */
  ago(): number | null {
    try {
      const at = Number(readFileSync(this.#file, 'utf8'));
      return Number.isFinite(at) && at > 0 ? Math.max(0, monotonicMs() - at) : null;
    } catch {
      return null;
    }
  }
}
