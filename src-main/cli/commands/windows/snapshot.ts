import { changeLines } from '#contract/model/elements/diff';
import type { SnapshotComparison, SnapshotOf } from '#contract/model/windows/window-snapshot';
import { compareSnapshots, readSnapshot, takeSnapshot } from '../../../runs/window-snapshot.ts';
import type { Command, Context, Outcome } from '../../command.ts';
import { checkWritable, writeResult } from '../../files.ts';
import type { Style } from '../../output/output.ts';
import { findWindow } from '../../targets/targets.ts';
import { UsageError } from '../../args.ts';

export const snapshot: Command = {
  name: 'snapshot',
  summary: 'Save the elements of a window to a file, or compare two such files.',
  usage: 'snapshot WINDOW (-o FILE.json | --with FILE.json) | snapshot --diff FILE.json FILE.json',
  options: {
    output: { type: 'string', short: 'o', value: 'FILE.json', help: 'Where to save the snapshot.' },
    with: { type: 'string', value: 'FILE.json', help: 'Compare the window as it is now with this snapshot.' },
    diff: { type: 'boolean', help: 'Compare two snapshots; exit code 1 where they differ.' },
  },
  positionals: [1, 2],
  async run(context, args) {
    const [output, other] = [args.text('output'), args.text('with')];
    if (args.flag('diff')) {
      return compared(context, compareSnapshots(await readSnapshot(args.at(0)), await readSnapshot(args.at(1))));
    }
    if ((output === undefined) === (other === undefined))
      throw new UsageError('Pass -o FILE.json or --with FILE.json.');
    if (output !== undefined) await checkWritable(output);
    const before = other === undefined ? null : await readSnapshot(other);
    const taken = await takeSnapshot(context.engine(), await findWindow(context, args.at(0)), context.signal);
    if (before) return compared(context, compareSnapshots(before, taken));
    await writeResult(output ?? '', `${JSON.stringify(taken)}\n`);
    const text = `Saved ${taken.rows.length} elements to ${output}.`;
    return { data: { file: output, elements: taken.rows.length }, text };
  },
};

const styles: Readonly<Record<string, Style>> = { '+': 'green', '−': 'red', '~': 'yellow' };

function compared({ paint }: Context, comparison: SnapshotComparison): Outcome {
  const lines = changeLines(comparison.change);
  const title = ({ title: of, app, takenAt, elements }: SnapshotOf) =>
    paint('dim', `${of || app}, ${new Date(takenAt).toISOString()}, ${elements} elements`);
  const changes = lines.map(({ sign, text }) => paint(styles[sign] ?? 'dim', `${sign} ${text}`));
  const body = changes.length > 0 ? changes : ['No differences.'];
  return {
    data: { ...comparison },
    text: [title(comparison.before), title(comparison.after), ...body].join('\n'),
    isNo: lines.length > 0,
  };
}
