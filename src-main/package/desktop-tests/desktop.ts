import path from 'node:path';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { appName, type WindowId, type WindowInfo } from '#contract/model/windows/window';
import { sleep } from '../../base/async/deadline.ts';
import type { Engine } from '../../engine/engine.ts';
import type * as exported from '../scripting-types.ts';
import { readRecording, readText } from '../../recorder/saving/files.ts';
import { appsToStart, isOfApp, notKnown, type AppToStart } from '../../recorder/steps/apps-to-start.ts';
import { withInputs } from '../../recorder/steps/inputs.ts';
import type { Services } from '../../services/headless.ts';
import { Acting, chordOf } from './acting.ts';
import { Evidence } from './evidence.ts';
import { isOver } from './wait.ts';
import type { Host } from './host.ts';
import type { Desk } from './open-desk.ts';
import { App, SoughtWindow, Window } from './places.ts';
import { at, type Step, type Reporter } from './reporter.ts';

export interface DesktopOptions {
  readonly desk: Desk;
  readonly services: Services;
  readonly reporter: Reporter;
  /** How long actions wait if they do not report, in milliseconds. */
  readonly timeout: number;
}

const lookEveryMs = 50;

/** The desktop of a test or a script. */
export class Desktop implements exported.Desktop, Host {
  readonly id: string;
  readonly engine: Engine;
  readonly acting: Acting;
  readonly evidence: Evidence;
  readonly reporter: Reporter;
  readonly timeout: number;
  idle: string | null = null;
  readonly #desk: Desk;
  readonly #services: Services;

  constructor({ desk, services, reporter, timeout }: DesktopOptions) {
    this.id = desk.id;
    this.engine = services.runner.engine;
    this.acting = new Acting(services.runner, 'test');
    this.evidence = new Evidence(this.engine, reporter);
    this.reporter = reporter;
    this.timeout = timeout;
    this.#desk = desk;
    this.#services = services;
  }

  launch(command: string, args: readonly string[] = [], options: exported.LaunchOptions = {}): Promise<App> {
    const words = [command, ...args].join(' ');
    const { folder } = options;
    const started = { command, args, ...(folder !== undefined && { folder }) };
    return this.step({ title: `Launch ${words}`, subtitle: '', params: started }, async () => {
      const timeoutMs = options.timeout ?? this.#desk.profile.timeouts.app;
      const known = new Set((await this.openWindows()).map(({ id }) => id));
      const data = await this.acting.run('launch_app', { ...started, timeout_ms: timeoutMs });
      const windows = await this.openWindows();
      const handle = (data as { readonly handle?: WindowId } | undefined)?.handle;
      const first = windows.find(({ id }) => id === handle) ?? windows.find(({ id }) => !known.has(id));
      if (!first) throw new AppError('window_not_found', `${command} closed its window at once.`);
      return new App(this, first);
    });
  }

  window(title: exported.Text, options: exported.TimeoutOption = {}): SoughtWindow {
    const all = { desktop: this, openWindows: () => this.openWindows(), among: (open: readonly WindowInfo[]) => open };
    return new SoughtWindow(all, title, options);
  }

  async windows(): Promise<readonly Window[]> {
    return (await this.openWindows()).map((window) => new Window(this, window));
  }

  get keyboard(): exported.Keyboard {
    return this.keyboardOf(() => Promise.resolve(null));
  }

  keyboardOf(front: () => Promise<WindowInfo | null>): exported.Keyboard {
    const inWindow = async () => {
      const window = (await front()) ?? (await this.openWindows()).find(({ active }) => active);
      return window ? { window: { handle: window.id } } : {};
    };
    return {
      type: (text) =>
        this.step({ title: 'Type', subtitle: text, params: { text } }, async () => {
          if (text !== '') await this.acting.run('step_type_text', { text, ...(await inWindow()) });
        }),
      press: (key) =>
        this.step({ title: 'Press', subtitle: key, params: { key } }, async () => {
          await this.acting.run('step_press_keys', { keys: chordOf(key), ...(await inWindow()) });
        }),
    };
  }

  replay(file: string, { inputs = {} }: { readonly inputs?: Readonly<Record<string, string>> } = {}): Promise<void> {
    return this.step({ title: `Replay ${path.basename(file)}`, subtitle: '', params: { file } }, async () => {
      let line = 1;
      try {
        const recorded = await readRecording(file);
        const recording = withInputs(recorded, inputs);
        const isOwn = this.#desk.isOwn || (await this.#services.madeHere.has(recorded));
        await this.#start(appsToStart(recording), isOwn);
        // On a separate desktop, it starts nothing on the user's.
        const state = await this.#services.replay.run({
          recording,
          isOwn,
          ...(this.#desk.isOwn && { mayStart: true }),
        });
        const failed = state.results.find(({ status }) => status === 'failed');
        if (!failed) return;
        await this.evidence.collect(await this.openWindows(), [], null);
        line = await lineOf(failed.step, file);
        const number = recording.steps.findIndex(({ id }) => id === failed.step) + 1;
        throw new Error(`Step ${number} of ${path.basename(file)}: ${failed.message}`);
      } catch (error) {
        throw at(error, [`    at ${path.resolve(file)}:${line}:1`]);
      }
    });
  }

  /** Starts those that are not open. @throws AppError `permission_denied` for commands of a foreign recording */
  async #start(programs: readonly AppToStart[], isOwn: boolean): Promise<void> {
    for (const program of programs) {
      if ((await this.openWindows()).some((window) => isOfApp(window, program))) continue;
      const { command, args, folder, isGuess } = program;
      if (command === undefined)
        throw new AppError('not_found', notKnown(program), { hint: 'Start it before, with `desktop.launch`.' });
      if (!isOwn && !isGuess)
        throw new AppError(
          'permission_denied',
          `The recording comes from elsewhere, and would start ${quoted([command, ...args].join(' '))}.`,
          {
            hint: 'Start it before, or with `desktop.launch`.',
            delivery: 'not_delivered',
          },
        );
      await this.acting.run('launch_app', { command, args, ...(folder !== undefined && { folder }) });
    }
  }

  call(tool: string, parameters: Readonly<Record<string, unknown>>): Promise<void> {
    const subtitle = typeof parameters['name'] === 'string' ? parameters['name'] : '';
    return this.step({ title: tool.replaceAll('_', ' '), subtitle, params: parameters }, async () => {
      try {
        await this.acting.run(tool, { timeout_ms: this.timeout, effect_ms: this.timeout, ...parameters });
      } catch (error) {
        await this.evidence.collect(await this.openWindows(), [], null);
        throw error;
      }
    });
  }

  pause(): Promise<void> {
    return this.step({ title: 'Pause', subtitle: '' }, async () => {
      const { id, untilGivenBack } = this.#desk;
      if (!untilGivenBack)
        throw new AppError('unsupported_platform', 'This machine’s own desktop cannot pause a test.', {
          hint: 'Run it on a desktop of its own.',
        });
      const text = `Paused: take over the desktop ${id} in Deskscope’s view Desktops; when you give it back, this goes on.`;
      if (this.reporter.pause(text)) await untilGivenBack();
    });
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from((await this.engine.capture({ target: { kind: 'screen' } })).bytes);
  }

  async openWindows(): Promise<readonly WindowInfo[]> {
    return (await this.engine.listWindows({})).items;
  }

  async waitForWindow(
    wanted: string,
    list: () => Promise<readonly WindowInfo[]>,
    { timeout = this.timeout }: exported.TimeoutOption,
  ): Promise<WindowInfo> {
    const end = Date.now() + timeout;
    const titles = (of: readonly WindowInfo[]) =>
      of.map((window) => `${quoted(window.title)} (${appName(window.app)})`).join(', ');
    for (let looks = 1; ; looks++) {
      const found = await list();
      if (found.length > 1)
        throw new Error(
          `strict mode violation: ${wanted} fits ${titles(found)}\nTake one of \`windows()\`, topmost first, or name more of its title.`,
        );
      if (found[0]) return found[0];
      if (isOver(end, looks)) {
        const open = titles(await this.openWindows()) || 'none';
        await this.evidence.collect(await this.openWindows(), [], null);
        throw new Error(`Timeout ${timeout}ms exceeded waiting for the window ${wanted}.\nOpen windows: ${open}`);
      }
      await sleep(lookEveryMs);
    }
  }

  step<T>(step: Step, body: () => Promise<T>): Promise<T> {
    return this.reporter.step(step, body);
  }

  /** Closes or discards the trace, closes the engine, and ends a desktop opened for this object. */
  async close(options?: { readonly discardTrace: boolean }): Promise<void> {
    await this.#services.close(options);
    await this.#desk.stop();
  }
}

/** The line of a recording at which a step begins. */
async function lineOf(id: string, file: string): Promise<number> {
  const lines = (await readText(file)).split('\n');
  return lines.findIndex((line) => line.includes(`"id": ${JSON.stringify(id)}`)) + 1 || 1;
}
