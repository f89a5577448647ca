import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { app, BrowserWindow, globalShortcut } from 'electron';
import { api, permissionApi } from '#contract/api';
import type { Log } from '../base/log.ts';
import { parseBackendName } from '../engine/create-backend.ts';
import { createRemoteEngine } from '../engine/remote-engine.ts';
import { Inspector } from '../inspect/inspector.ts';
import { allTools } from '../mcp/registry.ts';
import { createToolRunner } from '../mcp/tool-runner.ts';
import { createBroker } from '../permissions/broker.ts';
import { createGate } from '../permissions/gate.ts';
import { createJournal } from '../recorder/journal.ts';
import { RecorderStore } from '../recorder/store.ts';
import { Replay } from '../replay/replay.ts';
import { createCallLog } from '../runs/call-log.ts';
import { newRunFolder, runName } from '../runs/run-folders.ts';
import { createTraceWriter } from '../runs/trace-writer.ts';
import { SettingsStore } from '../settings/store.ts';
import { serveRenderer } from './app-protocol.ts';
import { createDialogs } from './dialogs.ts';
import { spawnEngineProcess } from './engine-process.ts';
import { createDispatch } from './ipc/dispatch.ts';
import { appHandlers } from './ipc/handlers/app.ts';
import { inspectHandlers } from './ipc/handlers/inspect.ts';
import { permissionHandlers } from './ipc/handlers/permissions.ts';
import { recorderHandlers } from './ipc/handlers/recorder.ts';
import { replayHandlers } from './ipc/handlers/replay.ts';
import { Publisher } from './ipc/publish.ts';
import { openDoor } from './ipc/router.ts';
import { Roles } from './ipc/sender.ts';
import { lockDown } from './lockdown.ts';
import { McpService } from './mcp-service.ts';
import { quitTidily } from './quit.ts';
import { registerShortcuts } from './shortcuts.ts';
import { createAct } from './tool-calls.ts';
import { createMainWindow } from './windows/main-window.ts';
import { PermissionWindow } from './windows/permission-window.ts';

/** The composition root: creates every service, connects them, opens the window. No other file reaches for a global. */
export async function start(log: Log): Promise<void> {
  const outDirectory = path.join(__dirname, '..');
  const profile = app.getPath('userData');
  mkdirSync(profile, { recursive: true });
  const roles = new Roles();
  const publisher = new Publisher();
  lockDown(log);
  serveRenderer(path.join(outDirectory, 'renderer'));

  const settings = await SettingsStore.open(
    path.join(profile, 'settings.json'),
    (current) => publisher.publish('settings.changed', current),
    log,
  );
  const backend = parseBackendName(process.env['DESKSCOPE_BACKEND'] ?? 'auto');
  const engine = createRemoteEngine({
    spawn: () => spawnEngineProcess(path.join(outDirectory, 'main', 'engine.js'), ['--backend', backend]),
    log,
  });
  void engine.setOwnProcesses({ processIds: [process.pid] }).catch(() => undefined);
  engine.on('status', (status) => publisher.publish('engine.status', status));
  engine.on('windows', (diff) => publisher.publish('windows.changed', diff));

  const broker = createBroker();
  const permissionWindow = new PermissionWindow({ outDirectory, roles });
  broker.onChange((pending) => {
    publisher.publish('permissions.asked', pending);
    permissionWindow.update(pending.length);
  });
  const calls = createCallLog();
  calls.onCall((record) => publisher.publish('mcp.called', record));
  const run = runName(new Date());
  const trace = createTraceWriter({
    folder: newRunFolder(path.join(profile, 'runs'), run),
    run,
    title: 'Deskscope',
    capture: async (signal) => (await engine.capture({ target: { kind: 'screen' } }, { signal })).png,
    log,
  });
  const runner = createToolRunner({
    tools: allTools,
    engine,
    gate: createGate({ policyMode: 'ask', broker }),
    observers: [calls, trace],
    settings: () => settings.current,
    log,
  });

  const inspector = new Inspector({ engine, announce: (event) => publisher.publish('pick.changed', event), log });
  const platform = backend === 'auto' ? process.platform : backend;
  const recorder = new RecorderStore({ engine, platform, journal: createJournal(path.join(profile, 'recorder')) });
  recorder.onChange((state) => publisher.publish('recorder.changed', state));
  recorder.recover();
  const replay = new Replay({ runner, settings: () => settings.current, environment: process.env });
  replay.onChange((state) => publisher.publish('replay.changed', state));
  const mcp = new McpService({
    runner,
    version: app.getVersion(),
    tokenFile: path.join(profile, 'mcp-token'),
    changed: (status) => publisher.publish('mcp.changed', status),
    log,
  });

  const act = createAct(runner);
  const dialogs = createDialogs(() => mainWindow);
  openDoor({
    roles,
    publisher,
    log,
    dispatch: {
      main: createDispatch(
        api,
        {
          ...inspectHandlers({ engine, inspector, act, settings: () => settings.current }),
          ...recorderHandlers(recorder, dialogs),
          ...replayHandlers(replay, recorder),
          ...appHandlers({
            engine,
            engineStatus: () => engine.status,
            restartEngine: () => engine.restart(),
            settings: {
              get current() {
                return settings.current;
              },
              async update(change) {
                const next = await settings.update(change);
                await mcp.apply(next);
                return next;
              },
            },
            mcpStatus: () => mcp.status,
            calls: () => calls.list(),
          }),
        },
        log,
      ),
      permission: createDispatch(permissionApi, permissionHandlers(broker), log),
    },
  });

  const mainWindow = createMainWindow({ outDirectory, roles });
  app.on('second-instance', () => {
    if (mainWindow.isMinimized()) mainWindow.restore();
    mainWindow.focus();
  });
  registerShortcuts(
    {
      pick: () => (inspector.picking ? inspector.stop() : inspector.start()),
      record: () => publisher.publish('app.command', { command: 'recorder.toggle' }),
      halt: () => {
        runner.haltAll();
        replay.stop();
        inspector.stop();
        void recorder.stop();
      },
    },
    log,
  );
  quitTidily(async () => {
    globalShortcut.unregisterAll();
    broker.dispose();
    runner.haltAll();
    await Promise.allSettled([recorder.close(), mcp.close()]);
    trace.close();
    await engine.close();
  }, log);
  mainWindow.once('closed', () => {
    for (const window of BrowserWindow.getAllWindows()) window.destroy();
    app.quit();
  });
  await mcp.apply(settings.current);
}
