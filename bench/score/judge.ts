/** One case of a judge. */
export interface Case {
  readonly name: string;
  readonly passed: boolean;
  /** For a failure: who is at fault and what was observed. Empty for a pass. */
  readonly cause: string;
  /** The app itself says something else than the judge, by another reader as well: not counted. */
  readonly contradicted?: boolean;
}

/** A judge's results stored between runs: outcomes by case name. */
export interface Kept {
  /** Of the checkout. */
  readonly commit: string;
  /** Of the product under test. */
  readonly build: string;
  /** Versions of the software it ran with. */
  readonly versions: string;
  readonly cases: Readonly<Record<string, Case>>;
}

/** Which cases to run. */
export interface Which {
  /** Names to skip. */
  readonly decided: ReadonlySet<string>;
  /** Only these; all if missing. */
  readonly only: readonly string[] | undefined;
}

/** A third-party judge: its text and code stay in its own checkout. */
export interface Judge {
  readonly name: string;
  /** `owner/name` of its repository; its checkout has the latter name. */
  readonly source: string;
  /** Description of its cases. */
  readonly about: string;
  /** Cases that are not counted, with the reason. */
  readonly left: string;
  /** Number of cases that count. */
  names(folder: string): readonly string[];
  /**
   * Decides the cases that have no outcome yet.
   * @param folder the checkout
   * @param decide called with each outcome as soon as it is known
   */
  run(folder: string, which: Which, decide: (outcome: Case) => void): Promise<void>;
}

/** Whether the case counts, and failed. */
export const isFailure = ({ passed, contradicted }: Case): boolean => !passed && !contradicted;
