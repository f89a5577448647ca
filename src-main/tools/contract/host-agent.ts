import type { PromiseRow } from './computers.ts';

/** What UFO's document on the HostAgent (microsoft/UFO, `host_agent/overview.md`) promises, in its order. */
export const hostAgentPromises = {
  decomposes: {
    says: 'Decomposes a request into a dependency-ordered graph of sub-tasks',
    verdict: 'fixed',
    note: 'Each waits for the one before, or for those that `dependencies` names; one that waits for itself or for what no plan holds is refused. In UFO the plan is a list of sentences.',
  },
  launches: {
    says: 'Launches an app that does not run (Bash), and registers it',
    verdict: 'stricter',
    note: 'By `run_shell`: programs on the list that the user allowed, and a question each time; what is refused is told to the model. Whether an app runs is seen in its windows, listed anew in every step, not in processes.',
  },
  equips: {
    says: 'Gives each AppAgent its task, references to memory, the tools and the documentation of its app',
    verdict: 'same',
    note: 'Documentation is a Markdown file of the program’s name.',
  },
  order: {
    says: 'A state machine enforces the order, detects failures and resolves dependencies across agents',
    verdict: 'fixed',
    note: 'ASSIGN of a sub-task whose dependencies are not done is refused and told to the model; UFO assigns it.',
  },
  blackboard: {
    says: 'Reads and writes a global blackboard, for debugging and replay',
    verdict: 'same',
    note: 'Every entry is in the run as well.',
  },
  scope: {
    says: 'Works on the whole desktop, and in no application itself',
    verdict: 'same',
    note: 'Its tools list, select and start; by the default configuration none of them clicks or types.',
  },
  persists: {
    says: 'One HostAgent for a session, and it lasts as long',
    verdict: 'same',
    note: '',
  },
  states: {
    says: 'Seven states: CONTINUE, ASSIGN, FINISH, FAIL, ERROR, PENDING, CONFIRM',
    verdict: 'fixed',
    note: 'CONFIRM asks before anything is done, and no answer is a no; UFO acts and asks afterwards.',
  },
  phases: {
    says: 'Four phases: DATA_COLLECTION, LLM_INTERACTION, ACTION_EXECUTION, MEMORY_UPDATE',
    verdict: 'other',
    note: 'Memory is updated within the third, after each list of acts, so that one which breaks is remembered too.',
  },
  cycle: {
    says: 'CONTINUE → ASSIGN → AppAgent → CONTINUE → FINISH',
    verdict: 'same',
    note: '',
  },
  announces: {
    says: 'Writes each sub-task to the blackboard before an AppAgent works on it',
    verdict: 'same',
    note: 'The one that begins. Those to come are in the plan, which the run keeps.',
  },
  results: {
    says: 'Results go over the blackboard to the next AppAgent, and FINISH of one back to the HostAgent',
    verdict: 'same',
    note: '',
  },
  verifies: {
    says: 'Verifies the completion before it tells the user that the task is done',
    verdict: 'fixed',
    note: 'The evidence that it names is looked for in fresh data; what is not seen is `unproven`. UFO takes the model’s word.',
  },
  reuses: { says: 'Creates, caches and reuses AppAgents', verdict: 'same', note: 'For a window of a program.' },
  ends: {
    says: 'Tears AppAgents down',
    verdict: 'other',
    note: 'All together, with the session; until then each keeps its memory, over all rounds.',
  },
  input: {
    says: 'Input: request, applications, screenshots, previous sub-tasks, previous plan, blackboard',
    verdict: 'same',
    note: '',
  },
  output: {
    says: 'Output: Observation, Thought, Current Sub-Task, Message, ControlLabel, ControlText, Plan, Status, Comment, Questions, Bash',
    verdict: 'same',
    note: 'Also in the names of UFO’s versions 2 and 3, in any case.',
  },
  example: { says: 'The answer that it prints assigns a sub-task to the app of that label', verdict: 'same', note: '' },
  questions: {
    says: 'Questions asks the user to clarify',
    verdict: 'same',
    note: 'On the terminal, or in the permission window; where nobody can be asked, the model is told so.',
  },
} as const satisfies Readonly<Record<string, PromiseRow>>;
