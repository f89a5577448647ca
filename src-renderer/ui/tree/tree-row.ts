/** One visible row of a tree, as the ARIA tree pattern describes it. */
export interface TreeRow {
  readonly id: string;
  /** From 1. */
  readonly level: number;
  /** From 1, among its siblings. */
  readonly position: number;
  readonly siblings: number;
  readonly parent: string | null;
  /** Null for a leaf. */
  readonly expanded: boolean | null;
  /** What type-ahead looks at. */
  readonly label: string;
}
