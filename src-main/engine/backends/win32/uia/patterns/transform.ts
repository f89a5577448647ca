import type { PatternCall } from '#contract/model/elements/pattern';
import { propertyIds } from '../../com/generated/ids.ts';
import { method } from '../../com/method.ts';
import { transformAbilities } from '../details/patterns.ts';
import { ask } from '../elements.ts';
import { boundsOf } from '../reading/row.ts';
import { CachedProperties, type PropertyName } from '../reading/row-properties.ts';
import { doAct, needed, unsupported, type Subject } from './subject.ts';

const move = method('IUIAutomationTransformPattern', 'Move');
const resize = method('IUIAutomationTransformPattern', 'Resize');
const rotate = method('IUIAutomationTransformPattern', 'Rotate');
const zoomTo = method('IUIAutomationTransformPattern2', 'Zoom');

const asked: readonly number[] = [
  propertyIds.BoundingRectangle,
  ...transformAbilities.map((name) => propertyIds[name]),
];

/** @throws AppError `pattern_not_supported`, before any change, if part of it is unsupported */
export function transform(subject: Subject, wanted: Extract<PatternCall, { pattern: 'transform' }>): void {
  const { x, y, width, height, degrees, zoom } = wanted;
  const moves = x !== undefined || y !== undefined;
  const sizes = width !== undefined || height !== undefined;
  const now = new CachedProperties(ask(subject.place.client, subject.owner, subject.element, asked));
  requireAbility(now, 'TransformCanMove', moves, 'moved');
  requireAbility(now, 'TransformCanResize', sizes, 'sized');
  requireAbility(now, 'TransformCanRotate', degrees !== undefined, 'turned');
  requireAbility(now, 'Transform2CanZoom', zoom !== undefined, 'zoomed');
  const bounds = boundsOf(now.element);
  if (bounds === null && (moves || sizes)) throw unsupported('The element is nowhere.');
  const pattern = needed(subject, 'Transform', 'IUIAutomationTransformPattern');
  if (moves) doAct(subject, move, pattern, x ?? bounds?.x ?? 0, y ?? bounds?.y ?? 0);
  if (sizes) doAct(subject, resize, pattern, width ?? bounds?.width ?? 0, height ?? bounds?.height ?? 0);
  if (degrees !== undefined) doAct(subject, rotate, pattern, degrees);
  if (zoom !== undefined) doAct(subject, zoomTo, needed(subject, 'Transform2', 'IUIAutomationTransformPattern2'), zoom);
}

function requireAbility(now: CachedProperties, ability: PropertyName, isWanted: boolean, done: string): void {
  if (isWanted && !now.is(ability)) throw unsupported(`The element cannot be ${done}.`);
}
