import type { Services } from '../../../services/app.ts';
import type { ServiceHandlers } from './services.ts';

export function debugHandlers({ debug, takeOver }: Pick<Services, 'debug' | 'takeOver'>): ServiceHandlers<'debug'> {
  return {
    'debug.state': () => debug.state,
    'debug.pause': () => debug.pause(),
    'debug.continue': () => debug.continue(),
    'debug.step': () => debug.step(),
    'debug.takeOver': () => takeOver.start(),
    'debug.handBack': () => takeOver.handBack(),
    'debug.release': ({ id, how }) => debug.release(id, how),
    'debug.setBreakpoints': ({ breakpoints }) => debug.setBreakpoints(breakpoints),
  };
}

export function agentsHandlers({ agents }: Pick<Services, 'agents'>): ServiceHandlers<'agents'> {
  return {
    'agents.state': () => agents.state,
    'agents.start': (given) => agents.start(given),
    'agents.again': (given) => agents.again(given),
    'agents.stop': () => agents.stop(),
  };
}

export function modelsHandlers({ modelKeys }: Pick<Services, 'modelKeys'>): ServiceHandlers<'models'> {
  return {
    'models.keys': () => modelKeys.view(),
    'models.setKey': async ({ provider, key, inFile }) => {
      await modelKeys.set(provider, key, inFile);
      return modelKeys.view();
    },
    'models.removeKey': async ({ provider }) => {
      await modelKeys.remove(provider);
      return modelKeys.view();
    },
  };
}

/** The user's revocations and stops; only the permission window can say yes. */
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
