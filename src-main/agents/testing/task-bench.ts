import type { AgentEvent, AgentEventOf, AgentKind, Sight, TaskLimits } from '#contract/model/agents/agent';
import { createHash } from 'node:crypto';
import standard from '../../../resources/mcp.yaml?raw';
import { createComputerBench, type ComputerBenchOptions } from '../../computer/testing/computer-bench.ts';
import type { FakeDesktop } from '../../engine/backends/fake/desktop.ts';
import type { Model } from '../models/model.ts';
import { scriptedModel, type Script } from '../models/scripted.ts';
import { observerOf, uncontrolled, type RunControl, nobody, type Person } from '../control.ts';
import type { AgentJournal } from '../session/session-memory.ts';
import { runTask, type TaskResult } from '../session/session.ts';
import type { TaskOptions } from '../session/session-parts.ts';

export interface TaskBenchOptions extends Pick<
  ComputerBenchOptions,
  'policyMode' | 'fake' | 'engine' | 'settings' | 'observers'
> {
  readonly request?: string;
  readonly script?: Script;
  /** Replace the scripted ones. */
  readonly models?: Readonly<Record<AgentKind, Model>>;
  readonly person?: Person;
  readonly control?: RunControl;
  readonly limits?: TaskLimits;
  readonly sight?: Sight;
  readonly past?: TaskOptions['past'];
  readonly signal?: AbortSignal;
  readonly nextRequest?: (text: string) => Promise<string | null>;
  readonly documentation?: string;
  readonly prompts?: TaskOptions['prompts'];
  /** False for models that look as soon as they have acted: the scripted desktop needs no time. */
  readonly rests?: boolean;
  /** Prepares the scripted desktop before the task. */
  readonly desktop?: (desktop: FakeDesktop) => void;
  /** Wraps the real one. */
  readonly dialogOver?: (real: TaskOptions['dialogOver']) => TaskOptions['dialogOver'];
  /** A second receiver of the run's events. */
  readonly journal?: AgentJournal;
}

export interface TaskRun extends TaskResult {
  readonly events: readonly AgentEvent[];
  /** The states of the agent with that prefix, in order. */
  states(agent: string): readonly string[];
  of<T extends AgentEvent['event']>(event: T): readonly AgentEventOf<T>[];
  /** What was kept, by its name. */
  kept(name: string): string;
}

/** A task done by real agents with real tools on the scripted desktop. */
export async function runOnFake(options: TaskBenchOptions): Promise<TaskRun> {
  const { policyMode = 'act', fake = {}, engine, settings = {}, observers = [] } = options;
  const bench = await createComputerBench({
    config: standard,
    policyMode,
    fake,
    ...(engine && { engine }),
    settings,
    observers,
  });
  options.desktop?.(bench.fake.desktop);
  const observer = observerOf(bench.engine);
  const events: AgentEvent[] = [];
  const blobs = new Map<string, string | Uint8Array>();
  const { script = {} } = options;
  const models = options.models ?? {
    HostAgent: scriptedModel('scripted:test', script, 'HostAgent'),
    AppAgent: scriptedModel('scripted:test', script, 'AppAgent'),
  };
  try {
    const result = await runTask({
      request: options.request ?? 'Do something',
      computers: bench,
      models,
      person: options.person ?? nobody,
      control: options.control ?? uncontrolled,
      limits: options.limits ?? { steps: 30, rounds: options.nextRequest ? 3 : 1 },
      sight: options.sight,
      past: options.past,
      signal: options.signal ?? new AbortController().signal,
      ...(options.nextRequest && { nextRequest: options.nextRequest }),
      ...(options.prompts && { prompts: options.prompts }),
      ...(options.documentation !== undefined && { documentation: options.documentation }),
      ...observer,
      ...(options.rests === false && { rested: () => Promise.resolve() }),
      ...(options.dialogOver && { dialogOver: options.dialogOver(observer.dialogOver) }),
      textOfWindow: (window) => bench.text('ui_automation', { action: 'get_text', windowHandle: window }),
      journal: {
        report(event) {
          events.push(event);
          options.journal?.report(event);
        },
        keep(content, kind) {
          options.journal?.keep(content, kind);
          const name = `${createHash('sha256').update(content).digest('hex')}.${kind}`;
          blobs.set(name, content);
          return name;
        },
        takeCalls: () => options.journal?.takeCalls() ?? [],
      },
    });
    return {
      ...result,
      events,
      states: (agent) =>
        events.flatMap((event) => (event.event === 'state' && event.agent.name.startsWith(agent) ? [event.to] : [])),
      of: (name) => events.filter((event): event is AgentEventOf<typeof name> => event.event === name),
      kept: (name) => String(blobs.get(name)),
    };
  } finally {
    await bench.close();
  }
}
