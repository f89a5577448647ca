import path from 'node:path';
import { profileFolder } from '../../base/profile-folder.ts';
import { readRecording } from '../../recorder/files.ts';
import { Runs } from '../../runs/runs.ts';
import { Shelf } from '../../survival/shelf.ts';
import { AppError, toWire } from '#contract/errors';
import { oneLine } from '#contract/foreign-text';
import { describeStep, type Recording, type Step } from '#contract/model/recording';
import { lossInWords, survivalQueryOf, type Survival } from '#contract/model/survival';
import type { Args } from '../args.ts';
import type { Command, Outcome } from '../command.ts';
import type { Paint } from '../output.ts';

export const survival: Command = {
  name: 'survival',
  summary: 'Try the selectors of a recording on the trees that runs have kept; RUN is a folder or a zip.',
  usage: 'survival FILE.json [RUN…] [--from DIR]',
  options: {
    from: { type: 'string', value: 'DIR', help: 'Where the runs are; those of the app where missing, or RUN alone.' },
  },
  positionals: [1, 20],
  async run({ paint, variables }, args) {
    const recording = await readRecording(args.at(0));
    const runs = await runsMeant(args, variables);
    try {
      const steps = await survivalOfSteps(new Shelf(runs), recording);
      return outcome(steps, paint);
    } finally {
      await runs.close();
    }
  },
};

interface SurvivingStep {
  readonly number: number;
  readonly step: Step;
  readonly survival: Survival;
}

/** Runs that are named count alone, unless a folder of them is named too. */
async function runsMeant(args: Args, variables: Readonly<Record<string, string | undefined>>): Promise<Runs> {
  const named = args.positionals.slice(1);
  const chosen = args.text('from');
  const folder = chosen ?? (named.length > 0 ? '' : path.join(profileFolder(variables), 'runs'));
  const runs = new Runs({ folder: folder && path.resolve(folder), live: null, changed: () => undefined });
  for (const place of named) await runs.add(place);
  return runs;
}

async function survivalOfSteps(shelf: Shelf, { steps }: Recording): Promise<readonly SurvivingStep[]> {
  const found: SurvivingStep[] = [];
  for (const [index, step] of steps.entries()) {
    const query = survivalQueryOf(step);
    if (query) found.push({ number: index + 1, step, survival: await shelf.survival(query) });
  }
  return found;
}

/** It fails where the first selector of a step, which a replay tries first, is lost in a tree. */
function outcome(steps: readonly SurvivingStep[], paint: Paint): Outcome {
  const lost = steps.filter(({ survival: { selectors } }) => selectors[0] && selectors[0].held < selectors[0].of);
  const told = steps.some(({ survival: { selectors } }) => selectors.some(({ of }) => of > 0));
  const message = `The first selector of ${lost.length} of ${steps.length} steps does not hold in every kept tree.`;
  const hint = 'Choose one that holds for them, or look whether what was lost matters to you.';
  const none =
    'No kept tree can tell: replay with --trace first, or name runs in which somebody acted in these windows.';
  return {
    data: { steps: steps.map(({ step, number, survival: found }) => ({ number, step: step.id, ...found })) },
    text: told ? steps.flatMap((one) => linesOf(one, paint)).join('\n') : none,
    ...(lost.length > 0 && { error: toWire(new AppError('element_not_found', message, { hint })) }),
  };
}

function linesOf({ number, step, survival: { selectors, unseen } }: SurvivingStep, paint: Paint): readonly string[] {
  return [
    `${number}. ${oneLine(describeStep(step))}`,
    ...selectors.flatMap((one) => [
      `   ${paint(one.held === one.of ? 'green' : 'yellow', `${one.held}/${one.of}`)}  ${oneLine(one.selector)}`,
      ...one.losses.map((loss) => paint('dim', `        ${oneLine(lossInWords(loss))}`)),
    ]),
    ...(unseen === 0 ? [] : [paint('dim', `   In ${unseen} more none of them finds it: it may not have been there.`)]),
  ];
}
