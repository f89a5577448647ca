import { z } from 'zod';
import { AppError } from '#contract/errors';
import type { Finding } from '#contract/model/findings';

/** Findings that somebody knows of. They are shown and fail nothing. */
const baseline = z.object({
  version: z.literal(1),
  findings: z.array(
    z.object({
      fingerprint: z.string(),
      /** How many there are of it. */
      count: z.number().int().positive().default(1),
      /** Why it is accepted. */
      reason: z.string().optional(),
      /** A date (2026-12-31) after which it counts as new. */
      until: z.iso.date().optional(),
    }),
  ),
});
export type Baseline = Readonly<z.output<typeof baseline>>;

export const noBaseline: Baseline = { version: 1, findings: [] };

export interface Compared {
  readonly known: ReadonlySet<Finding>;
  readonly fresh: readonly Finding[];
  /** Fingerprints of the baseline that were not found any more. */
  readonly gone: readonly string[];
}

/** @throws AppError `invalid_parameter` naming the field */
export function parseBaseline(text: string, file: string): Baseline {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new AppError('invalid_parameter', `The baseline ${file} is not JSON.`, {
      hint: 'Replace it with --update-baseline.',
    });
  }
  const parsed = baseline.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.') || 'the file';
  throw new AppError('invalid_parameter', `The baseline ${file} is invalid at ${where}: ${issue?.message ?? ''}.`, {
    hint: 'Correct that field, or replace the file with --update-baseline.',
  });
}

/** Which findings the baseline knows; of equal ones as many as it counts. @param today a date such as 2026-11-28 */
export function compare(findings: readonly Finding[], { findings: accepted }: Baseline, today: string): Compared {
  const left = new Map<string, number>();
  for (const { fingerprint, count, until } of accepted) {
    if (until === undefined || until >= today) left.set(fingerprint, (left.get(fingerprint) ?? 0) + count);
  }
  const known = new Set<Finding>();
  for (const finding of findings) {
    const rest = left.get(finding.fingerprint) ?? 0;
    if (rest === 0) continue;
    known.add(finding);
    left.set(finding.fingerprint, rest - 1);
  }
  const found = new Set(findings.map(({ fingerprint }) => fingerprint));
  return {
    known,
    fresh: findings.filter((finding) => !known.has(finding)),
    gone: accepted.map(({ fingerprint }) => fingerprint).filter((fingerprint) => !found.has(fingerprint)),
  };
}

/** The baseline that knows all of these; reasons and dates of before stay. Sorted, so that it changes little. */
export function updated(findings: readonly Finding[], before: Baseline): string {
  const counts = new Map<string, number>();
  for (const { fingerprint } of findings) counts.set(fingerprint, (counts.get(fingerprint) ?? 0) + 1);
  const earlier = new Map(before.findings.map((one) => [one.fingerprint, one]));
  const all = [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([fingerprint, count]) => ({ ...earlier.get(fingerprint), fingerprint, count }));
  return `${JSON.stringify({ version: 1, findings: all }, null, 2)}\n`;
}
