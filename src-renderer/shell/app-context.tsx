import { createContext, use, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { ConsentProvider } from '../features/consent/index.ts';
import { InspectorProvider } from '../features/inspector/index.ts';
import { ConnectProvider, McpProvider } from '../features/mcp/index.ts';
import { RecorderProvider } from '../features/recorder/index.ts';
import { RunsProvider } from '../features/runs/index.ts';
import { SettingsProvider } from '../features/settings/index.ts';
import { WindowsProvider } from '../features/windows/index.ts';
import type { Command } from '../ui/command.ts';
import type { AppModel } from './app-model.ts';
import { commandById } from './commands.ts';
import type { ShellState } from './store.ts';

const Context = createContext<AppModel | null>(null);

/** Hands the model to the shell, and to each feature its own store. */
export function AppProvider({
  model,
  children,
}: {
  readonly model: AppModel;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Context value={model}>
      <WindowsProvider store={model.windows}>
        <InspectorProvider store={model.inspector}>
          <RecorderProvider store={model.recorder}>
            <McpProvider store={model.mcp}>
              <ConnectProvider store={model.connect}>
                <RunsProvider store={model.runs}>
                  <SettingsProvider store={model.settings}>
                    <ConsentProvider store={model.consent}>{children}</ConsentProvider>
                  </SettingsProvider>
                </RunsProvider>
              </ConnectProvider>
            </McpProvider>
          </RecorderProvider>
        </InspectorProvider>
      </WindowsProvider>
    </Context>
  );
}

export function useApp(): AppModel {
  const model = use(Context);
  if (model === null) throw new Error('There is no app above this component.');
  return model;
}

export function useShell<S>(select: (state: ShellState) => S): S {
  return useStore(useApp().shell, select);
}

export function useCommand(id: string): Command {
  return commandById(useApp().commands, id);
}

export function useCommands(...ids: readonly string[]): readonly Command[] {
  const { commands } = useApp();
  return ids.map((id) => commandById(commands, id));
}
