import type { OpenQuestion, PermissionRequest } from '#contract/api';

/** Of what waits for the user, the questions whether a call may be made. */
export function permissionsIn(pending: readonly OpenQuestion[]): readonly PermissionRequest[] {
  return pending.filter((question) => question.kind === 'permission');
}
