import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RunInfo } from '#contract/model/runs/run';
import { harmless, oneLine } from '#contract/foreign-text';
import type { DivergenceDetail, RunComparison } from '#contract/model/runs/run-analysis';
import { count } from '#contract/count';
import { AppError } from '#contract/errors';
import { Runs } from '../../../runs/runs.ts';
import { compareTraces } from '../../../runs/analysis/compare/compare.ts';
import { compareWithRecording } from '../../../runs/analysis/compare/with-recording.ts';
import { readRecording, writeRecording } from '../../../recorder/saving/files.ts';
import { openTrace, type TraceReader } from '../../../runs/trace/trace-reader.ts';
import { importRun as takeOver } from '../../../runs/import/import-run.ts';
import { exportZip } from '../../../runs/files/zip-writer.ts';
import { atomicWrite } from '../../../base/files/atomic-write.ts';
import { pageOf } from '../../../runs/analysis/page/page.ts';
import { recordingOf } from '../../../runs/analysis/recording/from-run.ts';
import { explainTrace } from '../../../runs/analysis/why/explain.ts';
import { runExporters } from '../../../runs/exporters/list.ts';
import { exportRunAs } from '../../../runs/export-run.ts';
import type { RunExporter } from '../../../runs/exporters/exporter.ts';
import { sendRun } from '../../../runs/send-otlp.ts';
import { type Args, UsageError } from '../../args.ts';
import type { Command, Context, Outcome } from '../../command.ts';
import { showRun, runsFolder, placeOf } from '../../runs/show.ts';
import { table, type Paint } from '../../output/output.ts';
import { lengthInWords, outcomeInWords, originInWords } from '../../runs/step-text.ts';
import { checkWritable } from '../../files.ts';

type Export = (context: Context, args: Args, file: string) => Promise<Outcome>;

/** The export formats of a run. */
const exportFormats: Readonly<Record<string, Export>> = {
  zip: exportAsZip,
  html: exportAsPage,
  recording: exportAsRecording,
  webm: exportAsVideo,
  ...Object.fromEntries(runExporters.map((exporter) => [exporter.id, exportTo(exporter)])),
};

const exportNames = Object.keys(exportFormats);

interface Verb {
  /** How many words come after it. */
  readonly words: number;
  run(context: Context, args: Args): Promise<Outcome>;
}

const verbs: Readonly<Record<string, Verb>> = {
  list: { words: 0, run: listRuns },
  show: { words: 1, run: showRun },
  export: { words: 1, run: exportRun },
  diff: { words: 2, run: diffRuns },
  import: { words: 1, run: importRun },
};

export const runs: Command = {
  name: 'runs',
  summary: 'List, show, compare, export and import runs. RUN is a name or its beginning, a title, a folder or a zip.',
  usage:
    'runs list | show RUN [--step N | --calls] | export RUN [--to FORMAT] -o FILE | import PATH [-o FILE.zip] | diff RUN RUN|RECORDING.json [--from DIR]',
  options: {
    output: { type: 'string', short: 'o', value: 'FILE', help: 'Output of export and import; for import a zip.' },
    to: {
      type: 'string',
      value: 'FORMAT',
      help: `Export format: ${exportNames.join(', ')}. A zip has everything, html is one self-contained page, a recording can be replayed, webm is a video of the app’s Runs view.`,
    },
    content: { type: 'boolean', help: 'For otlp, include model and tool content.' },
    send: { type: 'string', value: 'URL', help: 'Send otlp to this collector instead of saving it.' },
    unencrypted: { type: 'boolean', help: 'Allow http:// to another machine.' },
    from: { type: 'string', value: 'DIR', help: 'Folder of the runs; default: the app’s.' },
    step: { type: 'string', value: 'N', help: 'One agent step in full: prompt, answer, actions.' },
    calls: { type: 'boolean', help: 'Show calls instead of agents’ steps.' },
  },
  positionals: [1, 3],
  async run(context, args) {
    const verb = Object.hasOwn(verbs, args.at(0)) ? verbs[args.at(0)] : undefined;
    const given = [1, 2].filter((place) => args.at(place) !== '').length;
    if (verb?.words !== given) throw new UsageError('Name an action and a run.');
    return verb.run(context, args);
  },
};

/** Every run of the app, the newest first. */
async function listRuns(context: Context, args: Args): Promise<Outcome> {
  const folder = runsFolder(context, args);
  const { runs } = await new Runs({ folder, changed: () => undefined }).list();
  if (runs.length === 0) return { data: { folder, runs: [] }, text: `There are no runs in ${folder}.` };
  const header = ['RUN', 'STARTED', 'KIND', 'LENGTH', 'CALLS', 'OUTCOME', 'TITLE'];
  const rows = runs.map(runRow);
  return { data: { folder, runs }, text: table(header, rows, context.paint) };
}

function runRow({ id, started, kind, ended, calls, outcome, title }: RunInfo): string[] {
  return [
    id,
    new Date(started).toISOString(),
    kind ?? '',
    ended === null ? '' : lengthInWords(ended - started),
    String(calls),
    outcomeInWords(outcome),
    title,
  ];
}

/** Where two runs part first, or a run and a person's recording: exit code 1; 0 where they do the same. */
async function diffRuns(context: Context, args: Args): Promise<Outcome> {
  const a = await openTrace(await placeOf(context, args, args.at(1)));
  try {
    const comparison = await compareWith(a, context, args);
    return {
      data: { ...comparison },
      text: comparisonInWords(comparison, context.paint),
      isNo: comparison.divergence !== null,
    };
  } finally {
    await a.close();
  }
}

async function compareWith(a: TraceReader, context: Context, args: Args): Promise<RunComparison> {
  const other = args.at(2);
  if (/\.json$/i.test(other)) return compareWithRecording(a, await readRecording(other));
  const b = await openTrace(await placeOf(context, args, other));
  try {
    return await compareTraces(a, b);
  } finally {
    await b.close();
  }
}

function comparisonInWords({ divergence, pairs, notes }: RunComparison, paint: Paint): string {
  const alike = pairs.length === 1 ? 'one place' : `${pairs.length} places`;
  return [
    divergence ? paint('yellow', oneLine(divergence.sentence)) : paint('green', `Identical in ${alike}.`),
    ...(divergence?.details ?? []).flatMap((detail) => detailLines(detail, paint)),
    ...notes.map((note) => paint('dim', oneLine(note))),
  ].join('\n');
}

function detailLines({ label, a, b }: DivergenceDetail, paint: Paint): readonly string[] {
  const line = (sign: string, text: string, style: 'red' | 'green') =>
    text === '' ? [] : [`  ${paint('dim', label)} ${paint(style, `${sign} ${oneLine(harmless(text))}`)}`];
  return [...line('-', a, 'red'), ...line('+', b, 'green')];
}

/** Imports a foreign run: among the runs of the app, or as a zip. */
async function importRun(context: Context, args: Args): Promise<Outcome> {
  const output = args.text('output');
  if (output !== undefined) return importToZip(args.at(1), output);
  const runs = new Runs({ folder: runsFolder(context, args), changed: () => undefined });
  const { id, place } = await runs.import(path.resolve(args.at(1)));
  return importedOutcome(place, `Saved as ${id}: deskscope runs show ${id}`, { run: id });
}

async function importToZip(place: string, output: string): Promise<Outcome> {
  await checkWritable(output);
  const draft = await mkdtemp(path.join(tmpdir(), 'deskscope-import-'));
  const folder = path.join(draft, path.basename(output, '.zip'));
  try {
    await takeOver(path.resolve(place), folder);
    await exportZip(folder, output);
    return await importedOutcome(folder, `Saved ${output}.`, { file: output });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function importedOutcome(folder: string, saved: string, data: Outcome['data']): Promise<Outcome> {
  const trace = await openTrace(folder, { keepIndex: true });
  const { steps, calls, about } = trace;
  await trace.close();
  return {
    data: { ...data, steps: steps.length, calls: calls.length, origin: about.origin },
    text: [
      ...originInWords(about.origin),
      `${count(steps.length, 'step')}, ${count(calls.length, 'call')}.`,
      saved,
    ].join('\n'),
  };
}

/** Hands a run on: whole as a zip by default otherwise. */
async function exportRun(context: Context, args: Args): Promise<Outcome> {
  if (args.text('send') !== undefined) return sendToCollector(context, args);
  const file = args.required('output');
  const chosen = exportFormats[args.choice('to', exportNames) ?? 'zip'] ?? exportAsZip;
  if (chosen !== exportAsVideo) await checkWritable(file);
  return chosen(context, args, file);
}

async function exportAsZip(context: Context, args: Args, file: string): Promise<Outcome> {
  const runs = new Runs({ folder: runsFolder(context, args), changed: () => undefined });
  const { id, calls } = await runs.add(await placeOf(context, args, args.at(1)));
  await runs.export(id, file);
  await runs.close();
  return { data: { file, calls }, text: `Saved ${file}.` };
}

async function exportAsPage(context: Context, args: Args, file: string): Promise<Outcome> {
  const trace = await openTrace(await placeOf(context, args, args.at(1)));
  try {
    const { html, leftOut } = await pageOf(trace, await explainTrace(trace));
    await atomicWrite(file, html);
    const without = leftOut === 0 ? '' : `, without ${leftOut} of its pictures`;
    return { data: { file, leftOut }, text: `Saved ${file}${without}.` };
  } finally {
    await trace.close();
  }
}

function exportAsVideo(): Promise<never> {
  throw new AppError('unsupported_platform', 'The command line cannot encode a video.', {
    hint: 'Open the run with deskscope open FILE.zip and choose “Export run as a video…” in its context menu.',
  });
}

async function exportAsRecording(context: Context, args: Args, file: string): Promise<Outcome> {
  const trace = await openTrace(await placeOf(context, args, args.at(1)));
  try {
    const { recording, notes } = await recordingOf(trace, new Date().toISOString());
    await writeRecording(file, recording);
    for (const note of notes) context.streams.err.write(`${oneLine(note)}\n`);
    const { length } = recording.steps;
    const text = `Saved ${length === 1 ? '1 step' : `${length} steps`} to ${file}.`;
    return { data: { file, steps: length, leftOut: notes }, text };
  } finally {
    await trace.close();
  }
}

/** Exports a run to a foreign format. */
function exportTo(exporter: RunExporter) {
  return async (context: Context, args: Args, file: string): Promise<Outcome> => {
    const trace = await openTrace(await placeOf(context, args, args.at(1)));
    try {
      await exportRunAs(trace, exporter, file, optionsOf(context, args));
      return { data: { file, format: exporter.id }, text: `Saved ${file}.` };
    } finally {
      await trace.close();
    }
  };
}

/** Sends a run to the collector that the person names, and to no other. */
async function sendToCollector(context: Context, args: Args): Promise<Outcome> {
  if (args.text('to') !== 'otlp') throw new UsageError('--send goes with --to otlp.');
  const address = args.required('send');
  const headers = headersIn(context.variables['OTEL_EXPORTER_OTLP_HEADERS'] ?? '');
  const trace = await openTrace(await placeOf(context, args, args.at(1)));
  try {
    const collector = { address, headers, unencrypted: args.flag('unencrypted') };
    const spans = await sendRun(trace, collector, optionsOf(context, args), context.signal);
    return { data: { sent: address, spans }, text: `Sent ${spans} spans to ${address}.` };
  } finally {
    await trace.close();
  }
}

function optionsOf({ version }: Context, args: Args) {
  return { version, content: args.flag('content') };
}

/** `key=value,key=value`, percent-encoded: https://opentelemetry.io/docs/specs/otel/protocol/exporter/ @throws AppError */
function headersIn(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
      if (name === undefined || value === undefined)
        // Its value may be a key, and is in no message.
        throw new AppError('invalid_parameter', 'OTEL_EXPORTER_OTLP_HEADERS is not a list of name=value.');
      return [name, decoded(value)];
    }),
  );
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
