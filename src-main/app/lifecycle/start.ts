import path from 'node:path';
import { app, BrowserWindow, globalShortcut, safeStorage } from 'electron';
import { api, heldBarApi, permissionApi, pickBarApi, recordBarApi } from '#contract/api';
import type { Settings } from '#contract/model/settings';
import type { Log } from '../../base/log.ts';
import type { Turn } from '../../permissions/prompt-lock.ts';
import { createServices } from '../../services/app.ts';
import { withDeadline } from '../../base/async/deadline.ts';
import { createDialogs } from '../dialogs.ts';
import { spawnEngineProcess } from '../engine-process.ts';
import type { HandedOver } from '../files/handed-over.ts';
import { Opener } from '../files/opener.ts';
import { Recents } from '../files/recents.ts';
import { createGlobalKeys } from '../keys/global-keys.ts';
import { systemKeychain } from '../keychain.ts';
import { createDispatch } from '../ipc/dispatch.ts';
import { mainHandlers } from '../ipc/handlers/all.ts';
import { heldBarHandlers, pickBarHandlers, recordBarHandlers } from '../ipc/handlers/bars.ts';
import { permissionHandlers } from '../ipc/handlers/permissions.ts';
import { saveRecording } from '../ipc/handlers/recorder.ts';
import type { Publisher } from '../ipc/publish.ts';
import { PickBar } from '../pick/pick-bar.ts';
import { StepAside } from '../pick/step-aside.ts';
import { holdKeys } from '../keys/hold-keys.ts';
import { RecordBar } from '../record-bar/record-bar.ts';
import { HeldBar } from '../held-bar/held-bar.ts';
import { SteerHeld } from '../held-bar/steer-held.ts';
import { SteerRecording } from '../record-bar/steer-recording.ts';
import { registerShortcuts } from '../keys/shortcuts.ts';
import { PermissionWindow } from '../windows/permission-window.ts';
import { showTheme } from '../windows/window-options.ts';
import { isOnWayland } from './display-server.ts';
import type { OpenedWindow } from './open-window.ts';
import { tellOfUnsaved } from './unsaved-at-close.ts';
import { electronStart } from './electron-start.ts';
import { heldKeys, recordingKeys } from '#contract/model/recordings/global-keys';

/** How often it is looked whether the halt key comes through, in milliseconds. */
const lookAtKeyMs = 15_000;

/** Behind the opened window: services and what the pages may ask of them, other windows, keys, and how it all ends. */
export async function start(
  log: Log,
  handedOver: HandedOver,
  { outDirectory, profile, roles, publisher, mainWindow, serve }: OpenedWindow,
): Promise<void> {
  const publish: Publisher['publish'] = (topic, payload) => publisher.publish(topic, payload);
  let onSettings: (settings: Settings) => void = () => undefined;
  let onTurn: (turn: Turn) => void = () => undefined;
  let onLooked: (objection: string) => void = () => undefined;
  let onHeld: () => void = () => undefined;
  const onWayland = isOnWayland(electronStart());
  const services = await createServices({
    outDirectory,
    profile,
    publish,
    log,
    version: app.getVersion(),
    spawnEngine: (entry, args) => spawnEngineProcess(entry, args, log),
    keychain: () => systemKeychain(safeStorage),
    onTurn: (turn) => onTurn(turn),
    onLooked: (objection) => onLooked(objection),
    onHeld: () => onHeld(),
    windowsAreSeen: !onWayland,
    // Window frames and the permission page follow this; the main page is reported as well.
    onPick: (event) => aside.onPick(event),
    onGlobalKey: (event) => keys.received(event),
    onSettings: (settings) => {
      showTheme(settings.theme);
      onSettings(settings);
    },
  });
  quitTidily(async () => {
    globalShortcut.unregisterAll();
    await services.close();
  }, log);
  // Closed meanwhile, and the app with it.
  if (mainWindow.isDestroyed()) return;

  const dialogs = createDialogs(() => mainWindow);
  const recents = new Recents({
    file: path.join(profile, 'recent-files.json'),
    changed: (files) => publish('files.recent', files),
    log,
  });
  const opener = new Opener({
    recorder: services.recorder,
    runs: services.runs,
    isReplaying: () => services.replay.isUnderWay,
    askUnsaved: () => dialogs.askUnsaved(),
    save: () => saveRecording(services.recorder, dialogs),
    opened: (file) => publish('file.opened', file),
    remember: (place) => recents.add(place),
    refused: (error) => publish('file.refused', error),
  });
  const steering = new SteerRecording({
    recorder: services.recorder,
    checks: services.checks,
    demonstrations: services.demonstrations,
    bar: new RecordBar({ outDirectory, roles, log, placeFile: path.join(profile, 'record-bar.json') }),
    changed: (state) => publish('record.bar', state),
    holdKeys: (actions) => (onWayland ? undefined : holdKeys(recordingKeys, actions, log)),
  });
  const holding = new SteerHeld({
    debug: services.debug,
    bar: new HeldBar({ outDirectory, roles }),
    changed: (state) => publish('held.bar', state),
    holdKeys: onWayland ? null : (actions) => holdKeys(heldKeys, actions, log),
    inputAgoMs: async () => (await services.engine.questionVisibility({ processId: process.pid })).inputAgoMs,
    async capture(window) {
      const { bytes, bounds } = await services.engine.capture({ target: { kind: 'window', window } });
      return { png: bytes, bounds };
    },
    isMainInFront: () => mainWindow.isDestroyed() || mainWindow.isFocused(),
    showMain() {
      mainWindow.show();
      mainWindow.focus();
    },
  });
  onHeld = () => holding.update();
  serve({
    main: createDispatch(api, mainHandlers(services, dialogs, { opener, handedOver, recents }), log),
    pick: createDispatch(
      pickBarApi,
      pickBarHandlers(services.inspector, () => aside.state),
      log,
    ),
    record: createDispatch(recordBarApi, recordBarHandlers(steering), log),
    held: createDispatch(heldBarApi, heldBarHandlers(holding), log),
    permission: createDispatch(permissionApi, permissionHandlers(services), log),
  });

  tellOfUnsaved(mainWindow, {
    recorder: services.recorder,
    ask: (steps) => dialogs.askAtClose(steps),
    async save() {
      await services.stopRecording();
      return (await saveRecording(services.recorder, dialogs)) !== null;
    },
    failed: (error) => void dialogs.tellNotSaved(error),
  });
  mainWindow.on('focus', () => holding.update());
  mainWindow.on('blur', () => holding.update());
  const permissionWindow = new PermissionWindow({
    outDirectory,
    roles,
    onClosed: () => services.broker.denyAll(),
    log,
  });
  onTurn = (turn) => permissionWindow.update(turn);
  onLooked = (objection) => permissionWindow.looked(objection);
  const aside = new StepAside(mainWindow, new PickBar({ outDirectory, roles, publisher }));
  const keys = createGlobalKeys({
    pick: () => void services.pickKey().catch((error: unknown) => log('warn', 'the pick did not start', error)),
    record: () => publish('app.command', { command: 'record.toggle' }),
    halt: () => services.halt(),
  });
  let [haltKey, shiftLifter]: [string, string | null] = ['', null];
  const register = () =>
    services.halted.setKey(registerShortcuts(keys.actions, { haltKey, shiftLifter, isOnWayland: onWayland, log }));
  onSettings = (settings) => {
    if (settings.haltKey === haltKey) return;
    haltKey = settings.haltKey;
    register();
  };
  onSettings(services.settings.current);
  // Remote viewers come and go, and so do holders of the key.
  const lookAtKey = async () => {
    const described = await services.engine.describe({}).catch(() => null);
    const before = shiftLifter;
    shiftLifter = described?.shiftLifter ?? null;
    if (shiftLifter !== before || services.halted.state.key) register();
  };
  void lookAtKey();
  setInterval(() => void lookAtKey(), lookAtKeyMs).unref();
  app.on('second-instance', () => {
    if (mainWindow.isMinimized()) mainWindow.restore();
    mainWindow.focus();
  });
  mainWindow.once('closed', () => {
    for (const window of BrowserWindow.getAllWindows()) window.destroy();
    app.quit();
  });
  await services.mcp.apply(services.settings.current);
}

/** How long the tidy end may take before the app ends untidily, in milliseconds. */
const quitMs = 3_000;

/** Lets the services end (engine, recording, server) before the app does, but never waits for ever. */
function quitTidily(close: () => Promise<void>, log: Log): void {
  let closing = false;
  const end = async () => {
    try {
      await withDeadline({ timeoutMs: quitMs, what: 'Closing' }, close);
    } catch (error) {
      log('warn', 'not everything closed in time', error);
    }
    app.exit(0);
  };
  app.on('before-quit', (event) => {
    event.preventDefault();
    if (closing) return;
    closing = true;
    void end();
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit());
}
