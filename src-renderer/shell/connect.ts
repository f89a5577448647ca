import { fromWire, toWire } from '#contract/errors';
import type { Settings } from '#contract/model/settings';
import { together } from '../bridge/services.ts';
import { comeBack, type InspectorState } from '../features/inspector/index.ts';
import { isReplaying } from '../features/recorder/index.ts';
import { selectedWindow } from '../features/windows/index.ts';
import { showDensity } from '../ui/hooks/use-row-height.ts';
import { darkQuery, moreContrastQuery, showTheme, type Theme } from '../bridge/system-theme.ts';
import type { AppModel } from './app-model.ts';

/** Connects the features to the main process and to each other; returns the unsubscribe function. */
export function connect(model: AppModel): () => void {
  return together(
    ...model.features.map((feature) => feature.follow()),
    openChosenWindow(model),
    offerReturned(model),
    showPicked(model),
    showRecording(model),
    restWhileRecording(model),
    showTrace(model),
    showTaskRun(model),
    showTaskDesktop(model),
    followInspectedDesktop(model),
    pointOnDesktop(model),
    followEngine(model),
    askDoctor(model),
    reportCrash(model),
    followSettings(model),
    followFiles(model),
    followRecents(model),
    model.services.on('app.command', ({ command }) => model.commands.find(({ id }) => id === command)?.run()),
  );
}

/** The inspector shows the window selected in the list. */
export function openChosenWindow({
  windows,
  inspector,
  settings,
}: Pick<AppModel, 'windows' | 'inspector' | 'settings'>): () => void {
  return windows.subscribe((state, before) => {
    const window = selectedWindow(state);
    if (window === selectedWindow(before)) return;
    if (window === null) {
      // No longer in the list; its last details are worth more than an empty view.
      if (state.snapshot?.items.every(({ id }) => id !== before.selected)) inspector.getState().close();
      else void inspector.getState().open(null);
      return;
    }
    const fresh = window.id !== before.selected;
    void inspector.getState().open(window);
    const maximize = settings.getState().settings?.maximizeWindow === true;
    if (fresh && maximize && window.state !== 'maximized') void state.act(window.id, 'maximize');
  });
}

/** A new window of the closed window's app; when inspected, it is selected in the list too. */
export function offerReturned({ windows, inspector }: Pick<AppModel, 'windows' | 'inspector'>): () => void {
  const offer = () => {
    const { window, closedAt, returned, offer: set } = inspector.getState();
    if (window === null || closedAt === null) return;
    const next = comeBack(window, windows.getState().snapshot?.items ?? []);
    if (next !== returned) set(next);
  };
  const choose = () => {
    const { window, closedAt } = inspector.getState();
    const { snapshot, selected, select } = windows.getState();
    const listed = snapshot?.items.some(({ id }) => id === window?.id);
    if (window && closedAt === null && listed && window.id !== selected) select(window.id);
  };
  return together(
    windows.subscribe(offer),
    inspector.subscribe((state, before) => {
      if (state.closedAt !== before.closedAt) offer();
      // The reopened window may have the handle of the closed one.
      if (state.window?.id !== before.window?.id || state.closedAt !== before.closedAt) choose();
    }),
  );
}

/** A picked element: selects its window, expands its row, shows its details. */
function showPicked({ windows, inspector, recorder, shell }: AppModel): () => void {
  return inspector.subscribe((state, before) => {
    const hit = state.picked;
    if (hit === null || hit === before.picked) return;
    // It was picked for a step.
    if (recorder.getState().pointing !== null) return;
    shell.getState().show('inspect');
    windows.getState().select(hit.window.id);
    void state.open(hit.window).then(() => state.reveal(hit.element.id, hit.ancestors));
  });
}

/** The start of a recording shows its window. */
function showRecording({ recorder, shell }: AppModel): () => void {
  return recorder.subscribe((state, before) => {
    const started = state.recorded?.status === 'recording' && before.recorded?.status === 'idle';
    const replays = isReplaying(state) && !isReplaying(before);
    if (started || replays) shell.getState().show('record');
  });
}

/** The recorded app only answers the recorder. */
function restWhileRecording({ recorder, inspector }: AppModel): () => void {
  return recorder.subscribe((state) => {
    const paused = state.recorded?.status === 'recording';
    if (paused !== inspector.getState().paused) inspector.getState().setPaused(paused);
  });
}

/** A logged call in its trace. */
function showTrace({ mcp, runs, shell }: AppModel): () => void {
  return mcp.subscribe(({ traceOf }, before) => {
    if (traceOf === null || traceOf === before.traceOf) return;
    shell.getState().show('runs');
    void runs.getState().showLive(Number(traceOf.call));
  });
}

/** The run of the agents' task. */
function showTaskRun({ agents, runs, shell }: AppModel): () => void {
  return agents.subscribe(({ wanted }, before) => {
    if (wanted === null || wanted === before.wanted) return;
    shell.getState().show('runs');
    void runs.getState().open(wanted.run);
  });
}

/** The desktop of the task's agents. */
function showTaskDesktop({ agents, desktops, shell }: AppModel): () => void {
  return agents.subscribe(({ wantedDesktop }, before) => {
    if (wantedDesktop === null || wantedDesktop === before.wantedDesktop) return;
    shell.getState().show('desktops');
    desktops.getState().open(wantedDesktop.id);
  });
}

/** Another desktop has other windows, perhaps with the same ids. */
function followInspectedDesktop({ desktops, windows, inspector, shell }: AppModel): () => void {
  return desktops.subscribe(({ inspected, ended }, before) => {
    if (inspected === before.inspected) return;
    windows.getState().select(null);
    void inspector.getState().open(null);
    if (inspected !== null) shell.getState().show('inspect');
    if (ended !== null) shell.getState().notify(`Desktop ${ended} has ended. Deskscope works on your own again.`);
  });
}

/** The user picks and records on the inspected desktop in its picture. */
function pointOnDesktop({ desktops, inspector, recorder, shell }: AppModel): () => void {
  const showDesktop = () => {
    const { inspected, open } = desktops.getState();
    if (inspected === null) return;
    open(inspected);
    shell.getState().show('desktops');
  };
  return together(
    inspector.subscribe(({ picking }, before) => picking && !before.picking && showDesktop()),
    recorder.subscribe(({ recorded }, before) => {
      const [now, then] = [recorded?.status, before.recorded?.status];
      if (now === 'recording' && then === 'idle') showDesktop();
      if (now === 'idle' && then === 'recording' && desktops.getState().inspected !== null)
        shell.getState().show('record');
    }),
  );
}

/** Shows an opened file, whoever requested it. */
function followFiles({ services, shell, runs }: AppModel): () => void {
  const { client, on, report } = services;
  const end = together(
    on('file.opened', (file) => {
      shell.getState().show(file.kind === 'run' ? 'runs' : 'record');
      if (file.kind === 'run') void runs.getState().open(file.run);
    }),
    on('file.refused', (error) => report(fromWire(error))),
  );
  client['files.follow']({}).catch(report);
  return end;
}

/** Previously opened or saved files. */
function followRecents({ services, shell }: AppModel): () => void {
  const { setRecents, report } = shell.getState();
  const end = services.on('files.recent', setRecents);
  services.client['files.recent']({}).then(setRecents, report);
  return end;
}

function followEngine({ services, shell }: AppModel): () => void {
  const { setEngine, notify, report } = shell.getState();
  const end = services.on('engine.status', (status) => {
    const restarts = shell.getState().engine?.restarts ?? status.restarts;
    setEngine(status);
    if (status.restarts > restarts) notify('The engine restarted. Windows are live again; select elements again.');
  });
  services.client['engine.status']({}).then(setEngine, report);
  return end;
}

/** Whether an app cannot be read because of itself or because of this machine, the doctor knows; and when it is over. */
export function askDoctor({ inspector, settings }: Pick<AppModel, 'inspector' | 'settings'>): () => void {
  return inspector.subscribe((state, before) => {
    if (cannotRead(state) !== cannotRead(before)) void settings.getState().diagnose();
  });
}

function cannotRead({ liveError, treeError }: InspectorState): boolean {
  return [liveError, treeError].some((error) => error !== null && toWire(error).code === 'accessibility_unavailable');
}

/** The main process reloads the page after its process crashed, with this in its address. */
function reportCrash({ shell }: AppModel): () => void {
  const query = new URLSearchParams(location.search);
  const what = query.has('crashed') ? 'crashed' : query.has('hung') ? 'stopped responding' : null;
  if (what !== null) {
    shell.getState().notify(`Deskscope’s window ${what} and was reloaded. Nothing recorded was lost.`);
    history.replaceState(null, '', location.pathname);
  }
  return () => undefined;
}

function followSettings({ settings, inspector, shell }: AppModel): () => void {
  const outline = settings.subscribe((state) => inspector.getState().setOutline(state.settings?.showOutline ?? true));
  const theme = followTheme({
    setting: () => settings.getState().settings?.theme ?? 'system',
    onSetting: (changed) => settings.subscribe(changed),
    apply: shell.getState().setTheme,
  });
  const density = settings.subscribe((state) => showDensity(state.settings?.density ?? 'comfortable'));
  return together(outline, theme, density);
}

export function resolveTheme(
  setting: Settings['theme'],
  system: { readonly isDark: boolean; readonly wantsContrast: boolean },
): Theme {
  if (setting !== 'system') return setting;
  const scheme = system.isDark ? 'dark' : 'light';
  return system.wantsContrast ? `high-contrast-${scheme}` : scheme;
}

/** Applies the theme to the page, following the setting and the system; returns the unsubscribe function. */
function followTheme(options: {
  readonly setting: () => Settings['theme'];
  readonly onSetting: (changed: () => void) => () => void;
  readonly apply: (theme: Theme) => void;
}): () => void {
  const [dark, contrast] = [window.matchMedia(darkQuery), window.matchMedia(moreContrastQuery)];
  const update = () => {
    const theme = resolveTheme(options.setting(), { isDark: dark.matches, wantsContrast: contrast.matches });
    showTheme(theme);
    options.apply(theme);
  };
  update();
  for (const query of [dark, contrast]) query.addEventListener('change', update);
  const end = options.onSetting(update);
  return () => {
    for (const query of [dark, contrast]) query.removeEventListener('change', update);
    end();
  };
}
