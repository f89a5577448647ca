import { expect, it } from 'vitest';
import type { Row } from './rows.ts';
import { toMarkdown, toText } from './table.ts';

const row = (more: Partial<Row>): Row => ({
  subject: 'app',
  task: 'first look',
  contestant: 'Deskscope',
  median: '9.5 ms',
  range: '9–10',
  samples: '5',
  found: '81',
  ratio: '',
  cpu: '',
  note: '',
  ...more,
});
const rows = [row({}), row({ contestant: 'pyatspi', median: '120 ms', ratio: '12.6 ×' }), row({ task: 'second look' })];

it('aligns figures to the right', () => {
  const [head, first, second] = toText(rows).split('\n');
  const end = (line: string | undefined, text: string) => (line ?? '').indexOf(text) + text.length;
  expect(end(first, '9.5 ms')).toBe(end(second, '120 ms'));
  expect(end(head, 'median')).toBe(end(first, '9.5 ms'));
});

it('prints a subject and a task once', () => {
  const text = toText(rows);
  expect(text.match(/app/g)).toHaveLength(1);
  expect(text.match(/first look/g)).toHaveLength(1);
  expect(text).toContain('second look');
});

it('omits columns that are empty in all rows', () => {
  expect(toText(rows)).not.toContain('CPU');
  expect(toText([row({ cpu: '70 + 30' })])).toContain('CPU');
});

it("escapes Markdown's cell borders", () => {
  expect(toMarkdown([row({ note: 'a|b' })])).toContain('a\\|b');
});
