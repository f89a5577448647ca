import { expect, it } from 'vitest';
import { shownBy, testsOf } from './abilities.mjs';
import { reasonsFor } from './reasons.mjs';
import { begin, end, withRun, withTable } from './table.mjs';

const file = 'src-main/engine/backends/linux/wayland';
const test = (/** @type {string} */ name, /** @type {'passed' | 'failed' | 'skipped'} */ state) => ({
  name: `${file}/${name}`,
  state,
});

it('reports tested abilities, without those of other desktops', () => {
  const tests = [
    test('kwin.linux.test.ts › KWin › hits what it means', 'passed'),
    test('kwin.linux.test.ts › KWin › types and pastes any character into apps of GTK 3, and reads it back', 'passed'),
    test('kwin.linux.test.ts › KWin › types and pastes any character into apps of GTK 4, and reads it back', 'failed'),
    test('kwin.linux.test.ts › KWin › shows windows that others cover', 'skipped'),
    test('recording.linux.test.ts › KWin › records what a person presses', 'passed'),
    test('recording.linux.test.ts › GNOME › records what a person presses', 'failed'),
  ];
  expect(shownBy(testsOf(tests, ['KWin']))).toEqual({
    Hit: 'yes',
    'Any text (`é ß 漢字 Ω я 🙂`)': 'partly',
    Record: 'yes',
  });
});

/** @type {import('./table.mjs').Seen} */
const seen = {
  suite: 'trixie',
  desktop: 'kwin',
  versions: ['kwin-wayland 4:6.3.6-1'],
  on: '2026-11-28',
  abilities: { Hit: 'yes' },
  reasons: reasonsFor('kwin', ['kwin-wayland 4:6.3.6-1']),
  passed: 8,
  failed: 0,
};

it('writes the latest results between its marks, with the reasons for missing abilities', () => {
  const all = withRun(withRun([], { ...seen, on: '2026-11-01' }), seen);
  expect(all).toEqual([seen]);
  const text = withTable(`# Before\n${begin}\nold\n${end}\nafter\n`, all);
  expect(text).toContain('| Hit | yes |');
  expect(text).toContain('| Picture of a covered window | no (1) |');
  expect(text).toContain('| Outline | not tried |');
  expect(text).toMatch(/^# Before[^]*\n1\. KWin 6 takes no pictures[^]*after\n$/);
  expect(text).not.toContain('old');
  expect(withTable(text, all)).toBe(text);
});

it('needs a place for its table', () => {
  expect(() => withTable('# No marks', [seen])).toThrow('no place for its table');
});
