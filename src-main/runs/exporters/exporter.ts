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
  /** Of this program. */
  readonly version: string;
  /** Whether what models and tools were reported and answered goes with it, in a format that leaves that open. */
  readonly content: boolean;
}

/** A file of an export, by its name below the first one. */
export interface ExportedFile {
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** A format that runs are exported to. */
export interface RunExporter {
  readonly id: Exclude<RunFormat, 'zip' | 'html'>;
  /** For a person. */
  readonly label: string;
  /** One document, with what it names beside it, or a zip of everything. */
  readonly extension: 'json' | 'zip';
  /** The document comes first. */
  files(run: ExportedRun, options: RunExportOptions): AsyncIterable<ExportedFile>;
}
