/** A previously opened or saved recording or external run. */
export interface RecentFile {
  /** A file, or the folder of a run. */
  readonly path: string;
  /** Last opened or saved, in milliseconds since the epoch. */
  readonly at: number;
}

/** The opened file, whoever requested it. */
export type OpenedFile =
  | { readonly kind: 'recording'; readonly path: string }
  /** Id in the list of runs. */
  | { readonly kind: 'run'; readonly run: string };
