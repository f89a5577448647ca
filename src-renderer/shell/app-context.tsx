import { createContext, use, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { commandById, type Command } from '../ui/command.ts';
import type { AppModel } from './app-model.ts';
import type { ShellState } from './store.ts';

const Context = createContext<AppModel | null>(null);

/** Provides the model to the shell, and to each feature its own store. */
export function AppProvider({
  model,
  children,
}: {
  readonly model: AppModel;
  readonly children: ReactNode;
}): ReactNode {
  return <Context value={model}>{model.features.reduce((below, feature) => feature.provide(below), children)}</Context>;
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
