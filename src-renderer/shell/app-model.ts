import type { Bridge } from '#contract/bridge';
import { createServices, type Services } from '../bridge/services.ts';
import { createConsentStore, type ConsentStore } from '../features/consent/index.ts';
import { createInspectorStore, type InspectorStore } from '../features/inspector/index.ts';
import { createConnectStore, createMcpStore, type ConnectStore, type McpStore } from '../features/mcp/index.ts';
import { createRecorderStore, type RecorderStore } from '../features/recorder/index.ts';
import { createRunsStore, type RunsStore } from '../features/runs/index.ts';
import { createSettingsStore, type SettingsStore } from '../features/settings/index.ts';
import { createWindowsStore, type WindowsStore } from '../features/windows/index.ts';
import type { Command } from '../ui/command.ts';
import { allCommands } from './commands.ts';
import { createShellStore, type ShellStore } from './store.ts';

export interface Stores {
  readonly shell: ShellStore;
  readonly windows: WindowsStore;
  readonly inspector: InspectorStore;
  readonly recorder: RecorderStore;
  readonly runs: RunsStore;
  readonly mcp: McpStore;
  readonly connect: ConnectStore;
  readonly settings: SettingsStore;
  readonly consent: ConsentStore;
}

/** The main window without its pixels. */
export interface AppModel extends Stores {
  readonly services: Services;
  readonly commands: readonly Command[];
}

export function createAppModel(bridge: Bridge): AppModel {
  const shell = createShellStore();
  const { report, notify } = shell.getState();
  const services = createServices(bridge, { report, notify });
  const stores: Stores = {
    shell,
    windows: createWindowsStore(services),
    inspector: createInspectorStore(services),
    recorder: createRecorderStore(services),
    runs: createRunsStore(services),
    mcp: createMcpStore(services),
    connect: createConnectStore(services),
    settings: createSettingsStore(services),
    consent: createConsentStore(services),
  };
  return { ...stores, services, commands: allCommands(stores, services) };
}
