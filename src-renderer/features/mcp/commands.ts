import type { CallRecord } from '#contract/api';
import type { Command } from '../../ui/command.ts';
import type { ConnectStore } from './connect-store.ts';
import type { McpStore } from './store.ts';

export function mcpCommands(store: McpStore): readonly Command[] {
  const call = () => store.getState().calls.find(({ id }) => id === store.getState().selected);
  const scope = 'mcp';
  const hasCall = () => call() !== undefined;
  const withCall = (work: (of: CallRecord) => void) => () => {
    const of = call();
    if (of) work(of);
  };
  return [
    {
      id: 'mcp.call.show',
      title: 'Show call in Runs',
      icon: 'run-all',
      scope,
      when: hasCall,
      run: withCall(({ id }) => store.getState().showTrace(id)),
    },
    {
      id: 'mcp.call.copyArguments',
      title: 'Copy arguments of call',
      icon: 'copy',
      scope,
      when: hasCall,
      run: withCall(({ parameters }) => void store.getState().copy(JSON.stringify(parameters, null, 2))),
    },
    {
      id: 'mcp.call.copyResult',
      title: 'Copy result of call',
      icon: 'copy',
      scope,
      when: () => (call()?.text ?? '') !== '',
      run: withCall(({ text }) => void store.getState().copy(text)),
    },
    {
      id: 'mcp.copyUrl',
      title: 'Copy MCP address',
      icon: 'link',
      when: () => store.getState().status?.state === 'listening',
      run: () => void store.getState().copyUrl(),
    },
  ];
}

export function connectCommands(store: ConnectStore): readonly Command[] {
  return [
    {
      id: 'mcp.saveBundle',
      title: 'Save MCP bundle (.mcpb)…',
      icon: 'package',
      run: () => void store.getState().saveBundle(),
    },
  ];
}
