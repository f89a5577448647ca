import { performance } from 'node:perf_hooks';
import {
  formatSelector,
  parseSelector,
  type RankedSelector,
  type SelectorStep,
} from '#contract/model/elements/selector';
import { parseElementId, type ElementId } from '#contract/model/elements/element';
import type { InputEvent } from '#contract/model/engine';
import type { ExpectedElement, Expectation } from '#contract/model/recordings/expectation';
import type { WindowInfo } from '#contract/model/windows/window';
import { withDeadline } from '../../base/async/deadline.ts';
import type { PartProvider, RawNode, Word } from '../backend.ts';
import type { EngineContext } from '../operations/operation.ts';
import { matchSelector } from '../selectors/match.ts';
import { relearned } from '../selectors/relearned.ts';
import { isPart } from '../tree/part.ts';
import { pathTo } from '../tree/walk.ts';
import type { Roots } from './tree/effects.ts';
import { rootOf } from './found.ts';

/** How long an app may take to report whether there is another such element, in milliseconds. */
const askMs = 1_000;
/** … and the position of an element without a name, which the step needs. Milliseconds. */
const placeMs = 4_000;
const mostKept = 3;

/** In a partly read window, only the app knows whether an element is unique. */
interface Partly {
  readonly parts: PartProvider;
  readonly window: WindowInfo;
  readonly root: RawNode;
}

function partly({ backend }: EngineContext, window: WindowInfo, root: RawNode | undefined): Partly | null {
  const { parts } = backend.elements;
  return parts && root && isPart(root) ? { parts, window, root } : null;
}

/**
 * The event with the selectors of its target that match no other element of its window, followed by those that could not be
 * verified. If no selector has a name, the position precedes the surroundings. Never throws.
 */
export async function withSoleSelectors(context: EngineContext, event: InputEvent): Promise<InputEvent> {
  if (!('target' in event) || !event.target || !('window' in event) || !event.window) return event;
  const { target, window } = event;
  const where = partly(context, window, rootOf(target.selectors));
  const selectors = relearned(target.selectors, context.learned.apps.get(window.app));
  if (!where) return selectors === target.selectors ? event : { ...event, target: { ...target, selectors } };
  const sole: RankedSelector[] = [];
  const unsure: RankedSelector[] = [];
  for (const ranked of selectors) {
    if (sole.length === mostKept) break;
    const fits = await fitsAlone(context, where, ranked.selector);
    if (fits !== false) (fits ? sole : unsure).push(ranked);
  }
  const isNamed = sole.length > 0 || unsure.some(isCalled);
  const place = isNamed ? [] : await byPlace(context, where, target.element.id);
  const kept = [...sole, ...unsure.filter(isCalled), ...place, ...unsure.filter((one) => !isCalled(one))];
  return { ...event, target: { ...target, selectors: kept.slice(0, mostKept) } };
}

function isCalled({ selector }: RankedSelector): boolean {
  const last = parseSelector(selector).at(-1);
  return last?.name !== undefined || last?.id !== undefined;
}

async function byPlace(context: EngineContext, { parts, window }: Partly, id: ElementId): Promise<RankedSelector[]> {
  const began = performance.now();
  try {
    const what = 'Counting what stands before an element';
    const ask = () => parts.indices(window, parseElementId(id).runtimeId);
    const path = await withDeadline({ timeoutMs: placeMs, what }, ask);
    if (!path?.length) return [];
    const elapsedMs = performance.now() - began;
    return [{ selector: formatSelector([{ path }]), kind: 'path', grade: 'E', matchCount: 1, elapsedMs }];
  } catch (error) {
    context.log('info', 'where an element stands is not known', error);
    return [];
  }
}

/** The effects whose elements are unique; for removed elements, only if no similar one remains. Never throws. */
export async function soleEffects(
  context: EngineContext,
  window: WindowInfo,
  roots: Roots,
  expected: readonly Expectation[],
): Promise<readonly Expectation[]> {
  const kept = await Promise.all(
    expected.map(async (one) => {
      const element = 'element' in one ? one.element : undefined;
      const where = partly(context, window, one.type === 'gone' ? roots.before : roots.after);
      return !where || !element || one.type === 'shows' || (await isSole(context, where, element)) ? [one] : [];
    }),
  );
  return kept.flat();
}

async function isSole(context: EngineContext, where: Partly, { selector }: ExpectedElement): Promise<boolean> {
  return (await fitsAlone(context, where, selector)) === true;
}

/** Null if unknown: it depends on the surroundings, or the app did not answer. */
async function fitsAlone(context: EngineContext, where: Partly, selector: string): Promise<boolean | null> {
  const steps = parseSelector(selector);
  let from: string | null = null;
  let isKnown = true;
  for (const [index, step] of steps.entries()) {
    const [node, ...others] = matchSelector(where.root, steps.slice(0, index + 1));
    if (!node || others.length > 0 || step.nth !== undefined) return false;
    if (step.path !== undefined) return isWholePath(where.root, node);
    const only = await isOnly(context, where, { from, node, step });
    if (only === false) return false;
    isKnown &&= only === true;
    from = node.runtimeId;
  }
  if (isKnown) return true;
  // A role alone is rarely unique.
  return steps.slice(-1).some(({ role: _, ...words }) => Object.keys(words).length > 0) ? null : false;
}

/** A path counts children, so all preceding siblings must have been read. */
function isWholePath(root: RawNode, node: RawNode): boolean {
  const path = pathTo(root, node.runtimeId) ?? [];
  return path.length > 0 && path.slice(0, -1).every(({ more }) => !more);
}

interface Asked {
  readonly from: string | null;
  readonly node: RawNode;
  readonly step: SelectorStep;
}

async function isOnly(
  context: EngineContext,
  { parts, window }: Partly,
  { from, node, step }: Asked,
): Promise<boolean | null> {
  const words = wordsOf(step, node);
  // There may be thousands of that role, or none: the other conditions of the step distinguish them.
  if (words.length === 0 || (saysMore(step) && words.every((word) => word === 'controlType'))) return null;
  try {
    const what = 'Looking for another such element';
    const only = await withDeadline({ timeoutMs: askMs, what }, () => parts.isOnly(window, from, node, words));
    return only === false && saysMore(step) ? null : only;
  } catch (error) {
    context.log('info', 'whether a selector fits alone is not known', error);
    return null;
  }
}

/** The part of a step that the app can search for. */
function wordsOf({ role, name, id }: SelectorStep, node: RawNode): readonly Word[] {
  return [
    ...(role === node.controlType ? (['controlType'] as const) : []),
    ...(name === undefined ? [] : (['name'] as const)),
    ...(id === undefined ? [] : (['automationId'] as const)),
  ];
}

/** It has conditions that apps cannot search for. */
function saysMore({ nameContains, description, label, near, row, column }: SelectorStep): boolean {
  return [nameContains, description, label, near, row, column].some((one) => one !== undefined);
}
