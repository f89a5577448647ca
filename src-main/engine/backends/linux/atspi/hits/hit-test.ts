import { area, contains, type Point, type Rect } from '#contract/model/geometry';
import type { Accessibles } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import type { Frame } from '../frames/frames.ts';
import { maxDepth } from '../limits.ts';
import { offsetFor, readPlace } from '../places/place.ts';
import { sameRef, type Ref } from '../vocabulary/ref.ts';
import { hasBit } from '../vocabulary/states.ts';

/** Containers with more children than this are asked, never searched: a hover must not read a whole table. */
const maxSearched = 300;

/**
 * The deepest element at a screen point. The app's own answer is followed as far as it goes; below it, and where it
 * gives none, the children's places decide: several toolkits stop at a container.
 */
export async function hitTest(
  accessibles: Accessibles,
  frame: Frame,
  at: Point,
  signal: AbortSignal,
): Promise<Ref | null> {
  let current = frame.ref;
  for (let depth = 0; depth < maxDepth; depth++) {
    const next =
      (await askApp(accessibles, frame, current, at, signal)) ??
      (await searchChildren(accessibles, frame, current, at, signal));
    if (!next) break;
    current = next;
  }
  return sameRef(current, frame.ref) ? null : current;
}

/** The app's answer, where it leads further down and the element is really there. */
async function askApp(
  accessibles: Accessibles,
  frame: Frame,
  parent: Ref,
  at: Point,
  signal: AbortSignal,
): Promise<Ref | null> {
  const offset = await orElse(offsetFor(frame, parent, signal), frame.offset);
  const { x, y } = { x: at.x - offset.x, y: at.y - offset.y };
  const answer = await orElse(accessibles.childAtPoint(parent, x, y, signal), null);
  if (!answer || answer.bus !== frame.ref.bus || sameRef(answer, parent)) return null;
  const place = await placeSeen(accessibles, frame, answer, signal);
  if (!place || place === 'nowhere' || !contains(place, at)) return null;
  return ofTree(accessibles, parent, answer, signal);
}

/** Chromium answers with the text in a button that says it has no children: what is no part of the tree is its parent. */
async function ofTree(accessibles: Accessibles, asked: Ref, answer: Ref, signal: AbortSignal): Promise<Ref | null> {
  const parent = await orElse(accessibles.parent(answer, signal), null);
  if (!parent || parent.bus !== answer.bus) return answer;
  if ((await orElse(accessibles.childCount(parent, signal), 1)) !== 0) return answer;
  return sameRef(parent, asked) ? null : parent;
}

/** Of several children at the point the smallest: what lies in front is rarely the larger. */
async function searchChildren(
  accessibles: Accessibles,
  frame: Frame,
  parent: Ref,
  at: Point,
  signal: AbortSignal,
): Promise<Ref | null> {
  const count = await orElse(accessibles.childCount(parent, signal), 0);
  if (count <= 0 || count > maxSearched) return null;
  const children = await orElse(accessibles.children(parent, signal), []);
  const places = await Promise.all(children.map((child) => placeSeen(accessibles, frame, child, signal)));
  let best: { readonly ref: Ref; readonly size: number } | null = null;
  for (const [i, ref] of children.entries()) {
    const place = places[i];
    if (!place || place === 'nowhere' || !contains(place, at)) continue;
    if (!best || area(place) < best.size) best = { ref, size: area(place) };
  }
  return (
    best?.ref ??
    searchThrough(
      accessibles,
      frame,
      children.filter((_, i) => places[i] === 'nowhere'),
      at,
      signal,
    )
  );
}

/** A shown element without a place of its own (the page of a GTK notebook) may hold the one that is meant. */
async function searchThrough(
  accessibles: Accessibles,
  frame: Frame,
  placeless: readonly Ref[],
  at: Point,
  signal: AbortSignal,
): Promise<Ref | null> {
  for (const parent of placeless) {
    const found = await searchChildren(accessibles, frame, parent, at, signal);
    if (found) return found;
  }
  return null;
}

/** Where the element is, if a person can see it; `nowhere` for what is shown but has no place. */
async function placeSeen(
  accessibles: Accessibles,
  frame: Frame,
  ref: Ref,
  signal: AbortSignal,
): Promise<Rect | 'nowhere' | null> {
  const place = async () => readPlace(accessibles, frame, { ref, role: await accessibles.role(ref, signal) }, signal);
  const [found, states] = await Promise.all([
    orElse(place(), 'unseen' as const),
    orElse(accessibles.states(ref, signal), null),
  ]);
  if (found === 'unseen' || !states || !hasBit(states, frame.toolkit.seenBy)) return null;
  return found ?? 'nowhere';
}
