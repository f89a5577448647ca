import { quoted } from '#contract/foreign-text';
import type { RankedSelector } from '#contract/model/elements/selector';
import {
  conditionWords,
  trialConditions,
  type TrialCondition,
  type TrialProgress,
  type TrialReport,
} from '#contract/model/elements/selector-trial';
import { ceilingFiles, makeFolder, profileFolder } from '../../../base/files/profile-folder.ts';
import { silentLog } from '../../../base/log.ts';
import { teachTrials } from '../../../services/desktops/kept-trials.ts';
import type { TrialRequest } from '../../../services/desktops/selector-trials.ts';
import { type Args, UsageError } from '../../args.ts';
import type { Command, Context } from '../../command.ts';
import { table, type Paint } from '../../output/output.ts';
import { findElement, findWindow } from '../../targets/targets.ts';

export const selectors: Command = {
  name: 'selectors',
  summary: 'Rank selectors that find an element again, best first.',
  usage: 'selectors WINDOW ELEMENT [--test [--conditions NAMES] [--language CODE]]',
  options: {
    test: {
      type: 'boolean',
      help: 'Start the app again on desktops apart from yours, and see which selectors still find the element (Linux).',
    },
    conditions: {
      type: 'string',
      value: 'NAMES',
      help: `What to change, of ${trialConditions.join(', ')}; default: each in turn.`,
    },
    language: {
      type: 'string',
      value: 'CODE',
      help: 'The other language, such as fr; default: de, or en if yours is not.',
    },
  },
  positionals: [2, 2],
  looks: (args) => (args.flag('test') ? null : 'elements'),
  async run(context, args) {
    const { signal, paint } = context;
    const profile = profileFolder(context.variables);
    const conditions = conditionsOf(args);
    const language = languageOf(args);
    const window = await findWindow(context, args.at(0));
    const { id: element } = await findElement(context, window, args.at(1));
    const engine = context.engine();
    await teachTrials(engine, profile);
    const report = args.flag('test') ? await testSelectors(context, { element, conditions, language }, profile) : null;
    const found = await engine.selectors({ element }, { signal });
    if (!report) return { data: { selectors: found }, text: selectorTable(found, paint) };
    return {
      data: { selectors: found, trial: report },
      text: [...trialLines(report, paint), '', 'Graded by this:', selectorTable(found, paint)].join('\n'),
      isNo: !report.selectors.some(({ outcomes }) => Object.values(outcomes).every((each) => each === 'found')),
    };
  },
};

/** @throws UsageError for an unknown condition */
function conditionsOf(args: Args): readonly TrialCondition[] | undefined {
  const named = args.text('conditions');
  if (!args.flag('test') && (named ?? args.text('language')) !== undefined)
    throw new UsageError('--conditions and --language belong to --test.');
  return named?.split(',').map((name) => {
    const condition = trialConditions.find((each) => each === name.trim());
    if (!condition) throw new UsageError(`--conditions takes ${trialConditions.join(', ')}, not ${quoted(name)}.`);
    return condition;
  });
}

/** @throws UsageError for anything but a code of a language, with or without a country */
function languageOf(args: Args): string | undefined {
  const language = args.text('language');
  if (language === undefined || /^[a-z]{2,3}(_[A-Z]{2})?$/.test(language)) return language;
  throw new UsageError(`--language takes a code such as fr or pt_BR, not ${quoted(language)}.`);
}

async function testSelectors(
  { engine, engineEntry, variables, signal, streams }: Context,
  request: TrialRequest,
  profile: string,
): Promise<TrialReport> {
  const [{ SelectorTrials }, { createCeiling }, { ceilingEngine }] = await Promise.all([
    import('../../../services/desktops/selector-trials.ts'),
    import('../../../permissions/ceiling.ts'),
    import('../../../services/ceiling-engine.ts'),
  ]);
  const ceiling = createCeiling(ceilingFiles(profile, variables));
  makeFolder(profile);
  const trials = new SelectorTrials({
    engineEntry,
    profile,
    variables,
    below: (of) => ceilingEngine(of, ceiling),
    progress: (progress) => progress && streams.err.write(`${startWords(progress)}\n`),
    log: silentLog,
  });
  return trials.run(engine(), request, signal);
}

function startWords({ condition, detail }: NonNullable<TrialProgress>): string {
  return `Starting the app ${conditionWords[condition]}${detail === '' ? '' : ` (${detail})`}…`;
}

function trialLines({ app, command, conditions, selectors }: TrialReport, paint: Paint): readonly string[] {
  const tested = conditions.filter(({ skipped }) => skipped === null);
  const rows = selectors.map(({ grade, selector, outcomes }) => [
    grade,
    ...tested.map(({ condition }) => outcomes[condition] ?? '–'),
    selector,
  ]);
  const skipped = conditions.flatMap((each) =>
    each.skipped === null ? [] : `Not tested ${conditionWords[each.condition]}: ${each.skipped}`,
  );
  const details = tested.flatMap(({ condition, detail }) => (detail === '' ? [] : `${condition}: ${detail}`));
  return [
    `${app}, started by ${command}. ${details.join(', ')}`.trim(),
    table(['GRADE', ...tested.map(({ condition }) => condition.toUpperCase()), 'SELECTOR'], rows, paint),
    ...skipped,
  ];
}

function selectorTable(found: readonly RankedSelector[], paint: Paint): string {
  const rows = found.map(({ grade, kind, matchCount, elapsedMs, selector }) => {
    return [grade, kind, String(matchCount), `${elapsedMs.toFixed(1)} ms`, selector];
  });
  const reasons = found.flatMap(({ selector, reason }) => (reason === undefined ? [] : `${selector}: ${reason}`));
  return [table(['GRADE', 'KIND', 'MATCHES', 'TIME', 'SELECTOR'], rows, paint), ...reasons].join('\n');
}
