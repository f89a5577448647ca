import type { ReactNode } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import type { Services } from '../bridge/services.ts';
import { agentsCommands, AgentsProvider, createAgentsStore } from '../features/agents/index.ts';
import { ConsentProvider, consentCommands, createConsentStore } from '../features/consent/index.ts';
import { createDesktopsStore, desktopsCommands, DesktopsProvider } from '../features/desktops/index.ts';
import { createInspectorStore, inspectorCommands, InspectorProvider } from '../features/inspector/index.ts';
import {
  connectCommands,
  ConnectProvider,
  createConnectStore,
  createMcpStore,
  mcpCommands,
  McpProvider,
} from '../features/mcp/index.ts';
import { createRecorderStore, recorderCommands, RecorderProvider } from '../features/recorder/index.ts';
import { createRunsStore, runsCommands, RunsProvider } from '../features/runs/index.ts';
import { createSettingsStore, settingsCommands, SettingsProvider } from '../features/settings/index.ts';
import { createWindowsStore, windowCommands, WindowsProvider } from '../features/windows/index.ts';
import type { Command } from '../ui/command.ts';
import type { ShellStore } from './store.ts';

/** The features of the main window, one line each; the palette lists their commands in this order. */
export function createFeatures(services: Services) {
  return {
    inspector: feature(createInspectorStore(services), InspectorProvider, inspectorCommands),
    recorder: feature(createRecorderStore(services), RecorderProvider, recorderCommands),
    windows: feature(createWindowsStore(services), WindowsProvider, windowCommands),
    runs: feature(createRunsStore(services), RunsProvider, runsCommands),
    agents: feature(createAgentsStore(services), AgentsProvider, agentsCommands),
    mcp: feature(createMcpStore(services), McpProvider, mcpCommands),
    connect: feature(createConnectStore(services), ConnectProvider, connectCommands),
    desktops: feature(createDesktopsStore(services), DesktopsProvider, desktopsCommands),
    settings: feature(createSettingsStore(services), SettingsProvider, settingsCommands),
    consent: feature(createConsentStore(services), ConsentProvider, consentCommands),
  };
}

export type Features = ReturnType<typeof createFeatures>;

/** The store of each feature. */
export type FeatureStores = { readonly [F in keyof Features]: Features[F]['store'] };

/** All stores of the main window. */
export interface Stores extends FeatureStores {
  readonly shell: ShellStore;
}

/** A feature as the window sees it; its store's type is known only by its name. */
export interface Feature<Store = unknown> {
  readonly store: Store;
  readonly commands: readonly Command[];
  /** Subscribes to the main process, if needed; returns the unsubscribe function. */
  follow(): () => void;
  /** Provides the store to the feature's own components. */
  provide(children: ReactNode): ReactNode;
}

interface Following {
  readonly follow?: () => () => void;
}

type Provider<S> = (props: { readonly store: StoreApi<S>; readonly children: ReactNode }) => ReactNode;

function feature<S extends object>(
  store: StoreApi<S>,
  Provider: Provider<S>,
  commands: (store: StoreApi<S>) => readonly Command[],
): Feature<StoreApi<S>> {
  return {
    store,
    commands: commands(store),
    follow: () => (store.getState() as Following).follow?.() ?? (() => undefined),
    provide: (children) => <Provider store={store}>{children}</Provider>,
  };
}
