import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monotonicMs } from '../../../../../base/async/monotonic.ts';
import type { Disposable } from '../../../../../base/async/disposable.ts';
import type { ReportedKey } from '../compositor.ts';
import { CompositorLost } from '../wire/failure.ts';
import { maxReportDelayMs, type EventTime } from './event-time.ts';

/** Anyone who dates input may round, in milliseconds. No finger is so quick. */
export const roundedMs = 15;

/** A key or button of linux/input-event-codes.h that goes down or up; their numbers are all different. */
export interface Change {
  readonly code: number;
  readonly down: boolean;
}

/** A change that we sent: in between the compositor took it. */
interface Sent {
  readonly from: number;
  until: number;
  /** How long a key that went down was held, and may be repeated. */
  heldUntil: number;
  isReceived: boolean;
}

/** A notch of the wheel, which nobody holds, as a change. @param notches as in `Told` */
export function turned(notches: number): Change {
  return { code: notches > 0 ? -1 : -2, down: false };
}

/** Distinguishes what we sent from what a person does: who receives a press is not told whose it is, but when it came about. */
export class SentPresses {
  readonly #followers = new Set<SentFollower>();
  readonly #now: () => number;

  /** @param now milliseconds of the machine's monotonic clock */
  constructor(now = monotonicMs) {
    this.#now = now;
  }

  /** Sends a change. To send it may take long where the compositor is busy. */
  async sending(change: Change, send: () => Promise<void>): Promise<void> {
    const sent = [...this.#followers].map((follower) => follower.expect(change));
    try {
      await send();
    } finally {
      for (const done of sent) done();
    }
  }

  /** What is sent from now on. */
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

  /** @returns to be called when it was sent */
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
   * Whether we sent it; each change is to be asked about once, as it comes. A key that we hold down is repeated.
   * @param lateMs how much later than it was the change may be dated
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

/** Two may report one key, each at its own pace, with the time of the compositor's: the first is received. */
export class KeyOnce {
  #known: readonly Known[] = [];

  /** @param by who reports: repeats of a held key that one reports are as many keys */
  isNew({ code, time }: Pick<ReportedKey, 'code' | 'time'>, by: string): boolean {
    const isSame = (each: Known) => each.code === code && Math.abs(each.time - time) <= roundedMs && each.by !== by;
    const other = this.#known.find(isSame);
    if (other) this.#known = this.#known.filter((each) => each !== other);
    else this.#known = [...this.#known.filter((each) => time - each.time < maxReportDelayMs), { code, time, by }];
    return other === undefined;
  }
}

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

  /** To be called before it is sent. @throws CompositorLost if the session's folder is gone, as after its end */
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

  /** Milliseconds since then; null if nobody has sent any. */
  ago(): number | null {
    try {
      const at = Number(readFileSync(this.#file, 'utf8'));
      return Number.isFinite(at) && at > 0 ? Math.max(0, monotonicMs() - at) : null;
    } catch {
      return null;
    }
  }
}
