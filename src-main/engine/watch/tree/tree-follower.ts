import { performance } from 'node:perf_hooks';
import { AppError, toWire, type WireError } from '#contract/errors';
import type { TreeNode, TreeSnapshot, TreeView } from '#contract/model/elements/element';
import { sameRect } from '#contract/model/geometry';
import type { Picture } from '#contract/model/picture';
import { comesIntoView, diffTrees, samePlaces, type TreeDiff, type TreeLook } from '#contract/model/elements/tree-look';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import { sleep } from '../../../base/async/deadline.ts';
import type { Disposable } from '../../../base/async/disposable.ts';
import type { RawNode } from '../../backend.ts';
import type { CallContext, EngineContext, Operation } from '../../operations/operation.ts';
import { encodePicture } from '../../picture/encode.ts';
import { shootAsSeen } from '../../picture/shoot.ts';
import { rawRootOf, tree } from '../../tree/read.ts';
import { windowOf } from '../../windows/lookup.ts';
import type { Shot } from '../../picture/shots.ts';

/** Minimum time between looks, in milliseconds: at most ten a second, however much an app moves. */
const leastGapMs = 100;
/** Looks take at most a quarter of the time. */
const restShare = 3;
/** If the platform has change hints, the look interval for a window without hints, in milliseconds. */
const quietMs = 1_000;
/** Maximum age of the picture if no paints are reported, in milliseconds. */
const pictureAgeMs = 2_000;
/** How often a picture is retaken because elements moved meanwhile. */
const attempts = 3;
/** Timeout of one look, in milliseconds; queries that the app did not answer in time are not repeated. */
const lookMs = 15_000;
/** Minimum remaining time for the last reading, however long the others took; milliseconds. */
const leastReadMs = 1_000;
/** Time without a caller after which hints end, in milliseconds. */
const idleMs = 3_000;
/** Trees kept for selectors of elements that are gone. */
const maxKept = 60;
/** Deeper levels of a larger tree are read when the user expands them. */
const maxNodes = 5_000;

/** The last report. */
interface Reported {
  readonly look: Omit<TreeLook, 'tree' | 'diff' | 'picture'>;
  readonly root: TreeNode;
  /** From the previous look. */
  readonly diff: TreeDiff | null;
  readonly picture: Picture | null;
  readonly stamp: number | null;
  /** When the picture was taken, on the clock of `performance.now()`. */
  readonly takenAt: number;
}

interface TreeState {
  readonly window: WindowInfo;
  readonly root: TreeNode;
  readonly info: Omit<TreeSnapshot, 'root'>;
}

/** The result of one look. */
interface Seen
  extends TreeState, Pick<TreeLook, 'settled' | 'pictureError'>, Pick<Reported, 'picture' | 'stamp' | 'takenAt'> {}

/** A look in progress. */
interface Turn {
  readonly signal: AbortSignal;
  /** Its deadline, on the clock of `performance.now()`. */
  readonly end: number;
}

/**
 * One followed window. A picture matches a tree if elements were at the same places before and after it was taken; if elements
 * have moved, their painting must also be between the previous picture and this one. A paint during a picture makes the next
 * look take another.
 */
export class TreeFollower {
  readonly #context: EngineContext;
  readonly #window: WindowId;
  readonly #view: TreeView;
  #reported: Reported | null = null;
  /** Recent trees by the sequence of their look, oldest first. */
  readonly #kept = new Map<number, RawNode>();
  #looking: Promise<unknown> = Promise.resolve();
  /** No look before this time, on the clock of `performance.now()`. */
  #restUntil = 0;
  #hints: Disposable | undefined;
  #hinted = false;
  #wake: () => void = () => undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(context: EngineContext, window: WindowId, view: TreeView) {
    this.#context = context;
    this.#window = window;
    this.#view = view;
  }

  /**
   * Resolves as soon as the window differs from the look `since`, at the latest after `waitMs` and one look. If that time ends
   * before the app may be queried again, reports no known change.
   */
  async next(since: number | null, waitMs: number, call: CallContext): Promise<TreeLook> {
    const end = performance.now() + waitMs;
    clearTimeout(this.#idle);
    try {
      // Followers call again at once, which is no reason to look again at once.
      let reported = waitMs > 0 && since !== null && this.#reported?.look.sequence === since ? this.#reported : null;
      for (;;) {
        if (reported && !(await this.#rest(end, call.signal))) return answer(reported, since);
        reported = await this.#takeTurn(call);
        if (reported.look.sequence !== since || performance.now() >= end) return answer(reported, since);
      }
    } finally {
      clearTimeout(this.#idle);
      this.#idle = setTimeout(() => this.dispose(), idleMs).unref();
    }
  }

  /** The raw tree of a recent look; null for an older one. */
  rootAt(sequence: number): RawNode | null {
    return this.#kept.get(sequence) ?? null;
  }

  dispose(): void {
    clearTimeout(this.#idle);
    this.#hints?.dispose();
    this.#hints = undefined;
  }

  #takeTurn(call: CallContext): Promise<Reported> {
    const looking = this.#looking.catch(() => undefined).then(() => this.#look(call));
    this.#looking = looking;
    return looking;
  }

  async #look({ signal }: CallContext): Promise<Reported> {
    signal.throwIfAborted();
    const started = performance.now();
    const turn = { signal, end: started + lookMs };
    this.#hinted = false;
    try {
      const now = await this.#see(turn);
      const reported = this.#reported;
      const at = Date.now();
      const stamp = await this.#stampOf(now.window);
      if (reported && this.#isAsReported(reported, now, stamp)) {
        this.#reported = { ...reported, look: { ...reported.look, at, info: now.info } };
      } else {
        this.#reported = await this.#notify(now, stamp, turn);
      }
      return this.#reported;
    } finally {
      const ended = performance.now();
      this.#restUntil = ended + Math.max(leastGapMs, (ended - started) * restShare);
    }
  }

  async #see({ signal, end }: Turn): Promise<TreeState> {
    const window = await windowOf(this.#context, this.#window);
    this.#listen(window);
    const input = { window: this.#window, view: this.#view, maxNodes };
    const timeoutMs = Math.max(leastReadMs, end - performance.now());
    const { root, ...info } = await tree(this.#context, input, { signal, timeoutMs });
    // Half a tree reports the other half as gone.
    if (info.truncated === 'time' && this.#reported) throw new AppError('target_not_responding');
    return { window, root, info };
  }

  /** Takes a picture and verifies that the tree is of the same moment. */
  async #notify(first: TreeState, firstStamp: number | null, turn: Turn): Promise<Reported> {
    let [treeState, stamp] = [first, firstStamp];
    for (let attempt = 1; ; attempt++) {
      const takenAt = performance.now();
      const shot = await this.#shoot();
      const after = await this.#see(turn);
      const afterStamp = await this.#stampOf(after.window);
      const stayed = samePlaces(treeState.root, after.root) && sameRect(treeState.window.bounds, after.window.bounds);
      const settled = stayed && this.#isPainted(after, stamp, afterStamp);
      if (settled || attempt === attempts || performance.now() > turn.end) {
        const picture = 'pixels' in shot ? await encodePicture(shot) : null;
        const pictureError = 'pixels' in shot ? null : shot;
        return this.#news({ ...after, settled, picture, pictureError, stamp, takenAt });
      }
      [treeState, stamp] = [after, afterStamp];
    }
  }

  /** An unchanged look keeps its number: if paints are unknown, pictures may be taken for nothing. */
  #news({ window, root, info, settled, picture, pictureError, stamp, takenAt }: Seen): Reported {
    const reported = this.#reported;
    const diff = reported && diffTrees(reported.root, root);
    const look = {
      sequence: (reported?.look.sequence ?? Date.now()) + 1,
      at: Date.now(),
      window,
      info,
      settled,
      pictureError,
    };
    const isSame = reported && !diff && reported.look.settled === settled && sameWindow(reported.look.window, window);
    if (isSame && samePicture(reported.picture, picture) && reported.look.pictureError?.code === pictureError?.code) {
      return { ...reported, stamp, takenAt, look: { ...look, sequence: reported.look.sequence } };
    }
    this.#keep(look.sequence, root);
    return { look, root, diff, picture, stamp, takenAt };
  }

  #keep(sequence: number, root: TreeNode): void {
    const raw = rawRootOf(root);
    if (raw) this.#kept.set(sequence, raw);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxKept && oldest !== undefined) this.#kept.delete(oldest);
  }

  /**
   * Apps report new positions before they paint them. A change of position since the last picture is in this one only if a paint
   * came before it and none after.
   */
  #isPainted({ window, root }: TreeState, before: number | null, after: number | null): boolean {
    const reported = this.#reported;
    if (!reported?.picture || before === null || !sameRect(reported.look.window.bounds, window.bounds)) return true;
    if (!comesIntoView(reported.root, root, window.bounds)) return true;
    return before !== reported.stamp && before === after;
  }

  async #shoot(): Promise<Shot | WireError> {
    try {
      return await shootAsSeen(this.#context, { kind: 'window', window: this.#window });
    } catch (error) {
      if (error instanceof AppError) return toWire(error);
      throw error;
    }
  }

  #isAsReported(reported: Reported, now: TreeState, stamp: number | null): boolean {
    if (!reported.look.settled || !sameWindow(reported.look.window, now.window)) return false;
    if (reported.root !== now.root && diffTrees(reported.root, now.root)) return false;
    if (reported.picture === null) return now.window.state === 'minimized' || !this.#isOld(reported);
    return stamp === null ? !this.#isOld(reported) : stamp === reported.stamp;
  }

  #isOld({ takenAt }: Reported): boolean {
    return performance.now() - takenAt > pictureAgeMs;
  }

  async #stampOf(window: WindowInfo): Promise<number | null> {
    return (await this.#context.backend.capture.painted?.(window)) ?? null;
  }

  #listen(window: WindowInfo): void {
    this.#hints ??= this.#context.backend.elements.watch?.(window, () => {
      this.#hinted = true;
      this.#wake();
    });
  }

  /**
   * Pauses queries of the app; if it gives hints, until a hint. Returns whether another look may be taken; false if `end` comes
   * first.
   */
  async #rest(end: number, signal: AbortSignal): Promise<boolean> {
    const now = performance.now();
    await sleep(Math.max(0, Math.min(this.#restUntil, end) - now), signal);
    if (end < this.#restUntil) return false;
    if (this.#hints && !this.#hinted) {
      const left = Math.max(0, end - performance.now());
      await Promise.race([new Promise<void>((resolve) => (this.#wake = resolve)), sleep(Math.min(quietMs, left))]);
    }
    return true;
  }
}

/** The look after `since` is reported as a difference, any other in full. */
function answer({ look, root, diff, picture }: Reported, since: number | null): TreeLook {
  if (since === look.sequence) return { ...look, tree: null, diff: null, picture: null };
  if (since === look.sequence - 1) return { ...look, tree: null, diff, picture };
  return { ...look, tree: root, diff: null, picture };
}

function sameWindow(a: WindowInfo, b: WindowInfo): boolean {
  return a.state === b.state && a.title === b.title && sameRect(a.bounds, b.bounds);
}

function samePicture(a: Picture | null, b: Picture | null): boolean {
  if (a === null || b === null) return a === b;
  return sameRect(a.bounds, b.bounds) && a.note === b.note && Buffer.compare(a.bytes, b.bytes) === 0;
}

/** Each follower keeps a tree and a picture. */
const maxFollowers = 4;

/** The followed windows; the most recently queried ones are kept. */
export class Followers implements Disposable {
  readonly #followers = new Map<string, TreeFollower>();

  of(context: EngineContext, window: WindowId, view: TreeView): TreeFollower {
    const key = `${window} ${view}`;
    const follower = this.#followers.get(key) ?? new TreeFollower(context, window, view);
    this.#followers.delete(key);
    this.#followers.set(key, follower);
    const [oldest] = this.#followers.keys();
    if (this.#followers.size > maxFollowers && oldest !== undefined) this.#drop(oldest);
    return follower;
  }

  dispose(): void {
    for (const key of [...this.#followers.keys()]) this.#drop(key);
  }

  #drop(key: string): void {
    this.#followers.get(key)?.dispose();
    this.#followers.delete(key);
  }
}

export const followTree: Operation<'followTree'> = (context, { window, view = 'raw', since, waitMs }, call) =>
  context.followers.of(context, window, view).next(since, waitMs, call);
