import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { atomicWrite } from '../base/files/atomic-write.ts';
import { AppError } from '#contract/errors';
import type { ExportedFile, ExportedRun, RunExporter, RunExportOptions } from './exporters/exporter.ts';
import type { TraceReader } from './trace/trace-reader.ts';
import { readTree } from './trace/tree-store.ts';
import { writeZip } from './files/zip-writer.ts';

/** The input of exporters. */
export async function toExport(trace: TraceReader): Promise<ExportedRun> {
  const blob = (name: string) => trace.blob(name);
  return { about: trace.about, events: await trace.events(), blob, tree: (tree) => readTree(tree, blob) };
}

/**
 * Writes a run in a format of others: a zip where `to` reports it, else the document, with what it names beside it.
 * @throws AppError `file_error`
 */
export async function exportRunAs(
  trace: TraceReader,
  exporter: RunExporter,
  to: string,
  options: RunExportOptions,
): Promise<void> {
  const files = exporter.files(await toExport(trace), options);
  if (exporter.extension === 'zip' || to.toLowerCase().endsWith('.zip')) await writeZip(files, to);
  else await writeBeside(files, to);
}

async function writeBeside(files: AsyncIterable<ExportedFile>, to: string): Promise<void> {
  let isFirst = true;
  try {
    for await (const { name, content } of files) {
      const file = isFirst ? to : path.join(path.dirname(to), name);
      if (!isFirst) await mkdir(path.dirname(file), { mode: 0o700 }).catch(() => undefined);
      await atomicWrite(file, content);
      isFirst = false;
    }
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('file_error', `${to} could not be written: ${why}.`, { cause });
  }
}
