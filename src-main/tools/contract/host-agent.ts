import type { PromiseRow } from './computers.ts';

/** The promises of UFO's document on the HostAgent (microsoft/UFO, `host_agent/overview.md`), in order. */
export const hostAgentPromises = {
  decomposes: {
    claim: 'Decomposes a request into a dependency-ordered graph of sub-tasks',
    verdict: 'fixed',
    note: 'Each waits for the previous one, or for its `dependencies`; cycles and unknown dependencies are refused. UFO’s plan is a list of sentences.',
  },
  launches: {
    claim: 'Launches an app that does not run (Bash), and registers it',
    verdict: 'stricter',
    note: 'By `run_shell`: allowed programs, with approval each time; refusals are reported to the model. An app counts as running if it has windows, listed in every step.',
  },
  equips: {
    claim: 'Gives each AppAgent its task, references to memory, the tools and the documentation of its app',
    verdict: 'same',
    note: 'A Markdown file named after the program.',
  },
  order: {
    claim: 'A state machine enforces the order, detects failures and resolves dependencies across agents',
    verdict: 'fixed',
    note: 'ASSIGN before its dependencies are done is refused and reported to the model; UFO assigns it.',
  },
  blackboard: {
    claim: 'Reads and writes a global blackboard, for debugging and replay',
    verdict: 'same',
    note: 'Every entry is in the run too.',
  },
  scope: {
    claim: 'Works on the whole desktop, and in no application itself',
    verdict: 'same',
    note: 'Its tools list, select and start; by default none clicks or types.',
  },
  persists: {
    claim: 'One HostAgent for a session, and it lasts as long',
    verdict: 'same',
    note: '',
  },
  states: {
    claim: 'Seven states: CONTINUE, ASSIGN, FINISH, FAIL, ERROR, PENDING, CONFIRM',
    verdict: 'fixed',
    note: 'CONFIRM precedes the action, and no answer means no; UFO acts first.',
  },
  phases: {
    claim: 'Four phases: DATA_COLLECTION, LLM_INTERACTION, ACTION_EXECUTION, MEMORY_UPDATE',
    verdict: 'other',
    note: 'Memory is updated within the third, after each list of actions, so failures are remembered too.',
  },
  cycle: {
    claim: 'CONTINUE → ASSIGN → AppAgent → CONTINUE → FINISH',
    verdict: 'same',
    note: '',
  },
  announces: {
    claim: 'Writes each sub-task to the blackboard before an AppAgent works on it',
    verdict: 'same',
    note: 'The current one. Later ones are in the plan, which the run stores.',
  },
  results: {
    claim: 'Results go over the blackboard to the next AppAgent, and FINISH of one back to the HostAgent',
    verdict: 'same',
    note: '',
  },
  verifies: {
    claim: 'Verifies the completion before it reports the task as done',
    verdict: 'fixed',
    note: 'Its evidence is checked in fresh data; otherwise the outcome is `unproven`. UFO trusts the model.',
  },
  reuses: { claim: 'Creates, caches and reuses AppAgents', verdict: 'same', note: 'Per window of a program.' },
  ends: {
    claim: 'Tears AppAgents down',
    verdict: 'other',
    note: 'All with the session; until then each keeps its memory over all rounds.',
  },
  input: {
    claim: 'Input: request, applications, screenshots, previous sub-tasks, previous plan, blackboard',
    verdict: 'same',
    note: '',
  },
  output: {
    claim:
      'Output: Observation, Thought, Current Sub-Task, Message, ControlLabel, ControlText, Plan, Status, Comment, Questions, Bash',
    verdict: 'same',
    note: 'Also with the names of UFO 2 and 3, case-insensitive.',
  },
  example: {
    claim: 'The printed example answer assigns a sub-task to the app of that label',
    verdict: 'same',
    note: '',
  },
  questions: {
    claim: 'Questions requests clarification from the user',
    verdict: 'same',
    note: 'On the terminal or in the permission window; the model learns if nobody can answer.',
  },
} as const satisfies Readonly<Record<string, PromiseRow>>;
