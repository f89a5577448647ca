import { performance } from 'node:perf_hooks';
import { withDeadline } from '../../base/deadline.ts';
import type { RecordedTarget } from '#contract/model/engine';
import { contains, type Point } from '#contract/model/geometry';
import type { WindowId, WindowInfo } from '#contract/model/window';
import type { EngineContext } from '../operation.ts';
import { toGrey } from '../picture/ink.ts';
import { crop } from '../picture/pixels.ts';
import { shoot, type Shot } from '../picture/shoot.ts';
import { differenceAt } from '../selectors/pictures/colours.ts';
import { pictureDetails, pictureNode } from '../selectors/pictures/find-picture.ts';
import { makePicture } from '../selectors/pictures/make-picture.ts';
import { matchPicture } from '../selectors/pictures/match-picture.ts';
import { Texts } from '../selectors/pictures/texts.ts';
import { isPart } from '../tree/part.ts';
import { isOwn } from '../windows/lookup.ts';
import { isCovered } from './target-pictures.ts';
import type { WarmView } from './warm-tree.ts';

/** Pictures of so many windows are kept, those seen last, and so many of each. */
const mostWindows = 4;
const mostLooks = 3;
const shotMs = 500;
/** All that is done for one press together, in milliseconds: text is read, too. */
const makeMs = 4_000;
/** As far around the pointer things may look otherwise because it is there, in pixels. */
const hoverReach = 32;
/** A hand that rests where it pressed moves no further, in pixels. */
const restReach = 6;
/** As far around a place two pictures are compared, in pixels. */
const compared = 24;
/** What the pointer lights up is the same still; what looks less alike, or has so much other colours, is another thing. */
const [leastAlike, mostColour] = [0.7, 40];

/** How a window showed. */
interface Look {
  readonly shot: Shot;
  /** When its pixels were there, by the clock of input. */
  readonly at: number;
  readonly pointer: Point | null;
}

interface Silent {
  /** Newest last; none from after something was typed. */
  readonly looks: readonly Look[];
  readonly isTyped: boolean;
  /** As it is now; null where something happened since. */
  readonly now: Look | null;
}

/** At a press. */
interface Shown extends Silent {
  /** When something happened last before it, by the clock of input. */
  readonly since: number;
}

const unknown: Silent = { looks: [], isTyped: false, now: null };

/**
 * How windows look whose apps tell of no elements, so that what is pressed there is known by a picture. Nobody knows
 * which of their fields hold secrets: of what is typed into one nothing is ever kept, since from the first key on pictures
 * come from before it.
 */
export class SilentWindows {
  readonly #context: EngineContext;
  readonly #windows = new Map<WindowId, Silent>();
  #disturbances = 0;
  #last: { readonly target: RecordedTarget; readonly now: Look; readonly at: Point } | null = null;
  /** By the clock of input. */
  #disturbedAt = 0;

  constructor(context: EngineContext) {
    this.#context = context;
  }

  /** The window in front was read, or the pointer came to rest: keeps how it looks where it tells of nothing else. */
  async look(view: WarmView, pointer: Point | null): Promise<void> {
    const window = this.#silent(view);
    if (!window) return;
    const before = this.#disturbances;
    const shot = await this.#shoot(window);
    if (!shot || before !== this.#disturbances) return;
    const known = this.#windows.get(window.id) ?? unknown;
    const look = { shot, at: performance.now(), pointer };
    const looks = known.isTyped ? known.looks : [...known.looks, look].slice(-mostLooks);
    this.#set(window.id, { ...known, looks, now: look });
  }

  /** Something happened that may have changed what shows. */
  disturbed(): void {
    this.#disturbances += 1;
    this.#disturbedAt = performance.now();
    for (const [id, known] of this.#windows) this.#windows.set(id, { ...known, now: null });
  }

  /** A text may have been typed into the window in front, or where that may be another by now into any; `at` by the clock of input. */
  typed({ active, fresh }: WarmView, at: number): void {
    const ids = new Set([...(active ? [active.id] : []), ...(fresh ? [] : this.#windows.keys())]);
    for (const id of ids) {
      const known = this.#windows.get(id) ?? unknown;
      const looks = known.isTyped ? known.looks : known.looks.filter((look) => look.at < at);
      this.#set(id, { looks, isTyped: true, now: null });
    }
  }

  /** What is at a place as it looked before a press there; null where no picture tells it. Never throws. */
  async pressedAt(view: WarmView, at: Point): Promise<RecordedTarget | null> {
    const window = this.#silent(view);
    const known = window && this.#windows.get(window.id);
    const area = { x: at.x - compared, y: at.y - compared, width: 2 * compared, height: 2 * compared };
    if (!window || !known?.now || !contains(window.bounds, at) || isCovered(area, window, view.stack)) return null;
    const since = this.#disturbedAt;
    try {
      const limit = { timeoutMs: makeMs, what: 'A picture of what was pressed' };
      return await withDeadline(limit, (signal) => this.#make(window, { ...known, since }, at, signal));
    } catch (error) {
      this.#context.log('info', 'what was pressed has no picture', error);
      return null;
    }
  }

  async #make(window: WindowInfo, known: Shown, at: Point, signal: AbortSignal): Promise<RecordedTarget | null> {
    const same = await this.#sameAsBefore(window, known, at, signal);
    if (same) return same;
    const shot = await showing(known, at, signal);
    if (!shot || !known.now) return null;
    const { pixels, bounds } = shot;
    const texts = new Texts(this.#context.recognizers, pixels, signal);
    const made = await makePicture(pixels, { x: at.x - bounds.x, y: at.y - bounds.y }, texts, signal);
    if (!made) return null;
    const place = { ...made.part, x: bounds.x + made.part.x, y: bounds.y + made.part.y };
    const element = pictureDetails(window, pictureNode(window, place, made.text));
    const target = { element, selectors: [made.selector], picture: made.picture };
    this.#last = { target, now: known.now, at };
    return target;
  }

  /**
   * The pointer is still where it pressed before: how that looks without it is known from then. Elsewhere in the same
   * picture another thing may be, as it holds what stands close together.
   */
  async #sameAsBefore(
    { id }: WindowInfo,
    { now }: Silent,
    at: Point,
    signal: AbortSignal,
  ): Promise<RecordedTarget | null> {
    const last = this.#last;
    if (!last || !now || last.target.element.window.id !== id) return null;
    if (Math.hypot(at.x - last.at.x, at.y - last.at.y) > restReach) return null;
    return (await isAlike(last.now.shot, now.shot, at, signal)) ? last.target : null;
  }

  #silent({ active, root }: WarmView): WindowInfo | null {
    const isSilent = root !== null && !isPart(root) && !root.children?.length;
    return isSilent && active && !isOwn(this.#context, active) ? active : null;
  }

  #set(id: WindowId, known: Silent): void {
    this.#windows.delete(id);
    this.#windows.set(id, known);
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > mostWindows && oldest !== undefined) this.#windows.delete(oldest);
  }

  async #shoot({ id }: WindowInfo): Promise<Shot | null> {
    try {
      const limit = { timeoutMs: shotMs, what: 'A picture of a window' };
      return await withDeadline(limit, () => shoot(this.#context, { kind: 'window', window: id }));
    } catch (error) {
      this.#context.log('info', 'a window has no picture', error);
      return null;
    }
  }
}

/** The newest picture that shows the place as it is, where the pointer does not light it up, and in which nothing is typed. */
async function showing({ looks, now, isTyped, since }: Shown, at: Point, signal: AbortSignal): Promise<Shot | null> {
  if (!now) return null;
  const aside = looks.filter(({ pointer }) => !pointer || Math.hypot(pointer.x - at.x, pointer.y - at.y) > hoverReach);
  for (const { shot, at: time } of [...aside].reverse()) {
    // Since then the pointer has moved, and no more.
    const isOfNow = time > since && isOneSize(shot, now.shot);
    if (isOfNow || (await isAlike(shot, now.shot, at, signal))) return shot;
  }
  if (!isTyped) return now.shot;
  for (const { shot } of [...looks].reverse()) if (await isAlike(shot, now.shot, at, signal)) return shot;
  return null;
}

function isOneSize({ pixels: a }: Shot, { pixels: b }: Shot): boolean {
  return a.width === b.width && a.height === b.height;
}

/** Whether two pictures of a window show the same around a place. */
async function isAlike(before: Shot, now: Shot, at: Point, signal: AbortSignal): Promise<boolean> {
  if (!isOneSize(before, now)) return false;
  const { pixels, bounds } = now;
  const left = Math.max(0, at.x - bounds.x - compared);
  const top = Math.max(0, at.y - bounds.y - compared);
  const width = Math.min(2 * compared, pixels.width - left);
  const height = Math.min(2 * compared, pixels.height - top);
  const part = { x: left, y: top, width, height };
  const [old, current] = [crop(before.pixels, part), crop(pixels, part)];
  const difference = differenceAt(current, old, { x: 0, y: 0 });
  if (difference < 1) return true;
  const [match] = await matchPicture(toGrey(current), toGrey(old), signal);
  return difference <= mostColour && (match?.score ?? 0) >= leastAlike;
}
