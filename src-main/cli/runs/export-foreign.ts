import { AppError } from '#contract/errors';
import { exportRunAs } from '../../runs/export-run.ts';
import type { RunExporter } from '../../runs/exporters/exporter.ts';
import { sendRun } from '../../runs/send-otlp.ts';
import { openTrace } from '../../runs/trace/trace-reader.ts';
import type { Args } from '../args.ts';
import type { Context, Outcome } from '../command.ts';
import { UsageError } from '../usage-error.ts';
import { placeOf } from './places.ts';

/** Writes a run in a format of others. */
export function exportTo(exporter: RunExporter) {
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
export async function sendToCollector(context: Context, args: Args): Promise<Outcome> {
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
        // What it holds may be a key, and stands in no message.
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
