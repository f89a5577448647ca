/** What agents may do where there is no window to ask in. */
export const allowances = ['observe', 'act', 'all'] as const;

export type Allowance = (typeof allowances)[number];
