import type { Api } from '#contract/api';
import type { Handlers } from '#contract/define';
import type { HandedOver } from '../../files/handed-over.ts';
import type { Opener } from '../../files/opener.ts';
import type { Recents } from '../../files/recents.ts';
import type { Services } from '../../../services/app.ts';
import { createAct } from '../../../services/user-calls.ts';
import type { Role } from '../sender.ts';
import { agentsHandlers, debugHandlers, modelsHandlers, consentHandlers } from './agents.ts';
import { clientHandlers, type BundleDialog } from './clients.ts';
import { appHandlers, type TextDialog } from './app.ts';
import { desktopsHandlers } from './desktops.ts';
import { filesHandlers, type OpenDialog } from './files.ts';
import { inspectHandlers, snapshotHandlers, type SnapshotDialog } from './inspect.ts';
import { recorderHandlers, type FileDialogs, replayHandlers } from './recorder.ts';
import { runsHandlers, type RunDialogs } from './runs.ts';
import { settingsHandlers, type ConfigDialog } from './settings.ts';

/** Everything the main window may ask, answered by the services. */
export function mainHandlers(
  services: Services,
  dialogs: FileDialogs & RunDialogs & BundleDialog & OpenDialog & ConfigDialog & TextDialog & SnapshotDialog,
  files: { readonly opener: Opener; readonly handedOver: HandedOver; readonly recents: Recents },
): Handlers<Api, Role> {
  const { place, inspector, recorder, settings, mcp, calls } = services;
  const { engine } = place;
  return {
    ...inspectHandlers({
      engine,
      inspector,
      startPick: services.startPick,
      act: createAct(services.usersRunner),
      settings: () => settings.current,
      trials: services.trials,
    }),
    ...recorderHandlers({
      store: recorder,
      start: services.startRecording,
      stop: services.stopRecording,
      engine,
      dialogs,
      saved: (path) => files.recents.add(path),
    }),
    ...filesHandlers({ ...files, dialogs }),
    ...clientHandlers(services.clients, dialogs),
    ...replayHandlers(services),
    ...runsHandlers({ ...services, dialogs, opener: files.opener }),
    ...agentsHandlers(services),
    ...debugHandlers(services),
    ...modelsHandlers(services),
    ...consentHandlers(services),
    ...desktopsHandlers(services),
    ...snapshotHandlers(engine, dialogs),
    ...settingsHandlers(settings, services.applySettings, dialogs),
    ...appHandlers({
      engine,
      mcp,
      calls: () => calls.list(),
      dialogs,
    }),
  };
}
