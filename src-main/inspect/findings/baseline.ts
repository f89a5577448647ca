import { z } from 'zod';
import { AppError } from '#contract/errors';
import type { Finding } from '#contract/model/findings';

/** Accepted findings, which are reported without failing. */
const baseline = z.object({
  version: z.literal(1),
  findings: z.array(
    z.object({
      fingerprint: z.string(),
      /** Number of equal findings. */
      count: z.number().int().positive().default(1),
      /** Why they are accepted. */
      reason: z.string().optional(),
      /** A date (2026-12-31) after which they count as new. */
      until: z.iso.date().optional(),
    }),
  ),
});
export type Baseline = Readonly<z.output<typeof baseline>>;

export const noBaseline: Baseline = { version: 1, findings: [] };

export interface Compared {
  readonly known: ReadonlySet<Finding>;
  readonly fresh: readonly Finding[];
  /** Fingerprints of the baseline that were not found. */
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

/** Which findings the baseline contains; of equal ones as many as it counts. @param today a date such as 2026-11-28 */
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

/** A baseline of all these findings, with earlier reasons and dates. Sorted, so that diffs are small. */
export function updated(findings: readonly Finding[], before: Baseline): string {
  const counts = new Map<string, number>();
  for (const { fingerprint } of findings) counts.set(fingerprint, (counts.get(fingerprint) ?? 0) + 1);
  const earlier = new Map(before.findings.map((one) => [one.fingerprint, one]));
  const all = [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([fingerprint, count]) => ({ ...earlier.get(fingerprint), fingerprint, count }));
  return `${JSON.stringify({ version: 1, findings: all }, null, 2)}\n`;
}
