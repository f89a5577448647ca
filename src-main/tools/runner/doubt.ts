import { AppError, type ErrorCode } from '#contract/errors';

/** Errors that are answers: the target does not exist, is empty, or must not be read. */
const answers: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...(['window_not_found', 'element_not_found', 'element_stale', 'multiple_matches', 'not_found'] as const),
  ...(['invalid_parameter', 'invalid_region', 'pattern_not_supported', 'unsupported_platform'] as const),
  ...(['elevated_target', 'permission_denied', 'accessibility_unavailable', 'no_text_found'] as const),
]);

/** True for an inconclusive look-up: it took too long, or its app or the engine did not respond. */
export function leavesDoubt(error: unknown): boolean {
  return !(error instanceof AppError) || !answers.has(error.code);
}

/** The reason of a question about such a call. */
export const notJudged = 'what it would press or type into could not be found out in time';

/** Whether the look-ups that judge a call were conclusive. */
export interface Doubt {
  /** Records a failed look-up. */
  readonly failed: (error: unknown) => void;
  /** Null if all were conclusive. */
  readonly reason: () => string | null;
}

export function createDoubt(): Doubt {
  let reason: string | null = null;
  return {
    failed(error) {
      if (leavesDoubt(error)) reason = notJudged;
    },
    reason: () => reason,
  };
}
