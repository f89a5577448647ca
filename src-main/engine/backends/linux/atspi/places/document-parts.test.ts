import { expect, it } from 'vitest';
import { scriptedAccessibles, scriptedBus, type ScriptedElement } from '../../testing/scripted-accessibles.ts';
import { roleNumber } from '../vocabulary/roles.ts';
import { DocumentParts } from './document-parts.ts';
import { placeOf } from './place.ts';

const { signal } = new AbortController();
const rect = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });
const element = (role: string, bounds: ScriptedElement['bounds'], parent?: string): ScriptedElement => ({
  role: roleNumber(role),
  bounds,
  children: [],
  ...(parent !== undefined && { parent }),
});

/** A page of 700 × 300 logical pixels at scale 2, below a bar of 75, with a box 50 right of and 100 below its corner. */
const pageAt = (corner: number, box: number) =>
  new Map<string, ScriptedElement>([
    ['/frame', element('frame', rect(0, 0, 700, 375))],
    ['/holder', element('filler', rect(0, 75, 700, 300), '/frame')],
    ['/page', element('document web', rect(0, corner, 1400, 600), '/holder')],
    ['/box', element('check box', rect(100, box, 40, 40), '/page')],
  ]);

it.each([
  ['Chromium, from the corner of the window', pageAt(150, 350), false],
  ['Qt WebEngine, from that of the page', pageAt(75, 275), true],
])('scales page coordinates to drawn pixels: %s', async (_, elements, fromCorner) => {
  const { accessibles } = scriptedAccessibles(elements);
  const ref = (path: string) => ({ bus: scriptedBus, path });
  const parts = new DocumentParts(accessibles, ref('/frame'), { x: 1000, y: 500, scale: 2 }, { fromCorner });
  const offset = await parts.offsetOf(ref('/box'), signal);
  expect(offset && placeOf(elements.get('/box')!.bounds, offset)).toEqual(rect(1100, 850, 40, 40));
  expect(await parts.offsetOf(ref('/holder'), signal)).toBeNull();
});
