import type { AgentKind, AgentState } from './agent.ts';

export interface StateRow {
  /** What happens in this state. */
  readonly does: string;
  /** Possible next states, and their causes. */
  readonly next: Readonly<Partial<Record<AgentState, string>>>;
  /** Set if the state ends the agent's work. */
  readonly ends?: true;
}

export type StateTable = Readonly<Partial<Record<AgentState, StateRow>>>;

/** One per session. Its round ends with FINISH or FAIL; a new round begins at CONTINUE. */
const hostAgent: StateTable = {
  CONTINUE: {
    does: 'one step: look at the desktop, ask the model, act, remember',
    next: {
      CONTINUE: 'the model goes on, or what it wants is refused and told to it',
      ASSIGN: 'the model gave a sub-task to a window that is there',
      PENDING: 'the model asks the person',
      CONFIRM: 'the model wants a yes before it acts',
      FINISH: 'the model says that the task is done',
      FAIL: 'the model says that the task cannot be done',
      ERROR: 'the step broke',
    },
  },
  ASSIGN: {
    does: 'an AppAgent works on the sub-task',
    next: { CONTINUE: 'the AppAgent came back, with its result or its failure' },
  },
  PENDING: {
    does: 'the person is asked',
    next: { CONTINUE: 'answered, or known that no one answers', ERROR: 'nobody could be asked' },
  },
  CONFIRM: {
    does: 'the person is asked before the act is done',
    next: { CONTINUE: 'done after a yes, or not done', ASSIGN: 'a yes to work in that window', ERROR: 'the act broke' },
  },
  FINISH: { does: 'the goal was looked for in fresh data', next: { CONTINUE: 'a new round' }, ends: true },
  FAIL: { does: 'the round failed', next: { CONTINUE: 'a new round' }, ends: true },
  ERROR: {
    does: 'the step is given up',
    next: { CONTINUE: 'tried once more', FAIL: 'it broke twice running' },
  },
};

/** One per window; kept with its memory, and may get another sub-task. Never answers ASSIGN. */
const appAgent: StateTable = {
  CONTINUE: {
    does: 'one step: look at the window, ask the model, act, remember',
    next: {
      CONTINUE: 'the model goes on',
      PENDING: 'the model asks the person',
      CONFIRM: 'the model wants a yes before it acts',
      FINISH: 'the model says that the sub-task is done',
      FAIL: 'the model says that the sub-task cannot be done',
      ERROR: 'the step broke',
    },
  },
  PENDING: {
    does: 'the person is asked',
    next: { CONTINUE: 'answered, or known that no one answers', ERROR: 'nobody could be asked' },
  },
  CONFIRM: {
    does: 'the person is asked before the acts are done',
    next: { CONTINUE: 'done after a yes, or not done', ERROR: 'the act broke' },
  },
  FINISH: { does: 'the host reads the result', next: { CONTINUE: 'another sub-task' }, ends: true },
  FAIL: { does: 'the host plans again', next: { CONTINUE: 'another sub-task' }, ends: true },
  ERROR: {
    does: 'the step is given up',
    next: { CONTINUE: 'tried once more', FAIL: 'it broke twice running' },
  },
};

export const stateTables: Readonly<Record<AgentKind, StateTable>> = { HostAgent: hostAgent, AppAgent: appAgent };
