import type { RunFormat } from '#contract/model/runs/run';
import type { RunFile, TracedTree, TraceEvent, TreeRow } from '#contract/model/runs/trace';

/** A run to export. */
export interface ExportedRun {
  readonly about: RunFile;
  /** In order. */
  readonly events: readonly TraceEvent[];
  /** Null if it is missing, as after a crash. */
  blob(name: string): Promise<Uint8Array | null>;
  /** The rows of a tree; null if it is missing. */
  tree(tree: TracedTree): Promise<readonly TreeRow[] | null>;
}

export interface RunExportOptions {
  /** The version of this program. */
  readonly version: string;
  /** Whether to include the content of prompts, tool calls and answers, in a format that makes it optional. */
  readonly content: boolean;
}

/** A file of an export, with its path relative to the first one. */
export interface ExportedFile {
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** A format that runs are exported to. */
export interface RunExporter {
  readonly id: Exclude<RunFormat, 'zip' | 'html'>;
  /** For a person. */
  readonly label: string;
  /** One document with its attachments beside it, or a zip of everything. */
  readonly extension: 'json' | 'zip';
  /** The document comes first. */
  files(run: ExportedRun, options: RunExportOptions): AsyncIterable<ExportedFile>;
}
