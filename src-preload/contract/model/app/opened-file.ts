/** What was opened, whoever handed it over. */
export type OpenedFile =
  | { readonly kind: 'recording'; readonly path: string }
  /** By its id in the list of runs. */
  | { readonly kind: 'run'; readonly run: string };
