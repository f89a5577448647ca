import { performance } from 'node:perf_hooks';
import type { FindResult } from '#contract/api';
import { AppError } from '#contract/errors';
import { noFacts } from '#contract/model/elements/element-facts';
import type { ElementDetails, ElementNode } from '#contract/model/elements/element';
import { center, type Rect } from '#contract/model/geometry';
import type { NearMiss } from '#contract/model/elements/tried-selector';
import { formatSelector, type PictureStep } from '#contract/model/elements/selector';
import type { WindowInfo } from '#contract/model/windows/window';
import type { RawNode } from '../../backend.ts';
import type { EngineContext } from '../../operations/operation.ts';
import { shoot } from '../../picture/shoot.ts';
import { toDetails, toElementNode } from '../../tree/to-node.ts';
import { isUnreported } from '../../tree/view.ts';
import { wholeTree } from '../../tree/walk.ts';
import { picturePrefix } from './found-pictures.ts';
import { allScales, lookFor, type Looking, type Sighting } from './look-for.ts';
import { Texts } from './texts.ts';
import type { Shot } from '../../picture/shots.ts';

/** Finds a picture in the picture of a window, as elements with bounds and nothing else. */
export async function findPictures(
  context: EngineContext,
  window: WindowInfo,
  step: PictureStep,
  { limit, signal }: { readonly limit: number; readonly signal: AbortSignal },
): Promise<FindResult> {
  const started = performance.now();
  const { shot, sightings } = await sightingsIn(context, window, step, { signal, scales: allScales });
  const found = sightings.filter(({ why }) => why === '');
  return {
    matches: found.slice(0, limit).map((one) => toNode(context, window, step, shot, one)),
    total: found.length,
    byPlace: false,
    scanned: sightings.length,
    truncated: found.length > limit,
    elapsedMs: performance.now() - started,
  };
}

/** Near matches, best first, with the mismatch of each. */
export async function nearPictures(
  context: EngineContext,
  window: WindowInfo,
  step: PictureStep,
  { limit, signal }: { readonly limit: number; readonly signal: AbortSignal },
): Promise<readonly NearMiss[]> {
  const { shot, sightings } = await sightingsIn(context, window, step, { signal, scales: [1] });
  const near = sightings.filter(({ why }) => why !== '').slice(0, limit);
  return near.map((one) => ({ element: toNode(context, window, step, shot, one), why: one.why }));
}

async function sightingsIn(
  context: EngineContext,
  window: WindowInfo,
  step: PictureStep,
  about: Pick<Looking, 'signal' | 'scales'>,
) {
  const shot = await shoot(context, { kind: 'window', window: window.id });
  const { x, y } = await context.backend.input.pointer();
  const pointer = { x: x - shot.bounds.x, y: y - shot.bounds.y };
  const texts = new Texts(context.recognizers, shot.pixels, about.signal);
  const mayBe = step.picture === undefined ? undefined : await unreportedAreaIn(context, window, shot, about.signal);
  const looking = { ...about, texts, pointer, ...(mayBe && { mayBe }) };
  return { shot, sightings: await lookFor(shot.pixels, step, looking) };
}

/** The area of a window that its app reports nothing about: pictures are searched for only there. */
async function unreportedAreaIn(
  context: EngineContext,
  window: WindowInfo,
  { bounds }: Shot,
  signal: AbortSignal,
): Promise<(part: Rect) => boolean> {
  const { root } = await context.backend.elements.walk(window, null, { ...wholeTree, signal });
  return (part) => {
    const middle = center(part);
    return isUnreported(root, { x: bounds.x + middle.x, y: bounds.y + middle.y });
  };
}

function toNode(
  { foundPictures }: EngineContext,
  window: WindowInfo,
  step: PictureStep,
  { bounds }: Shot,
  { part, text }: Sighting,
): ElementNode {
  const place = { ...part, x: bounds.x + part.x, y: bounds.y + part.y };
  const node = pictureNode(window, place, text);
  foundPictures.keep(window.id, node.runtimeId, formatSelector([step]));
  return toElementNode(window.id, node);
}

/** A place in the picture of a window as an element. @param bounds screen pixels @param text the text read on it */
export function pictureNode({ bounds: window }: WindowInfo, bounds: Rect, text: string): RawNode {
  const place = [bounds.x - window.x, bounds.y - window.y, bounds.width, bounds.height].join(',');
  return {
    runtimeId: picturePrefix + place,
    controlType: 'Image',
    role: 'picture',
    name: text,
    automationId: '',
    description: '',
    value: null,
    states: ['enabled', 'visible'],
    bounds,
    childCount: 0,
  };
}

export function pictureDetails(window: WindowInfo, node: RawNode): ElementDetails {
  return toDetails(window, { ...node, ...noFacts, patterns: [], actions: [], properties: {} });
}

/** An element found in a picture, in its current state. @throws AppError `element_stale` if it no longer looks the same */
export async function lookAgain(
  context: EngineContext,
  window: WindowInfo,
  runtimeId: string,
  signal: AbortSignal,
): Promise<ElementDetails> {
  const step = context.foundPictures.stepOf(window.id, runtimeId);
  const looking = { signal, scales: allScales };
  const { shot, sightings } = step ? await sightingsIn(context, window, step, looking) : { shot: null, sightings: [] };
  for (const { part, text, why } of sightings) {
    const place = shot && { ...part, x: shot.bounds.x + part.x, y: shot.bounds.y + part.y };
    const node = place && pictureNode(window, place, text);
    if (why === '' && node?.runtimeId === runtimeId) return pictureDetails(window, node);
  }
  throw new AppError('element_stale', 'The picture no longer matches at that position.');
}
