import type { Services } from '../../../services/app.ts';
import type { ServiceHandlers } from './services.ts';

/** What the user takes back or stops; saying yes is for the permission window alone. */
export function consentHandlers({
  grants,
  halted,
  halt,
  auditState,
}: Pick<Services, 'grants' | 'halted' | 'halt' | 'auditState'>): ServiceHandlers<'grants' | 'halt' | 'audit'> {
  return {
    'grants.list': () => grants.list(),
    'grants.allow': ({ client, app }) => grants.add({ client, app, tool: '' }, 'always'),
    'grants.revoke': ({ id }) => grants.revoke(id),
    'halt.state': () => halted.state,
    'halt.pull': () => halt(),
    'halt.resume': () => halted.resume(),
    'audit.state': () => auditState(),
  };
}
