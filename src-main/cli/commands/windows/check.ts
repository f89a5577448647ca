import { count } from '#contract/count';
import { readFile } from 'node:fs/promises';
import { AppError } from '#contract/errors';
import { severities, type FindingsReport } from '#contract/model/findings';
import {
  compare,
  noBaseline,
  parseBaseline,
  updated,
  type Baseline,
  type Compared,
} from '../../../inspect/findings/baseline.ts';
import { reportLines, toSarif, toHtml } from '../../../inspect/findings/formats.ts';
import { type Args, UsageError } from '../../args.ts';
import type { Command, Context, Outcome } from '../../command.ts';
import { writeResult } from '../../files.ts';
import { findWindow } from '../../targets/targets.ts';

const formats = ['text', 'json', 'sarif', 'html'] as const;
const limits = [...severities, 'never'] as const;

export const check: Command = {
  name: 'check',
  summary: 'Find what hinders people and tests in a window.',
  usage:
    'check WINDOW [--format text|json|sarif|html] [--only RULES] [--skip RULES] [--fail-on error|review|hint|never] [--baseline FILE] [--update-baseline] [--no-picture | --ocr] [-o FILE]',
  options: {
    format: { type: 'string', value: 'FORMAT', help: 'text (default), json, sarif (2.1.0) or html.' },
    only: { type: 'string', value: 'RULES', help: 'Rules to check, separated by commas; default: all.' },
    skip: { type: 'string', value: 'RULES', help: 'Rules to leave out, separated by commas.' },
    'fail-on': {
      type: 'string',
      value: 'SEVERITY',
      help: 'Least severity that fails: error (default), review, hint; or never.',
    },
    baseline: { type: 'string', value: 'FILE', help: 'Known findings: these do not fail.' },
    'update-baseline': { type: 'boolean', help: 'Write all findings into the baseline.' },
    'no-picture': { type: 'boolean', help: 'Skip the rules about what is drawn.' },
    ocr: { type: 'boolean', help: 'Read text from the picture too: finds text that no element tells.' },
    output: { type: 'string', short: 'o', value: 'FILE', help: 'Where to save the report; default: standard output.' },
  },
  positionals: [1, 1],
  async run(context, args) {
    const format = args.choice('format', formats) ?? (context.json ? 'json' : 'text');
    const failOn = args.choice('fail-on', limits) ?? 'error';
    const file = args.text('baseline');
    if (args.flag('update-baseline') && file === undefined)
      throw new UsageError('--update-baseline needs --baseline FILE.');
    const before = file === undefined ? noBaseline : await readBaseline(file, args.flag('update-baseline'));
    const window = await findWindow(context, args.at(0));
    const report = await context.engine().findings(
      {
        window: window.id,
        picture: !args.flag('no-picture'),
        ocr: args.flag('ocr'),
        only: listOf(args, 'only'),
        skip: listOf(args, 'skip'),
      },
      { signal: context.signal, ...(args.flag('ocr') && { timeoutMs: 90_000 }) },
    );
    if (file !== undefined && args.flag('update-baseline')) await writeResult(file, updated(report.findings, before));
    const known = args.flag('update-baseline') ? parseBaseline(updated(report.findings, before), file ?? '') : before;
    const compared = compare(report.findings, known, new Date().toISOString().slice(0, 10));
    return outcomeOf(context, args, { report, compared, format, failOn });
  },
};

interface Checked {
  readonly report: FindingsReport;
  readonly compared: Compared;
  readonly format: (typeof formats)[number];
  readonly failOn: (typeof limits)[number];
}

async function outcomeOf(
  context: Context,
  args: Args,
  { report, compared, format, failOn }: Checked,
): Promise<Outcome> {
  const failing = failOn === 'never' ? [] : severities.slice(0, severities.indexOf(failOn) + 1);
  const isFailed = compared.fresh.some(({ severity }) => failing.includes(severity));
  const data = { ...report, known: compared.known.size, gone: compared.gone };
  const written = {
    text: () => [...reportLines(report), ...baselineLines(compared)].join('\n'),
    json: () => JSON.stringify(data, null, 2),
    sarif: () => JSON.stringify(toSarif(report, compared, context.version), null, 2),
    html: () => toHtml(report, compared),
  }[format]();
  const output = args.text('output');
  if (output !== undefined) await writeResult(output, `${written}\n`);
  const exitCode = isFailed ? 3 : report.incomplete.some(({ kind }) => kind === 'reading') ? 4 : 0;
  return { data, text: output === undefined ? written : `Saved ${output}.`, exitCode };
}

function baselineLines({ known, gone }: Compared): readonly string[] {
  return [
    ...(known.size > 0 ? ['', `${known.size} of these are in the baseline.`] : []),
    ...(gone.length > 0
      ? ['', `${count(gone.length, 'finding')} of the baseline ${gone.length === 1 ? 'is' : 'are'} gone: update it.`]
      : []),
  ];
}

function listOf(args: Args, option: string): readonly string[] | undefined {
  return args
    .text(option)
    ?.split(',')
    .map((id) => id.trim())
    .filter(Boolean);
}

/** @throws AppError `file_error`, `invalid_parameter` */
async function readBaseline(file: string, mayBeMissing: boolean): Promise<Baseline> {
  try {
    return parseBaseline(await readFile(file, 'utf8'), file);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isMissing && mayBeMissing) return noBaseline;
    throw new AppError('file_error', `The baseline ${file} cannot be read.`, {
      hint: isMissing ? 'Write it with --update-baseline.' : 'Look whether it may be read.',
      cause: error,
    });
  }
}
