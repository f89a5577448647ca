import { expect, it } from 'vitest';
import type { Measurement } from './measurement.ts';
import { formatNumber, toRows } from './rows.ts';

const measurement = (more: Partial<Measurement>): Measurement => ({
  subject: 'app',
  task: 'look',
  contestant: 'Deskscope',
  unit: 'ms',
  samples: [10],
  found: [],
  cpu: [],
  note: '',
  ...more,
});

it("reports the ratio of a peer's time to ours", () => {
  const rows = toRows([measurement({ contestant: 'peer', samples: [130, 120, 125] }), measurement({})]);
  expect(rows.map(({ contestant, ratio }) => [contestant, ratio])).toEqual([
    ['Deskscope', ''],
    ['peer', '12.5 ×'],
  ]);
});

it("reports the ratio of our rate to a peer's", () => {
  const rate = { unit: 'per s', samples: [4_000] } as const;
  const rows = toRows([measurement(rate), measurement({ ...rate, contestant: 'peer', samples: [1_000] })]);
  expect(rows[1]?.ratio).toBe('4 ×');
});

it('compares only the same task on the same app', () => {
  const rows = toRows([
    measurement({}),
    measurement({ subject: 'other', contestant: 'peer' }),
    measurement({ task: 'again', contestant: 'peer' }),
  ]);
  expect(rows.map(({ subject, task, ratio }) => `${subject} ${task} ${ratio}`)).toEqual([
    'app look ',
    'app again ',
    'other look ',
  ]);
});

it('shows when samples found different numbers of items', () => {
  expect(toRows([measurement({ found: [906, 949, 906] })])[0]?.found).toBe('906–949');
  expect(toRows([measurement({ found: [906, 906] })])[0]?.found).toBe('906');
});

it('takes the median of each part of the processor time', () => {
  const cpu = [
    { own: 10, app: 3 },
    { own: 30, app: 1 },
    { own: 20, app: 2 },
  ];
  expect(toRows([measurement({ cpu })])[0]?.cpu).toBe('20 + 2');
});

it('writes no more digits than were measured', () => {
  expect([0.123456, 1.23456, 12.3456, 1234.56].map(formatNumber)).toEqual(['0.12', '1.23', '12.3', '1235']);
});
