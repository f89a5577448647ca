import path from 'node:path';
import { findStep } from '#contract/model/recordings/recording';
import { checkOf, conditionOn, elementIn, shownBy, type LookingEngine } from '../../../recorder/steps-by-hand.ts';
import type { RecorderStore } from '../../../recorder/store.ts';
import { filledIn, needsOf } from '../../../replay/secrets.ts';
import type { Replay } from '../../../replay/replay.ts';
import { pictureOfCall } from '../../../runs/trace/picture-of-call.ts';
import type { Runs } from '../../../runs/runs.ts';
import type { Traces } from '../../../runs/traces.ts';
import { writeText } from '../../write-text.ts';
import type { ServiceHandlers } from './services.ts';

/** Our own file dialogs: a page names no path, the user does. Null if they changed their mind. */
export interface FileDialogs {
  saveRecording(suggested: string): Promise<string | null>;
  saveScript(suggested: string, extension: string): Promise<string | null>;
  /** A folder in which another one can be made. */
  chooseParent(): Promise<string | null>;
  chooseKeep(): Promise<string | null>;
}

export function recorderHandlers(options: {
  readonly store: RecorderStore;
  readonly start: RecorderStore['start'];
  readonly stop: RecorderStore['stop'];
  readonly engine: LookingEngine;
  readonly dialogs: FileDialogs;
  readonly saved: (path: string) => void;
}): ServiceHandlers<'recorder'> {
  const { store, engine, dialogs, saved } = options;
  return {
    'recorder.state': () => store.state,
    'recorder.start': (input) => options.start(input),
    'recorder.stop': () => options.stop(),
    'recorder.pause': () => store.pause(),
    'recorder.resume': () => store.resume(),
    'recorder.clear': () => store.clear(),
    'recorder.removeSteps': ({ steps }) => store.removeSteps(steps),
    'recorder.insertStep': ({ step, at, group }) => store.insertStep(step, at, group),
    'recorder.insertCheck': async ({ of, element, at, group }) =>
      store.insertStep(checkOf(of, await elementIn(engine, element)), at, group),
    'recorder.retarget': async ({ step, element }) => {
      const { target, window } = await elementIn(engine, element);
      store.updateStep({ ...findStep(store.recording, step), target, window });
    },
    'recorder.expect': async ({ step, element }) => {
      const named = await elementIn(engine, element);
      store.expect(step, shownBy(named, findStep(store.recording, step).window));
    },
    'recorder.conditionOn': async ({ element }) => conditionOn(await elementIn(engine, element)),
    'recorder.moveStep': ({ step, to, group }) => store.moveStep(step, to, group),
    'recorder.nudge': ({ id, by }) => store.nudge(id, by),
    'recorder.group': ({ steps, name }) => store.group(steps, name),
    'recorder.ungroup': ({ group }) => store.ungroup(group),
    'recorder.updateGroup': (group) => store.updateGroup(group),
    'recorder.moveGroup': ({ group, to }) => store.moveGroup(group, to),
    'recorder.updateStep': (step) => store.updateStep(step),
    'recorder.makeSecret': ({ step }) => store.makeSecret(step),
    'recorder.enable': ({ steps, enabled }) => store.enable(steps, enabled),
    'recorder.keepElsewhere': async () => {
      const folder = await dialogs.chooseKeep();
      if (folder !== null) store.keepIn(folder);
      return folder;
    },
    'recorder.undo': () => store.undo(),
    'recorder.redo': () => store.redo(),
    'recorder.load': (recording) => store.load(recording),
    'recorder.trust': () => store.trust(),
    'recorder.formats': () => store.formats,
    'recorder.export': ({ format }) => store.export(format),

    'recorder.checkCalls': ({ text }) => store.checkCalls(text),
    'recorder.useCalls': ({ text }) => store.useCalls(text),
    'recorder.save': async () => {
      const path = await saveRecording(store, dialogs);
      if (path !== null) saved(path);
      return path;
    },
    'recorder.saveExport': async ({ format }) => {
      const { text, extension, folder } = store.export(format);
      if (folder !== undefined) return saveFolder(store, format, folder, await dialogs.chooseParent());
      const path = await dialogs.saveScript(`${nameOf(store)}.${extension}`, extension);
      if (path !== null) await writeText(path, text);
      return path;
    },
  };
}

/** Saves where it was opened or saved before, else where the user says; null if they changed their mind. */
export async function saveRecording(
  store: RecorderStore,
  dialogs: Pick<FileDialogs, 'saveRecording'>,
): Promise<string | null> {
  const path = store.state.path ?? (await dialogs.saveRecording(`${nameOf(store)}.json`));
  if (path !== null) await store.save(path);
  return path;
}

async function saveFolder(
  store: RecorderStore,
  format: string,
  name: string,
  parent: string | null,
): Promise<string | null> {
  if (parent === null) return null;
  const folder = path.join(parent, name);
  await store.exportFolder(format, folder);
  return folder;
}

function nameOf(store: RecorderStore): string {
  return store.state.recording.name || 'recording';
}

interface ReplayServices {
  readonly replay: Replay;
  readonly recorder: RecorderStore;
  readonly runs: Runs;
  readonly traces: Pick<Traces, 'placeOf'>;
}

export function replayHandlers({ replay, recorder, runs, traces }: ReplayServices): ServiceHandlers<'replay'> {
  return {
    'replay.state': () => replay.state,
    // Settles when the replay ended; its steps are reported by `replay.changed` meanwhile.
    'replay.start': async ({ inputs = {}, ...chosen }) => {
      await replay.run({ ...chosen, ...filledIn(() => recorder.recording, inputs), isOwn: !recorder.isForeign });
    },
    'replay.needs': () => needsOf(recorder.recording),
    'replay.picture': async ({ step }) => {
      const { call, status } = replay.state.results.find((result) => result.step === step) ?? {};
      const place = call === undefined ? null : traces.placeOf(call);
      if (!place) return null;
      // A healed step shows the picture in which its element was found; a stopped one, the final state.
      return pictureOfCall(runs, place, status === 'healed' ? ['before'] : ['after', 'before']);
    },
    'replay.stop': () => replay.stop(),
    'replay.pause': () => replay.pause(),
    'replay.resume': ({ until }) => replay.resume(until),
    'replay.stepOver': () => replay.stepOver(),
    'replay.setBreakpoint': ({ step, on }) => replay.setBreakpoint(step, on),
  };
}
