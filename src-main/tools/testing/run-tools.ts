import { silentLog } from '../../base/log.ts';
import { createFakeBackend, type FakeBackend, type FakeOptions } from '../../engine/backends/fake/index.ts';
import type { CallHold } from '../../agents/debugger/call-hold.ts';
import type { Engine } from '../../engine/engine.ts';
import { createLocalEngine } from '../../engine/process/local-engine.ts';
import { headlessBroker, type Broker } from '../../permissions/broker.ts';
import type { CallLimits } from '../../permissions/call-limits.ts';
import { createGate } from '../../permissions/gate.ts';
import type { PolicyMode } from '#contract/model/permissions/permission';
import { defaultSettings, type Settings } from '#contract/model/settings';
import type { Caller } from '#contract/model/tools/tool-call';
import type { Tool } from '../define-tool.ts';
import type { CallObserver } from '../observer.ts';
import { allTools } from '../registry.ts';
import { createToolRunner, type ToolRunner } from '../runner/tool-runner.ts';
import { createToolSession, type ToolSession } from '../session/tool-session.ts';
import type { RunOptions, RunOutcome } from '../runner/call.ts';

/** The real runner, tools and engine over the scripted desktop. */
export interface Bench {
  readonly fake: FakeBackend;
  readonly engine: Engine;
  readonly runner: ToolRunner;
  readonly session: ToolSession;
  run(key: string, parameters?: unknown, options?: Partial<RunOptions>): Promise<RunOutcome>;
  /** The result's text and note. @throws if the call failed */
  text(key: string, parameters?: unknown): Promise<string>;
  /** `code: message` of a call that must fail. */
  failure(key: string, parameters?: unknown): Promise<string>;
  close(): Promise<void>;
}

export interface BenchOptions {
  readonly fake?: FakeOptions;
  /** An engine other than the scripted desktop's; closed with the bench. */
  readonly engine?: Engine;
  readonly tools?: readonly Tool[];
  readonly policyMode?: PolicyMode;
  readonly broker?: Broker;
  readonly hold?: CallHold;
  readonly observers?: readonly CallObserver[];
  readonly limits?: CallLimits;
  readonly settings?: Partial<Settings>;
  readonly caller?: Caller;
  readonly profile?: string;
  readonly config?: string;
  readonly log?: (message: string, error: unknown) => void;
}

export async function createBench(options: BenchOptions = {}): Promise<Bench> {
  const fake = createFakeBackend(options.fake);
  const engine = options.engine ?? (await createLocalEngine({ log: silentLog, backend: () => Promise.resolve(fake) }));
  const settings = { ...defaultSettings, ...options.settings };
  const runner = createToolRunner({
    tools: options.tools ?? allTools,
    engine,
    gate: createGate({
      policyMode: options.policyMode ?? 'ask',
      broker: options.broker ?? headlessBroker,
      lists: () => settings,
    }),
    observers: options.observers ?? [],
    ...(options.limits && { limits: options.limits }),
    ...(options.hold && { hold: options.hold }),
    settings: () => settings,
    ...(options.profile !== undefined && { profile: options.profile }),
    config: options.config,
    log: (_, message, error) => options.log?.(message, error),
  });
  const session = createToolSession();
  const caller = options.caller ?? { kind: 'cli', name: 'test' };
  const run: Bench['run'] = (key, parameters = {}, more = {}) =>
    runner.run(key, parameters, { caller, session, ...more });
  return {
    fake,
    engine,
    runner,
    session,
    run,
    close: () => engine.close(),
    async text(key, parameters) {
      const outcome = await run(key, parameters);
      if (!outcome.ok) throw new Error(`${outcome.error.code}: ${outcome.error.message}`);
      return [outcome.result.text, outcome.result.note].filter(Boolean).join('\n');
    },
    async failure(key, parameters) {
      const outcome = await run(key, parameters);
      if (outcome.ok) throw new Error(`It worked: ${outcome.result.text}`);
      return `${outcome.error.code}: ${outcome.error.message}`;
    },
  };
}
