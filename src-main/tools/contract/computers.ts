import type { Verdict } from './row.ts';

/** A promise in a document's text, not in a tool's arguments. */
export interface PromiseRow {
  readonly claim: string;
  readonly verdict: Verdict | 'other';
  readonly note: string;
}

/** The promises of UFO's document on Computers (microsoft/UFO, `computer_manager.md`), in order. */
export const computerPromises = {
  several: {
    claim: 'ComputerManager creates Computers for agent, process and root name on demand, and keeps them',
    verdict: 'other',
    note: '`getOrCreate`, keyed `agent::process::root` as in UFO’s program.',
  },
  isolated: {
    claim: 'Each Computer has its own servers, registry and context',
    verdict: 'fixed',
    note: 'A new one starts with the windows and the selection of the last one used; UFO’s program has one selection for all.',
  },
  looking: {
    claim: 'Data collection tools cannot modify state',
    verdict: 'fixed',
    note: 'Acting tools under data_collection are left out and reported, and so are tools of other servers that declare nothing; `effect` declares it for them.',
  },
  configuration: {
    claim: 'data_collection_servers and action_servers, each with namespace, type, module and reset, in YAML or Python',
    verdict: 'same',
    note: 'Its namespaces map to our servers; the last word of `module` counts as a name.',
  },
  kinds: {
    claim: 'Local servers in the same process, remote ones over HTTP',
    verdict: 'fixed',
    note: 'Also programs (stdio), https and headers.',
  },
  initialization: {
    claim: 'async_init opens the servers of both types at the same time',
    verdict: 'fixed',
    note: '`getOrCreate` returns an open Computer; a failing server is reported and does not abort the start.',
  },
  added: {
    claim: 'Computer(name, process_name, data_collection_servers_config, action_servers_config) has servers of its own',
    verdict: 'other',
    note: 'Configured by agent and app, in a file or an object; `computer.addServer` adds a server or tools.',
  },
  keys: {
    claim: 'Tools are registered under unique keys, action.click and namespace.tool',
    verdict: 'fixed',
    note: 'Also `action::click`, as in UFO’s program. Of two equal keys the first in the configuration wins; the other is `S2.pid`.',
  },
  information: {
    claim: 'MCPToolCall has key, name, title, namespace, type, description, schemas and server',
    verdict: 'same',
    note: '',
  },
  router: {
    claim: 'CommandRouter.execute(agent, process, root, commands) returns a result for each command, in order',
    verdict: 'same',
    note: '',
  },
  command: {
    claim: 'Command(action, parameters)',
    verdict: 'same',
    note: 'Also `tool_name` and `tool_type`, as in UFO’s program.',
  },
  result: {
    claim: 'Result has action, status, observation, data and error_message; ResultStatus.SUCCESS and ERROR',
    verdict: 'fixed',
    note: 'Also `error`, `result`, `namespace`, `call_id`, as in UFO’s program; `ERROR` is its “failure”.',
  },
  fallback: {
    claim: 'The router falls back to the default Computer for an agent that has none',
    verdict: 'same',
    note: '`default_agent`, or every agent’s defaults.',
  },
  unknown: { claim: "An unknown tool is an error result: Tool '…' not found in registry", verdict: 'same', note: '' },
  onward: {
    claim: 'After a command that fails the next ones are executed',
    verdict: 'same',
    note: 'Skipped with `earlyExit`, and for commands of UFO’s program.',
  },
  single: {
    claim: 'execute_command and get_tool of a Computer',
    verdict: 'other',
    note: '`executeCommand`, `getTool`.',
  },
  examples: {
    claim: 'Tools called click, type_text, screenshot, get_ui_elements',
    verdict: 'other',
    note: 'Only examples; no UFO server has them. The error names the nearest: click_input, set_edit_text, capture_window_screenshot, get_ui_tree.',
  },
  workers: { claim: 'Ten tools run at once, and one that blocks holds up no other', verdict: 'same', note: '' },
  timeout: {
    claim: 'A tool may take 6000 seconds; _tool_timeout changes that',
    verdict: 'fixed',
    note: '`timeout` and `timeouts`; the call is cancelled. Our own tools have shorter limits unless these extend them.',
  },
  failure: {
    claim: 'A tool that fails or takes too long is an error result',
    verdict: 'same',
    note: '`error_message` and `observation` as printed, `error` as in UFO’s program; the observation adds what to do.',
  },
  listTools: {
    claim: 'Meta tool list_tools(tool_type, namespace, remove_meta)',
    verdict: 'fixed',
    note: 'Whole for programs, paged (offset) over MCP; the first text is pure JSON. remove_meta leaves out the tools of the namespace Computer: a server’s own ping stays.',
  },
  systemInfo: {
    claim: 'Meta tool get_system_info: cpu_count, memory_gb, platform',
    verdict: 'same',
    note: 'Also release.',
  },
  ping: { claim: 'Meta tool ping: pong', verdict: 'same', note: '' },
  metaTool: {
    claim: 'Computer.meta_tool registers further ones',
    verdict: 'other',
    note: '`computer.metaTool({ name, title, description, parameters, run })`.',
  },
  reset: {
    claim: 'reset() of the manager clears all Computers, that of a Computer its registry and servers',
    verdict: 'fixed',
    note: 'Servers are closed and running calls ended.',
  },
  whenReset: {
    claim: 'Reset before a new task, when it is done or has failed, and when a client reconnects',
    verdict: 'same',
    note: '`manager.during(task)`; over MCP each client’s Computers close when it leaves.',
  },
  slow: {
    claim: 'A tool that takes more than 300 seconds is a warning',
    verdict: 'same',
    note: 'In the log and in the run.',
  },
  files: {
    claim: 'A server file_ops for file operations',
    verdict: 'stricter',
    note: 'Only in folders the user allowed; writing and moving need approval.',
  },
  import: {
    claim: 'ComputerManager and CommandRouter can be imported',
    verdict: 'other',
    note: '`openComputers` of `deskscope/computer`, typed, for Node.',
  },
} as const satisfies Readonly<Record<string, PromiseRow>>;
