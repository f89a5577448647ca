import { AppError } from '#contract/errors';
import type { AgentAnswer, PlannedAction, SubTask } from '#contract/model/agents/agent';
import { Agent, selectWindow } from './agent.ts';
import { AppAgent } from './app-agent.ts';
import type { DesktopNow } from './past/past.ts';
import { systemPrompt, standardPrompts } from './prompts/system.ts';
import { selectedWindow, type AppWindow } from './selected-window.ts';
import type { SessionParts } from './session/session-parts.ts';
import { byDependencies, inOrder } from './sub-tasks.ts';
import { allSucceeded, type Acted, lookBy } from './steps/act.ts';
import type { Shown } from './steps/ask-model.ts';
import { pictureBy } from './steps/picture.ts';

const place = { agent: 'HostAgent' } as const;

/** How a round ended. */
export interface Round {
  readonly failed: boolean;
  readonly answer: AgentAnswer | null;
  readonly why: string;
  /** The windows in which AppAgents worked in this session. */
  readonly windows: readonly AppWindow[];
}

/** One per session: splits the task, assigns sub-tasks to AppAgents, and decides when it is done. */
export class HostAgent extends Agent {
  protected readonly place = place;
  /** By window; kept with their memory until the session ends. */
  readonly #appAgents = new Map<string, AppAgent>();
  #window: AppWindow | null = null;
  #plan: readonly string[] = [];

  constructor(parts: SessionParts) {
    super(parts, { kind: 'HostAgent', name: 'HostAgent' });
  }

  /** Its last answer holds the result of the round. */
  async round(): Promise<Round> {
    this.answer = null;
    await this.work('a new request');
    const windows = [...this.#appAgents.values()].map(({ window }) => window);
    return { failed: this.machine.state === 'FAIL', answer: this.answer, why: this.memory.at(-1) ?? '', windows };
  }

  protected async look(): Promise<Shown> {
    const { computers, prompts, blackboard, subTasks, models } = this.parts;
    const picture = await pictureBy(this.parts, place, {
      tool: 'capture_desktop_screenshot',
      parameters: { all_screens: true },
      label: 'Current Screenshot:',
      limits: models.HostAgent.pictures,
      bounds: null,
    });
    const windows = await this.#windows();
    const computer = await computers.manager.getOrCreate(place);
    const tools = computer
      .tools()
      .filter(({ tool_type: type, namespace }) => type === 'action' && namespace !== 'Computer');
    const text = [
      blackboard.inWords(),
      `Windows (id, name): ${windows}`,
      `Sub-tasks so far: ${JSON.stringify(subTasks.all)}`,
      `Your plan: ${JSON.stringify(this.#plan)}`,
      this.memoryInWords,
      `The user's request: ${this.parts.currentRequest()}`,
    ];
    return {
      system: systemPrompt('HostAgent', prompts?.HostAgent ?? standardPrompts.HostAgent, tools),
      parts: [...(picture ? [picture] : []), { type: 'text', text: text.filter(Boolean).join('\n\n') }],
      windows,
    };
  }

  protected async now(): Promise<DesktopNow> {
    return { kind: 'HostAgent', listed: await this.#windows(), handle: null };
  }

  async #windows(): Promise<string> {
    return JSON.stringify((await lookBy(this.parts, place, 'get_desktop_app_target_info')).result);
  }

  protected actionsOf({ actions, bash }: AgentAnswer): readonly PlannedAction[] {
    const command = bash.trim() === '' ? [] : [{ function: 'run_shell', arguments: { bash_command: bash } }];
    return [...command, ...actions];
  }

  protected afterActing(answer: AgentAnswer, acted: readonly Acted[]): void {
    const { status } = answer;
    this.#window = windowIn(acted);
    const objection = this.#takePlan(answer) || this.#objectionTo(answer, acted);
    if (objection !== '') this.#refuse(objection);
    else this.machine.go(status === 'FINISH' || status === 'ASSIGN' ? status : 'CONTINUE', answer.thought);
  }

  /** Why the plan is rejected; empty if it is accepted. */
  #takePlan({ status, subTask, plan, dependencies }: AgentAnswer): string {
    const current = status === 'FINISH' || subTask === '' ? [] : [subTask];
    const texts = [...current, ...plan];
    if (status !== 'FINISH' && texts.length === 0) return '';
    return refusal(() => {
      const { subTasks } = this.parts;
      const done = subTasks.all.flatMap((one) => (one.status === 'done' ? [one.text] : []));
      subTasks.plan(dependencies.length === 0 ? inOrder(texts) : byDependencies(texts, dependencies, done));
      this.#plan = plan;
    });
  }

  /** Why FINISH or ASSIGN is rejected; empty if accepted. */
  #objectionTo({ status, subTask }: AgentAnswer, acted: readonly Acted[]): string {
    if (status !== 'FINISH' && status !== 'ASSIGN') return '';
    if (!allSucceeded(acted)) return 'an action failed';
    if (status === 'FINISH') return '';
    if (!this.#window) return 'there is no such window';
    return subTask === '' ? 'it names no sub-task' : '';
  }

  #refuse(why: string): void {
    this.remember(`${this.answer?.status ?? ''} was refused: ${why}.`);
    this.machine.go('CONTINUE', `refused: ${why}`);
  }

  protected override async assign(): Promise<void> {
    const { subTasks, blackboard } = this.parts;
    const window = this.#window;
    const { answer } = this;
    if (!window || !answer) throw new AppError('internal');
    let subTask: SubTask | undefined;
    const objection = refusal(() => (subTask = subTasks.start(answer.subTask, window.root)));
    if (!subTask) {
      this.#refuse(objection);
      return;
    }
    const agent = this.#agentFor(window);
    blackboard.note({ list: 'subTasks', subTask: subTask.text, agent: agent.ref.name });
    try {
      const { done, result } = await agent.workOn(subTask, answer.message);
      subTasks.end(subTask.id, done ? 'done' : 'failed', result);
      const status = done ? 'FINISH' : 'FAIL';
      blackboard.note({ list: 'results', subTask: subTask.text, status, result });
      this.remember(`${agent.ref.name}, ${subTask.text}: ${status}. ${result}`);
      this.machine.go('CONTINUE', `${agent.ref.name}: ${status}`);
    } catch (error) {
      subTasks.end(subTask.id, 'failed', error instanceof Error ? error.message : '');
      throw error;
    }
  }

  /** The system reuses ids of closed windows: an agent is kept only for a window of the same program. */
  #agentFor(window: AppWindow): AppAgent {
    const key = `${window.root}/${window.handle}`;
    const agent = this.#appAgents.get(key) ?? new AppAgent(this.parts, window);
    this.#appAgents.set(key, agent);
    return agent;
  }
}

/** Why the sub-tasks do not allow something, in a sentence for the model; empty if they do. */
function refusal(change: () => void): string {
  try {
    change();
    return '';
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_parameter') return error.message;
    throw error;
  }
}

function windowIn(acted: readonly Acted[]): AppWindow | null {
  const selection = acted.find(({ action }) => action.function.endsWith(selectWindow));
  return selectedWindow(selection?.result.result);
}
