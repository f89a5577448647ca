import { expect, test } from 'vitest';
import type { RawDetails } from '../backend.ts';
import { shows } from './pattern-effects.ts';

const element = (properties: Readonly<Record<string, string>>) =>
  ({ states: [], bounds: { x: 10, y: 10, width: 50, height: 20 }, properties }) as unknown as RawDetails;
const zoomed = (level: string | null, zoom: number) => {
  const after = element(level === null ? {} : { Transform2ZoomLevel: level });
  return shows(element({ Transform2ZoomLevel: '100' }), after, { pattern: 'transform', zoom });
};

test('a zoom is verified by the reported zoom level', () => {
  expect(zoomed('200', 200)).toBe(true);
  expect(zoomed('199.6', 200)).toBe(true);
  expect(zoomed('100', 200)).toBe(false);
  // Not beyond what the app allows.
  expect(zoomed('150', 400)).toBe(false);
  expect(zoomed(null, 200)).toBe(true);
});

test('checks both position and zoom', () => {
  const after = element({ Transform2ZoomLevel: '200' });
  expect(shows(after, after, { pattern: 'transform', x: 10, zoom: 200 })).toBe(true);
  expect(shows(after, after, { pattern: 'transform', x: 90, zoom: 200 })).toBe(false);
});
