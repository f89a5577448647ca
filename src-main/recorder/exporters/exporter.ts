import type { ExportedScript, ExportFormat } from '#contract/api';
import type { Recording } from '#contract/model/recording';
import { LineWriter } from './line-writer.ts';

/** One language a recording can be exported to. */
export interface Exporter extends ExportFormat {
  readonly language: ExportedScript['language'];
  /** Without the dot. */
  readonly extension: string;
  /** Calls `writer.step` once for every step of the recording, in order. */
  write(writer: LineWriter, recording: Recording): void;
}

/** @throws AppError `invalid_parameter` for a step that the language cannot say */
export function runExporter(exporter: Exporter, recording: Recording): ExportedScript {
  const writer = new LineWriter();
  exporter.write(writer, recording);
  return { text: writer.text, lines: writer.ranges, language: exporter.language, extension: exporter.extension };
}
