import type { Verdict } from './row.ts';

/** Something that a document promises in words and not by a tool's arguments. */
export interface PromiseRow {
  readonly says: string;
  readonly verdict: Verdict | 'other';
  readonly note: string;
}

/** What UFO's document on Computers (microsoft/UFO, `computer_manager.md`) promises, in its order. */
export const computerPromises = {
  several: {
    says: 'ComputerManager makes Computers for agent, process and root name as they are asked for, and keeps them',
    verdict: 'other',
    note: '`getOrCreate`, under the key of UFO’s program, `agent::process::root`.',
  },
  isolated: {
    says: 'Each Computer has its own servers, registry and context',
    verdict: 'fixed',
    note: 'UFO’s program has one selected window for all of them.',
  },
  looking: {
    says: 'Data collection tools cannot modify state',
    verdict: 'fixed',
    note: 'What acts is left out under data_collection and told as a problem, and so is what another server does not say of itself: `effect` says it in its place.',
  },
  configuration: {
    says: 'data_collection_servers and action_servers, each with namespace, type, module and reset, in YAML or Python',
    verdict: 'same',
    note: 'Its namespaces mean servers of ours, and the last word of `module` is read as a name.',
  },
  kinds: {
    says: 'Local servers in the same process, remote ones over HTTP',
    verdict: 'fixed',
    note: 'Also programs (stdio), https and headers.',
  },
  initialization: {
    says: 'async_init opens the servers of both types at the same time',
    verdict: 'fixed',
    note: '`getOrCreate` answers a Computer that is open; a server that fails is a problem and does not end the start.',
  },
  added: {
    says: 'Computer(name, process_name, data_collection_servers_config, action_servers_config) has servers of its own',
    verdict: 'other',
    note: 'The configuration names them by agent and app, in a file or an object; `computer.addServer` adds one, or tools of the program’s own.',
  },
  keys: {
    says: 'Tools are registered under unique keys, action.click and namespace.tool',
    verdict: 'fixed',
    note: 'Also `action::click`, UFO’s program’s own. Where two servers have one, the first in the configuration has it, and the other is known with its server, `S2.pid`.',
  },
  information: {
    says: 'MCPToolCall has key, name, title, namespace, type, description, schemas and server',
    verdict: 'same',
    note: '',
  },
  router: {
    says: 'CommandRouter.execute(agent, process, root, commands) answers a result for each command, in order',
    verdict: 'same',
    note: '',
  },
  command: {
    says: 'Command(action, parameters)',
    verdict: 'same',
    note: 'Also UFO’s program’s `tool_name` and `tool_type`.',
  },
  result: {
    says: 'Result has action, status, observation, data and error_message; ResultStatus.SUCCESS and ERROR',
    verdict: 'fixed',
    note: 'Also `error`, `result`, `namespace` and `call_id`, as UFO’s program has them; `ERROR` is its “failure”.',
  },
  fallback: {
    says: 'The router falls back to the default Computer for an agent that has none',
    verdict: 'same',
    note: '`default_agent` of the configuration, or what any agent has by default.',
  },
  unknown: { says: "An unknown tool is an error result: Tool '…' not found in registry", verdict: 'same', note: '' },
  onward: {
    says: 'After a command that fails the next ones are executed',
    verdict: 'same',
    note: 'With `earlyExit`, and for commands of UFO’s program, they are skipped.',
  },
  single: {
    says: 'execute_command and get_tool of a Computer',
    verdict: 'other',
    note: '`executeCommand`, `getTool`.',
  },
  examples: {
    says: 'Tools called click, type_text, screenshot, get_ui_elements',
    verdict: 'other',
    note: 'Examples of the document; no server of UFO has them. The error names the nearest: click_input, set_edit_text, capture_window_screenshot, get_ui_tree.',
  },
  workers: { says: 'Ten tools run at once, and one that blocks holds up no other', verdict: 'same', note: '' },
  timeout: {
    says: 'A tool may take 6000 seconds; _tool_timeout changes that',
    verdict: 'fixed',
    note: '`timeout` and `timeouts` of the configuration, and the call is cancelled. Our own tools have shorter limits of their own unless those lengthen them.',
  },
  failure: { says: 'A tool that fails or takes too long is an error result', verdict: 'same', note: '' },
  listTools: {
    says: 'Meta tool list_tools(tool_type, namespace, remove_meta)',
    verdict: 'fixed',
    note: 'Whole for programs, a page at a time (offset) over MCP; the first text is JSON alone.',
  },
  systemInfo: {
    says: 'Meta tool get_system_info: cpu_count, memory_gb, platform',
    verdict: 'same',
    note: 'Also release.',
  },
  ping: { says: 'Meta tool ping: pong', verdict: 'same', note: '' },
  metaTool: {
    says: 'Computer.meta_tool registers further ones',
    verdict: 'other',
    note: '`computer.metaTool({ name, title, description, parameters, run })`.',
  },
  reset: {
    says: 'reset() of the manager clears all Computers, that of a Computer its registry and servers',
    verdict: 'fixed',
    note: 'Servers are really closed, and calls under way are ended.',
  },
  whenReset: {
    says: 'Reset before a new task, when it is done or has failed, and when a client reconnects',
    verdict: 'same',
    note: '`manager.during(task)`; over MCP each client has Computers of its own, which are closed when it leaves.',
  },
  slow: {
    says: 'A tool that takes more than 300 seconds is a warning',
    verdict: 'same',
    note: 'In the log and in the run.',
  },
  files: {
    says: 'A server file_ops for file operations',
    verdict: 'stricter',
    note: 'Only in folders that the user allowed; writing and moving ask.',
  },
  import: {
    says: 'ComputerManager and CommandRouter can be imported',
    verdict: 'other',
    note: '`openComputers` of `deskscope/computer`, typed, for Node.',
  },
} as const satisfies Readonly<Record<string, PromiseRow>>;
