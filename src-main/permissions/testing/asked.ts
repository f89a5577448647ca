import type { OpenQuestion, PermissionRequest } from '#contract/api';

/** The permission questions among the pending ones. */
export function permissionsIn(pending: readonly OpenQuestion[]): readonly PermissionRequest[] {
  return pending.filter((question) => question.kind === 'permission');
}
