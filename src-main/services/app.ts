import path from 'node:path';
import type { Events, PickEvent, Topic } from '#contract/events';
import type { GlobalKeyEvent } from '#contract/model/engine';
import type { Settings } from '#contract/model/settings';
import type { TraceEventOf } from '#contract/model/runs/trace';
import { coalesce } from '../base/async/once.ts';
import type { Log } from '../base/log.ts';
import { parseBackendName } from '../engine/create-backend.ts';
import { backendOf } from './backend-of.ts';
import type { EngineProcess } from '../engine/process/protocol.ts';
import { createRemoteEngine } from '../engine/process/remote-engine.ts';
import { Inspector, type PickOptions } from '../inspect/inspector.ts';
import { createBroker } from '../permissions/broker.ts';
import { createPromptLock, type Turn } from '../permissions/prompt-lock.ts';
import { createGate } from '../permissions/gate.ts';
import { createGrants } from '../permissions/grants.ts';
import { createHalt } from '../permissions/halt.ts';
import { Reading } from '../permissions/reading.ts';
import type { Keychain } from '../agents/models/keys/keychain.ts';
import { keyFileName, ModelKeys } from '../agents/models/keys/model-keys.ts';
import { createJournal } from '../recorder/saving/journal.ts';
import { createCallLog } from '../runs/call-log.ts';
import { applyRetention } from '../runs/files/run-folders.ts';
import { Runs } from '../runs/runs.ts';
import { Traces } from '../runs/traces.ts';
import { SettingsStore } from '../settings/store.ts';
import { CallRun, currentRun, inRun } from '../tools/call-run.ts';
import { Debugger } from '../agents/debugger/debugger.ts';
import { AgentsService } from './tasks/agents-service.ts';
import { TakeOver } from './tasks/take-over.ts';
import { ClientsService } from './agents/clients-service.ts';
import { allowedServers } from '../computer/config/starts.ts';
import { askServers, askStart, askToRecord, confirmKeep } from './ask-start.ts';
import { createCore } from './core.ts';
import { Demonstrations } from './demonstrations.ts';
import { shareHalt } from './shared-halt.ts';
import { McpService } from './agents/mcp-service.ts';
import { teachTrials } from './desktops/kept-trials.ts';
import { OwnDesktops } from './desktops/own-desktops.ts';
import { SelectorTrials } from './desktops/selector-trials.ts';
import { Place } from './desktops/place.ts';
import { personInWindow } from './agents/person-in-window.ts';
import { PointedCheck, PointingPause } from './pointing/pointed-check.ts';
import { rerun, Sessions } from './rerun.ts';

/** Maximum delay of the page behind a recording or replay, in milliseconds. */
const liveMs = 30;

export interface ServiceOptions {
  readonly outDirectory: string;
  /** An existing folder for settings, token, journal and runs. */
  readonly profile: string;
  readonly version: string;
  /** Starts the built engine in its own process. */
  readonly spawnEngine: (entry: string, args: readonly string[]) => EngineProcess;
  /** The system keychain; null if none encrypts. */
  readonly keychain: () => Promise<Keychain | null>;
  /** Called once at the start and on every change. */
  readonly onSettings: (settings: Settings) => void;
  /** Called with every event of a pick. */
  readonly onPick: (event: PickEvent) => void;
  /** Called for those of `globalKeys` that no menu can intercept. */
  readonly onGlobalKey: (event: GlobalKeyEvent) => void;
  /** Called to show, hide or close the permission window. */
  readonly onTurn: (turn: Turn) => void;
  /** Called after each check of the permission window, with the reason why a yes would not count now. */
  readonly onLooked: (objection: string) => void;
  /** Called when an agent's call is held or released. */
  readonly onHeld: () => void;
  /** False if Electron's windows are native Wayland windows, which no engine finds. */
  readonly windowsAreSeen: boolean;
  readonly publish: <T extends Topic>(topic: T, payload: Events[T]) => void;
  readonly log: Log;
}

export type Services = Awaited<ReturnType<typeof createServices>>;

/** Creates every service and connects their events to the pages. */
export async function createServices(options: ServiceOptions) {
  const { outDirectory, profile, version, publish, log } = options;
  const settings = await SettingsStore.open(path.join(profile, 'settings.json'), log);
  settings.onChange((current) => {
    options.onSettings(current);
    publish('settings.changed', current);
  });
  settings.onTrouble((problems) => publish('settings.troubled', problems));
  options.onSettings(settings.current);
  const named = parseBackendName(process.env['DESKSCOPE_BACKEND'] ?? 'auto');
  let backend = backendOf(named, settings.current);
  const engine = createRemoteEngine({
    spawn: () => options.spawnEngine(path.join(outDirectory, 'main', 'engine.js'), ['--backend', backend]),
    log,
  });
  settings.onChange((current) => {
    const wanted = backendOf(named, current);
    if (wanted === backend) return;
    backend = wanted;
    engine.restart();
  });
  engine.on('globalKey', options.onGlobalKey);
  engine.on('status', ({ state }) => state !== 'ready' && options.onGlobalKey({ type: 'deaf' }));
  // Kept for later engine processes too, even if this first one does not start.
  engine.setOwnProcesses({ processIds: [process.pid] }).catch((error: unknown) => log('warn', 'the engine', error));

  const ownDesktops = new OwnDesktops({
    engineEntry: path.join(outDirectory, 'main', 'engine.js'),
    profileFile: () => settings.current.desktopProfile,
    publish: (picture) => publish('desktops.picture', picture),
    log,
  });
  const trials = new SelectorTrials({
    engineEntry: path.join(outDirectory, 'main', 'engine.js'),
    profile,
    variables: process.env,
    below: (of) => core.below(of),
    progress: (progress) => publish('trial.changed', progress),
    log,
  });
  const place = new Place({
    home: engine,
    desktops: ownDesktops,
    isBusy: (): boolean => inspector.picking || recorder.state.status === 'recording' || replay.isUnderWay,
    ended(): Promise<void> {
      inspector.stop();
      replay.stop();
      return recorder.stop();
    },
    changed: (moved) => publish('desktops.inspected', moved),
    entered: (other) => teachTrials(other, profile),
    log,
  });
  place.engine.on('status', (status) => publish('engine.status', status));
  place.engine.on('windows', (diff) => publish('windows.changed', diff));

  const broker = createBroker();
  const reading = new Reading({
    look: () => engine.questionVisibility({ processId: process.pid }),
    looked: (objection) => {
      publish('permissions.looked', { objection });
      options.onLooked(objection);
    },
    windowsAreSeen: options.windowsAreSeen,
  });
  const promptLock = createPromptLock((turn) => {
    if (turn === 'question') reading.start();
    else reading.stop();
    options.onTurn(turn);
  });
  broker.onChange((pending) => {
    publish('permissions.asked', pending);
    promptLock.wait(pending.length);
  });
  const grants = createGrants({ file: path.join(profile, 'grants.json'), log });
  grants.onChange((list) => publish('grants.changed', list));
  const halt = createHalt();
  halt.onChange((state) => publish('halt.changed', state));
  const calls = createCallLog();
  calls.onCall((record) => publish('mcp.called', record));
  const runsFolder = path.join(profile, 'runs');
  const traces = new Traces({
    root: runsFolder,
    own: new CallRun('app', () => 'Deskscope'),
    source: engine,
    log,
    onStopped: (warning) => void runs.warn(warning),
    keptBytes: () => settings.current.keptRunsMegabytes * 1e6,
  });
  const runs = new Runs({
    folder: runsFolder,
    live: () => traces.live(),
    changed: (state) => publish('runs.changed', state),
  });
  const retain = ({ keptRuns, keptRunsMegabytes }: Settings) =>
    applyRetention(runsFolder, { runs: keptRuns, bytes: keptRunsMegabytes * 1e6 }, (run) => runs.isLive(run));
  await retain(settings.current);
  traces.emitter.on('call', (called) => publish('runs.called', called));
  traces.emitter.on('progress', (progress) => publish('runs.progress', progress));
  traces.emitter.on('runs', () => void retain(settings.current).then(() => runs.announce()));
  const sessions = new Sessions();
  const debug = new Debugger({
    changed(state) {
      publish('debug.changed', state);
      options.onHeld();
    },
    reporter() {
      const run = currentRun();
      return (event) => traces.writerOf(run).report(event);
    },
  });
  const mayStart = askServers(broker, allowedServers(profile));
  const core = createCore({
    engine,
    backend,
    hold: debug,
    usersDesktop: () => place.desktop,
    settings: () => ({ ...settings.current, ...mcp.settings }),
    gate: createGate({
      broker,
      grants,
      halt,
      policyMode: () => settings.current.agentPolicy,
      lists: () => settings.current,
    }),
    desktops: {
      engineEntry: path.join(outDirectory, 'main', 'engine.js'),
      profileFile: () => settings.current.desktopProfile,
      gate: createGate({
        broker,
        halt,
        policyMode: () => (settings.current.agentPolicy === 'observe' ? 'observe' : 'all'),
        lists: () => settings.current,
      }),
    },
    promptLock,
    mayStart: askStart(broker),
    demonstrations: () => demonstrations,
    confirmKeep: confirmKeep(broker),
    observers: [calls, traces, sessions],
    profile,
    onAuditState: (state) => publish('audit.changed', state),
    log,
  });
  const { runner, replay } = core;

  const unpaused = (error: unknown) => log('warn', 'the recording could not pause for a pick', error);
  const inspector = new Inspector({
    engine: place.engine,
    outline: () => settings.current.showOutline,
    announce: (event) => {
      if (event.type === 'started' || event.type === 'waiting') {
        // In this order, so that the recording does not resume in between.
        pointing.begin().catch(unpaused);
        checks.stop();
      }
      if (event.type === 'ended') {
        pointing.end().catch(unpaused);
        place.release('pick');
      }
      publish('pick.changed', event);
      // On another desktop, our window shows where to pick.
      if (place.id === null) options.onPick(event);
    },
    log,
  });
  const recorder = core.createRecorder(createJournal(path.join(profile, 'recorder')), place.engine);
  recorder.onChange(({ status }) => status === 'idle' && place.release('recording'));
  // The whole state is sent to the page each time: once per interval, not for each of a thousand events a second.
  const publishRecorder = coalesce(() => publish('recorder.changed', recorder.state), liveMs);
  recorder.onChange((state) => (state.status === 'recording' ? publishRecorder() : publish('recorder.changed', state)));
  recorder.recover();
  const { skills } = core;
  const demonstrations =
    skills &&
    new Demonstrations({
      recorder,
      engine,
      profile,
      log,
      platform: core.platform,
      variables: process.env,
      store: skills.store,
      view: (skill) => skills.service.view(skill),
      consent: askToRecord(broker, () => settings.current.agentPolicy),
    });
  const pointing = new PointingPause(recorder);
  const checks = new PointedCheck({
    engine: place.engine,
    recorder,
    pause: pointing,
    outline: () => settings.current.showOutline,
    log,
  });
  // Steps of a loop may arrive as fast, with the results of all iterations.
  const publishReplay = coalesce(() => publish('replay.changed', replay.state), liveMs);
  replay.onChange((state) => (state.status === 'running' ? publishReplay() : publish('replay.changed', state)));
  recorder.onChange(({ recording }) => replay.edited(recording));
  const mcp = new McpService({
    runner,
    version,
    log,
    profile,
    mayStart,
    ceiling: () => core.ceiling.view,
    changed: (status) => publish('mcp.changed', status),
  });
  const modelKeys = new ModelKeys({
    file: path.join(profile, keyFileName),
    variables: process.env,
    keychain: options.keychain,
  });
  const agents = new AgentsService({
    runner,
    mayStart,
    person: personInWindow(broker),
    control: debug,
    settings: () => settings.current,
    keptKey: (provider) => modelKeys.kept(provider),
    inUse: mcp.inUse,
    traces,
    engine,
    desktops: ownDesktops,
    runnerOn: (desktop) => core.runnerOn(desktop),
    openRun: (run) => runs.trace(run),
    variables: process.env,
    prompts: path.join(profile, 'prompts'),
    documentation: path.join(profile, 'app-docs'),
    version,
    changed: (state) => publish('agents.changed', state),
    log,
  });
  const takeOver = new TakeOver({
    engine,
    debug,
    haltKey: () => settings.current.haltKey,
    notice: (sentence) => log('warn', sentence),
  });
  const clients = new ClientsService({ outDirectory, profile, version, status: () => mcp.settled() });

  /** Applies a change; settles when done. */
  const applySettings = async (current: Settings) => {
    await mcp.apply(current);
    await retain(current);
  };
  settings.onChange((current) => {
    applySettings(current).catch((error: unknown) => log('error', 'a change of the settings', error));
  });

  const stopAll = () => {
    agents.stop();
    broker.denyAll();
    runner.haltAll();
    replay.stop();
    inspector.stop();
    trials.stop();
    checks.stop();
    void takeOver.end();
    // Recorded demonstrations up to now are discarded.
    void demonstrations?.discard();
    void recorder.stop();
  };
  const shared = shareHalt(halt, { pulled: stopAll, log });

  return {
    settings,
    engine,
    broker,
    promptLock,
    reading,
    grants,
    calls,
    runs,
    runner,
    inspector,
    recorder,
    checks,
    demonstrations,
    skills,
    replay,
    mcp,
    agents,
    modelKeys,
    debug,
    ownDesktops,
    place,
    trials,
    usersRunner: core.usersRunner,
    /** Starts a pick where the user works. @throws AppError `timeout` if a desktop's agent does not pause */
    startPick: async (how: PickOptions = {}) => {
      if (inspector.picking) return;
      await place.hold('pick');
      inspector.start(how);
    },
    /** As {@link Inspector.key}. */
    pickKey: async () => {
      if (!inspector.picking) await place.hold('pick');
      inspector.key();
    },
    /** Records where the user works. @throws AppError as `RecorderStore.start`, and `timeout` as `startPick` */
    startRecording: async (input: Parameters<typeof recorder.start>[0]) => {
      await place.hold('recording');
      try {
        await recorder.start(input);
      } finally {
        // A recording that did not begin holds nothing.
        if (recorder.state.status === 'idle') place.release('recording');
      }
    },
    /** Ends the recording; an element that was clicked for a check before counts. */
    stopRecording: async () => {
      await checks.finish();
      await recorder.stop();
    },
    takeOver,
    clients,
    applySettings,
    /** The traces of calls, by their numbers in this process. */
    traces,
    rerun(run: string, before: TraceEventOf<'before'>, parameters: Readonly<Record<string, unknown>>) {
      const call = traces.callAt({ run, call: before.call });
      const session = call === null ? undefined : sessions.of(call);
      const again = () => rerun({ runner, engine }, before, parameters, session);
      // Beside the call if that run is still open, else among the user's own.
      const live = traces.runAt(run);
      return live ? inRun(live, again) : again();
    },
    halted: halt,
    auditState: core.auditState,
    /**
     * Ends every act, pick and recording at once, in every Deskscope of this user, and blocks agents until the user
     * resumes.
     */
    halt() {
      halt.pull();
      stopAll();
    },
    async close() {
      shared.dispose();
      reading.stop();
      broker.denyAll();
      replay.stop();
      trials.stop();
      const stopped = agents.close();
      runner.haltAll();
      await Promise.allSettled([
        stopped,
        takeOver.end(),
        settings.close(),
        recorder.close(),
        mcp.close(),
        place.close().then(() => ownDesktops.close()),
      ]);
      await traces.close();
      await core.close();
      await runs.close();
    },
  };
}
