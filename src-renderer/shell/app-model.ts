import type { Bridge } from '#contract/bridge';
import { createServices, type Services } from '../bridge/services.ts';
import type { Command } from '../ui/command.ts';
import { allCommands } from './commands.ts';
import { createFeatures, type Feature, type Features, type FeatureStores, type Stores } from './features.tsx';
import { createShellStore } from './store.ts';

/** The main window without its UI. */
export interface AppModel extends Stores {
  readonly services: Services;
  readonly features: readonly Feature[];
  readonly commands: readonly Command[];
}

export function createAppModel(bridge: Bridge): AppModel {
  const shell = createShellStore();
  const { report, notify } = shell.getState();
  const services = createServices(bridge, { report, notify });
  const byName = createFeatures(services);
  const features = Object.values(byName);
  const stores: Stores = { shell, ...storesOf(byName) };
  return { ...stores, services, features, commands: allCommands(stores, features, services) };
}

function storesOf(features: Features): FeatureStores {
  return Object.fromEntries(Object.entries(features).map(([name, { store }]) => [name, store])) as FeatureStores;
}
