/** A recording or a run from elsewhere that was opened or saved before. */
export interface RecentFile {
  /** A file, or the folder of a run. */
  readonly path: string;
  /** When it was opened or saved last, in milliseconds since the epoch. */
  readonly at: number;
}

/** What was opened, anyone who handed it over. */
export type OpenedFile =
  | { readonly kind: 'recording'; readonly path: string }
  /** By its id in the list of runs. */
  | { readonly kind: 'run'; readonly run: string };
