import type { AgentKind, Sight, TaskLimits } from '#contract/model/agents/agent';
import type { ClientComputers } from '../../computer/open-computers.ts';
import type { Model } from '../models/model.ts';
import type { Blackboard, AgentJournal, Spending } from './session-memory.ts';
import type { RunControl, Person } from '../control.ts';
import type { Past } from '../past/past.ts';
import type { Prompts } from '../prompts/system.ts';
import type { SubTasks } from '../sub-tasks.ts';

export interface TaskOptions {
  readonly request: string;
  /** The agents' tools. Reset before the task and after it. */
  readonly computers: Pick<ClientComputers, 'manager' | 'router'>;
  readonly models: Readonly<Record<AgentKind, Model>>;
  /** All text that a window shows now, by a part of its title; how FINISH is checked. */
  readonly textOfWindow: (window: string, signal: AbortSignal) => Promise<string>;
  /** The dialog that takes the input of a window now, as {@link dialogOver} reports; null if there is none. */
  readonly dialogOver: (
    window: number,
    signal: AbortSignal,
  ) => Promise<{ readonly handle: number; readonly title: string } | null>;
  /** Waits, for a moment at most, until a window and the dialogs over it show no change any more. @throws AppError `cancelled` */
  readonly rested: (window: number, signal: AbortSignal) => Promise<void>;
  readonly journal: AgentJournal;
  readonly person: Person;
  readonly control: RunControl;
  readonly limits: TaskLimits;
  readonly sight?: Sight | undefined;
  readonly signal: AbortSignal;
  /** Where a step of an earlier run is done again. */
  readonly past?: Past | undefined;
  /** In place of the standard ones. */
  readonly prompts?: Partial<Prompts>;
  /** A folder of Markdown, a file for each program: what its AppAgent is notified of the app. */
  readonly documentation?: string;
  /** The next request of the same session, as long as limits allow one more round; null ends it. By default the person is asked. */
  readonly nextRequest?: (text: string) => Promise<string | null>;
}

/** What all agents of a session have in common. */
export interface SessionParts extends TaskOptions {
  readonly blackboard: Blackboard;
  readonly subTasks: SubTasks;
  readonly spending: Spending;
  readonly round: () => number;
  /** Of the round that is under way. */
  readonly currentRequest: () => string;
}
