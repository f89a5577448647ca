/** Compatibility with an external contract. */
export type Verdict = 'same' | 'stricter' | 'fixed';

/** One tool of a contract, or one of its parameters. */
export interface ContractRow {
  readonly tool: string;
  /** Null for the tool itself: its result, and its errors. */
  readonly parameter: string | null;
  readonly verdict: Verdict;
  /** What is stricter or fixed, for readers who know the contract; empty if all is the same. */
  readonly note: string;
}

type RowVerdict = Verdict | readonly [verdict: Verdict, note: string];

/** Rows of one tool; the first is the tool itself. */
export function rowsOf(
  tool: string,
  itself: RowVerdict,
  parameters: Readonly<Record<string, RowVerdict>> = {},
): ContractRow[] {
  const row = (parameter: string | null, given: RowVerdict): ContractRow => {
    const [verdict, note] = typeof given === 'string' ? [given, ''] : given;
    return { tool, parameter, verdict, note };
  };
  return [row(null, itself), ...Object.entries(parameters).map(([name, given]) => row(name, given))];
}

/** `click_input.button`, or `click_input` for the tool itself. */
export function rowName({ tool, parameter }: ContractRow): string {
  return parameter === null ? tool : `${tool}.${parameter}`;
}
