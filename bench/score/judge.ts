/** One case of a judge. */
export interface Case {
  readonly name: string;
  readonly passed: boolean;
  /** Of a failure: whose fault it is and what was seen. Empty if it passed. */
  readonly cause: string;
}

/** What is kept of a judge between runs: the cases that were decided, by name. */
export interface Kept {
  /** Of the checkout. */
  readonly commit: string;
  /** Of the built product that was judged. */
  readonly build: string;
  /** Versions of what it was judged with. */
  readonly versions: string;
  readonly cases: Readonly<Record<string, Case>>;
}

/** Which cases are wanted. */
export interface Which {
  /** Names that are not to be run again. */
  readonly decided: ReadonlySet<string>;
  /** Only these; all if there is none. */
  readonly only: readonly string[] | undefined;
}

/** A judge from outside this project: its text and code stay in its own checkout. */
export interface Judge {
  readonly name: string;
  /** `owner/name` of its repository. */
  readonly source: string;
  /** What its cases are. */
  readonly about: string;
  /** Cases that are not counted, with the reason. */
  readonly left: string;
  /** Of all cases that count. */
  names(folder: string): readonly string[];
  /**
   * Decides the cases that are not decided yet.
   * @param folder the checkout
   * @param decide is called with each outcome as soon as there is one
   */
  run(folder: string, which: Which, decide: (outcome: Case) => void): Promise<void>;
}
