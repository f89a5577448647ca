import { AppError, type ErrorCode } from '#contract/errors';

/** Failures that are answers: the target does not exist, is empty, or may not be looked at. */
const answers: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...(['window_not_found', 'element_not_found', 'element_stale', 'multiple_matches', 'not_found'] as const),
  ...(['invalid_parameter', 'invalid_region', 'pattern_not_supported', 'unsupported_platform'] as const),
  ...(['elevated_target', 'permission_denied', 'accessibility_unavailable', 'no_text_found'] as const),
]);

/** True for a look that found out nothing: it took too long, or its app or the engine did not answer. */
export function leavesDoubt(error: unknown): boolean {
  return !(error instanceof AppError) || !answers.has(error.code);
}

/** Why a person would be asked who decides about such a call, as the reason of a question. */
export const notJudged = 'what it would press or type into could not be found out in time';

/** Whether the looks that judge one call found out what they were to. */
export interface Doubt {
  /** Hears of a look that failed. */
  readonly failed: (error: unknown) => void;
  /** Null if all of them found out. */
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
