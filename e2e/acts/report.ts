import { verdicts } from './judge.ts';
import type { Tried } from './session.ts';

/** An act with everything needed to repeat it. */
export function reported({ verdict, toolkit, seed: from, at, scale, act, change, answer, entries }: Tried): string {
  const when = change.during === null ? '' : `, ${change.during} ms into the call`;
  return [
    `${verdict.toUpperCase()}: ${toolkit} at scale ${scale}, ACTS_SEED=${from} ACTS_ONLY=${at}: ${act.kind} by ${act.by} on ${act.item.id} “${act.item.name}”, ${change.what}${when}`,
    `  call:   ${act.callText}`,
    `  change: ${JSON.stringify({ ops: change.ops, other: change.other, window: change.window })}; item ${JSON.stringify(act.item)}`,
    `  answer: ${answer.ok ? 'done' : `failed (${answer.delivery})`}: ${answer.text.slice(0, 500).replaceAll('\n', ' | ')}`,
    `  app:    ${entries.map(({ id, what, value }) => `${id || '·'} ${what}${value === null ? '' : ` ${JSON.stringify(value)}`}`).join(', ')}`,
  ].join('\n');
}

const width = { name: 24, count: 9 };

/** Verdicts by toolkit, act and change; and the duration of a click by ref in each toolkit. */
export function table(done: readonly Tried[]): string {
  const row = (name: string, of: readonly Tried[]) =>
    name.padEnd(width.name) +
    verdicts.map((each) => String(of.filter(({ verdict }) => verdict === each).length).padStart(width.count)).join('');
  const rows = (key: (one: Tried) => string) => {
    const all = [...new Set(done.map(key))];
    return [
      '',
      ...all.map((each) =>
        row(
          each,
          done.filter((one) => key(one) === each),
        ),
      ),
    ];
  };
  return [
    ' '.repeat(width.name) + verdicts.map((each) => each.padStart(width.count)).join(''),
    ...rows(({ toolkit }) => toolkit),
    ...rows(({ act }) => act.kind),
    ...rows(({ act }) => `by ${act.by}`),
    ...rows(({ change }) => change.what),
    '',
    ...speeds(done),
  ].join('\n');
}

/** Clicks on unchanged elements. */
function speeds(done: readonly Tried[]): readonly string[] {
  const clicks = done.filter(
    ({ act, change, verdict }) =>
      act.kind === 'click' && act.by === 'ref' && change.what === 'as it was' && verdict === 'right',
  );
  return [...new Set(done.map(({ toolkit }) => toolkit))].map((name) => {
    const times = clicks.filter(({ toolkit }) => toolkit === name).map(({ answer }) => answer.ms);
    const median = times.sort((a, b) => a - b)[times.length >> 1];
    const callText = median === undefined ? 'not tried' : `${Math.round(median)} ms (median of ${times.length})`;
    return `${name}, a click by ref: ${callText}`;
  });
}
