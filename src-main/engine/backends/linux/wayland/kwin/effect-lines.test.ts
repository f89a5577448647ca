import { expect, it } from 'vitest';
import { EffectLines, payloadOf } from './press-effect.ts';

it('is found in a log only by its token', () => {
  expect(payloadOf('js: token {"x":1}', 'token')).toEqual({ x: 1 });
  expect(payloadOf('js: other {"x":1}', 'token')).toBeNull();
  expect(payloadOf('js: token {"x":', 'token')).toBeNull();
});

const line = (said: number, run = 1, time = 1_000) => `js: token ${JSON.stringify({ run, said, time })}`;

it('is reported once, and not at all if it is older', () => {
  const lines = new EffectLines('token', 500);
  expect(lines.read(line(7, 1, 400))).toBeNull();
  expect(lines.read(line(8))).toMatchObject({ what: { said: 8 }, missing: false });
  expect([lines.read(line(8)), lines.read(line(7))]).toEqual([null, null]);
  expect(lines.read(line(9))).toMatchObject({ missing: false });
});

it('reports a gap if the log lost lines, or if the effect restarted', () => {
  const lines = new EffectLines('token', 0);
  lines.read(line(1));
  expect(lines.read(line(3))).toMatchObject({ missing: true });
  expect(lines.read(line(1, 2))).toMatchObject({ missing: true });
  expect(lines.read(line(2, 2))).toMatchObject({ missing: false });
});

it('is still reported after the clock was set back', () => {
  const lines = new EffectLines('token', 500);
  lines.read(line(1));
  expect(lines.read(line(2, 1, 100))).toMatchObject({ what: { said: 2 }, missing: false });
});
