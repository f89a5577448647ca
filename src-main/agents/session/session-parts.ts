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
  /** All text that a window shows now, by a part of its title; used to check FINISH. */
  readonly textOfWindow: (window: string, signal: AbortSignal) => Promise<string>;
  /** The dialog that takes a window's input now, as {@link dialogOver} returns it; null if there is none. */
  readonly dialogOver: (
    window: number,
    signal: AbortSignal,
  ) => Promise<{ readonly handle: number; readonly title: string } | null>;
  /** Waits briefly until a window and its dialogs stop changing. @throws AppError `cancelled` */
  readonly rested: (window: number, signal: AbortSignal) => Promise<void>;
  readonly journal: AgentJournal;
  readonly person: Person;
  readonly control: RunControl;
  readonly limits: TaskLimits;
  readonly sight?: Sight | undefined;
  readonly signal: AbortSignal;
  /** Set to repeat a step of an earlier run. */
  readonly past?: Past | undefined;
  /** Replace the standard ones. */
  readonly prompts?: Partial<Prompts>;
  /** A folder of Markdown with a file for each program, for the AppAgent's prompt. */
  readonly documentation?: string;
  /**
   * The next request of the same session, as long as limits allow another round; null ends it. By default the user is
   * asked.
   */
  readonly nextRequest?: (text: string) => Promise<string | null>;
}

/** Shared by all agents of a session. */
export interface SessionParts extends TaskOptions {
  readonly blackboard: Blackboard;
  readonly subTasks: SubTasks;
  readonly spending: Spending;
  readonly round: () => number;
  /** The request of the current round. */
  readonly currentRequest: () => string;
}
