import type { Settings } from '#contract/model/settings';
import { once } from '../../base/async/once.ts';
import type { Engine } from '../../engine/engine.ts';
import { headlessBroker } from '../../permissions/broker.ts';
import { createGate } from '../../permissions/gate.ts';
import { createHalt } from '../../permissions/halt.ts';
import type { SkillHost } from '../../tools/skill-host.ts';
import type { ToolRunner } from '../../tools/runner/tool-runner.ts';
import { type Calls, ceilingOf, createCalls } from '../calls.ts';
import type { ServiceOptions } from '../headless.ts';
import { shareHalt } from '../shared-halt.ts';

/** What serves agents where there is no window to ask in. */
export interface AgentCalls {
  readonly runner: ToolRunner;
  readonly settings: Settings;
  close(): Promise<void>;
}

/** The calls of agents alone. Tools and skills are loaded when first needed. Closing them closes the engine. */
export function createAgentCalls(engine: Engine, { desktops, ...options }: ServiceOptions): AgentCalls {
  const { profile, backend, settings, log } = options;
  const { halt, ...unattended } = createUnattended({ ...options, desktops });
  const skills =
    profile === undefined
      ? null
      : once(async () => {
          const [{ createSkills, platformOf }, { Replay }] = await Promise.all([
            import('../skills-service.ts'),
            import('../../replay/replay.ts'),
          ]);
          const { runner, engine: below, settings: now } = calls;
          const replay = new Replay({ runner, settings: now, environment: process.env });
          return createSkills({ engine: below, profile, platform: platformOf(backend), replay: () => replay }).service;
        });
  const calls: Calls = createCalls({
    ...options,
    ...unattended,
    engine,
    ceiling: ceilingOf(profile),
    tools: async () => (await import('../../tools/registry.ts')).allTools,
    ...(skills && { skills: (caller) => lateSkills(async () => (await skills()).hostFor(caller)) }),
  });
  const shared = shareHalt(halt, { log, pulled: () => calls.runner.haltAll() });
  return {
    runner: calls.runner,
    settings: settings(),
    async close() {
      shared.dispose();
      await calls.close();
    },
  };
}

/** Permission where nobody can be asked, here and on the desktops that agents open, and its halt. */
export function createUnattended({
  allow,
  settings,
  desktops,
}: Pick<ServiceOptions, 'allow' | 'settings'> & { readonly desktops: ServiceOptions['desktops'] | undefined }) {
  const halt = createHalt();
  const gateFor = (policyMode: ServiceOptions['allow']) =>
    createGate({ policyMode, broker: headlessBroker, halt, lists: settings });
  return {
    halt,
    gate: gateFor(allow),
    ...(desktops && { desktops: { ...desktops, gate: gateFor(allow === 'observe' ? allow : 'all') } }),
  };
}

function lateSkills(load: () => Promise<SkillHost>): SkillHost {
  return {
    start: async (...asked) => (await load()).start(...asked),
    status: async () => (await load()).status(),
    stop: async () => (await load()).stop(),
    list: async () => (await load()).list(),
    run: async (...asked) => (await load()).run(...asked),
  };
}
