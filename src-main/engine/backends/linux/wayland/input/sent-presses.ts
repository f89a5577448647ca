import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monotonicMs } from '../../../../../base/async/monotonic.ts';
import type { Disposable } from '../../../../../base/async/disposable.ts';
import type { ReportedKey } from '../compositor.ts';
import { CompositorLost } from '../wire/failure.ts';
import { maxReportDelayMs, type EventTime } from './event-time.ts';

/** Rounding tolerance for timestamps, in milliseconds; shorter than any human press. */
export const roundedMs = 15;

/** A key or button of linux/input-event-codes.h that goes down or up; the number ranges do not overlap. */
export interface Change {
  readonly code: number;
  readonly down: boolean;
}

/** A change that we sent; the compositor processed it within this interval. */
interface Sent {
  readonly from: number;
  until: number;
  /** How long a key was held and may repeat. */
  heldUntil: number;
  isReceived: boolean;
}

/** A wheel notch as a change. @param notches as in `Told` */
export function turned(notches: number): Change {
  return { code: notches > 0 ? -1 : -2, down: false };
}

/** Distinguishes our input from the user's by time: reported input does not name its source, only when it happened. */
export class SentPresses {
  readonly #followers = new Set<SentFollower>();
  readonly #now: () => number;

  /** @param now milliseconds of the machine's monotonic clock */
  constructor(now = monotonicMs) {
    this.#now = now;
  }

  /** Records a change. Sending may take long if the compositor is busy. */
  async sending(change: Change, send: () => Promise<void>): Promise<void> {
    const sent = [...this.#followers].map((follower) => follower.expect(change));
    try {
      await send();
    } finally {
      for (const done of sent) done();
    }
  }

  /** The change being sent. */
  follow(): SentFollower {
    const follower: SentFollower = new SentFollower(this.#now, () => this.#followers.delete(follower));
    this.#followers.add(follower);
    return follower;
  }
}

export class SentFollower implements Disposable {
  readonly #now: () => number;
  readonly #end: () => void;
  readonly #sent = new Map<string, Sent[]>();

  constructor(now: () => number, end: () => void) {
    this.#now = now;
    this.#end = end;
  }

  dispose(): void {
    this.#end();
  }

  /** @returns a function to call once it was sent */
  expect(change: Change): () => void {
    const sent: Sent = { from: this.#now(), until: Infinity, heldUntil: Infinity, isReceived: false };
    const alike = this.#alike(change);
    while (alike[0] && alike[0].heldUntil < sent.from - maxReportDelayMs) alike.shift();
    alike.push(sent);
    const held = change.down ? undefined : this.#alike({ ...change, down: true }).at(-1);
    return () => {
      sent.until = this.#now();
      if (!change.down) sent.heldUntil = sent.until;
      if (held) held.heldUntil = Math.min(held.heldUntil, sent.until);
    };
  }

  /**
   * Whether we sent the change; to be called once per change, in order. A key that we hold repeats.
   * @param lateMs maximum delay of its timestamp
   */
  isOurs(change: Change, { time, since = time }: EventTime, lateMs = 0): boolean {
    const begun = this.#alike(change).filter(({ from }) => from - roundedMs <= time);
    const during = begun.filter(({ heldUntil }) => since <= heldUntil + roundedMs);
    const isUnreported = ({ isReceived }: Sent) => !isReceived;
    const held = during.find(({ heldUntil }) => time <= heldUntil + roundedMs);
    const late = begun.filter(({ until }) => since <= until + lateMs);
    const found = during.find(isUnreported) ?? held ?? late.find(isUnreported);
    if (found) found.isReceived = true;
    return found !== undefined;
  }

  #alike({ code, down }: Change): Sent[] {
    const key = `${code} ${down}`;
    const known = this.#sent.get(key) ?? [];
    this.#sent.set(key, known);
    return known;
  }
}

type Known = Pick<ReportedKey, 'code' | 'time'> & { readonly by: string };

/**
 * Deduplicates keys reported by two sources with different delays and the same compositor timestamps: the first report counts.
 */
export class KeyOnce {
  #known: readonly Known[] = [];

  /** @param by the source: repeated reports of a held key by one source are separate presses */
  isNew({ code, time }: Pick<ReportedKey, 'code' | 'time'>, by: string): boolean {
    const isSame = (each: Known) => each.code === code && Math.abs(each.time - time) <= roundedMs && each.by !== by;
    const other = this.#known.find(isSame);
    if (other) this.#known = this.#known.filter((each) => each !== other);
    else this.#known = [...this.#known.filter((each) => time - each.time < maxReportDelayMs), { code, time, by }];
    return other === undefined;
  }
}

/** Minimum interval between writes, in milliseconds. */
const everyMs = 100;

/**
 * When any Deskscope of this user last sent input, by the machine's monotonic clock; in a session file shared by all of them.
 */
export class SentMark {
  readonly #file: string;
  #written = -everyMs;

  constructor(folder = process.env['XDG_RUNTIME_DIR'] ?? tmpdir()) {
    this.#file = join(folder, 'deskscope-sent');
  }

  /** To be called before sending. @throws CompositorLost if the session's folder is gone, e.g. after its end */
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

  /** Milliseconds since then; null if none was sent. */
  ago(): number | null {
    try {
      const at = Number(readFileSync(this.#file, 'utf8'));
      return Number.isFinite(at) && at > 0 ? Math.max(0, monotonicMs() - at) : null;
    } catch {
      return null;
    }
  }
}
