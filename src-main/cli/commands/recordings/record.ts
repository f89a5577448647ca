import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { oneLine } from '#contract/foreign-text';
import { AppError, toWire } from '#contract/errors';
import { describeStep } from '#contract/model/recordings/recording';
import { emptyRecording } from '../../../recorder/editing/edit.ts';
import { exportRecording } from '../../../recorder/exporters/list.ts';
import { globalKeys, haltKeyThroughViewer } from '#contract/model/recordings/global-keys';
import type { RecorderStore } from '../../../recorder/store.ts';
import type { Command, Context } from '../../command.ts';
import { checkWritable, writeResult } from '../../files.ts';
import { noSnap, withSnapping } from '../../targets/no-snap.ts';
import { findWindow } from '../../targets/targets.ts';

export const record: Command = {
  name: 'record',
  summary: 'Record your actions until Ctrl+C here or the halt key (Ctrl+Shift+F9) anywhere.',
  usage: 'record -o FILE.json [--test] [--window WINDOW] [--no-snap]',
  options: {
    output: {
      type: 'string',
      short: 'o',
      value: 'FILE.json',
      help: 'Where to save the recording.',
    },
    test: { type: 'boolean', help: 'Also save it as a test for Playwright Test: FILE.spec.ts.' },
    window: {
      type: 'string',
      value: 'WINDOW',
      help: 'Record only this window, its menus and dialogs.',
    },
    'no-snap': noSnap,
  },
  positionals: [0, 0],
  async run(context, args) {
    const output = args.required('output', '-o FILE.json');
    await checkWritable(output);
    const testFile = args.flag('test') ? `${output.replace(/\.json$/, '')}.spec.ts` : null;
    if (testFile !== null) await checkWritable(testFile);
    const engine = context.engine();
    const wanted = args.text('window');
    const window = wanted === undefined ? undefined : (await findWindow(context, wanted)).id;
    const { isAllReceived, shiftLifter } = await checkHook(context);
    const through = shiftLifter === undefined ? null : haltKeyThroughViewer(globalKeys.halt);
    const haltKeys: readonly string[] = [globalKeys.halt, ...(through === null ? [] : [through])];
    const recorder = (await context.services()).createRecorder(output);
    await rescue(context, recorder, output);
    recorder.load(
      emptyRecording(recorder.recording.platform, new Date().toISOString(), path.basename(output, '.json')),
    );
    const halted = new AbortController();
    const subscription = engine.on('input', (event) => {
      if (event.type === 'key' && haltKeys.includes(event.key)) halted.abort();
    });
    const reported = notify(context, recorder);
    await withSnapping(context, args, async () => {
      await recorder.start({ window });
      // Once it answers this, it listens, and has read the window in front where that can be read.
      await engine.settleInput({}, { signal: context.signal });
      const orHalt = isAllReceived ? ' or Ctrl+Shift+F9 anywhere' : '';
      const viewer =
        shiftLifter === undefined
          ? ''
          : ` ${shiftLifter} lifts Shift from that key on its way from a viewer: Ctrl+F9 stops it as well while it runs.`;
      context.streams.err.write(`Recording. Press Ctrl+C here${orHalt} to stop.${viewer}\n`);
      await ended(context.signal, halted.signal);
      await recorder.stop();
    });
    subscription.dispose();
    reported.dispose();
    await save(recorder, output);
    const { notice } = recorder.state;
    const { recording } = recorder;
    // A test without steps would pass for any app.
    const test = recording.steps.length > 0 ? testFile : null;
    if (test !== null) await writeResult(test, exportRecording(recording, 'playwright').text);
    const also = test !== null ? ` The test is ${test}.` : testFile === null ? '' : ' There is no test of nothing.';
    const text = `Saved ${countSteps(recorder)} to ${output}.${also}`;
    return {
      data: {
        file: output,
        ...(test !== null && { test }),
        steps: recording.steps,
        notice,
      },
      text,
    };
  },
};

/**
 * If the file cannot be written, the recording is saved where there is room.
 * @throws AppError `file_error` that reports where it is, or that it is nowhere
 */
async function save(recorder: RecorderStore, output: string): Promise<void> {
  try {
    await recorder.save(output);
  } catch (error) {
    const { message } = toWire(error);
    const hint = 'Free disk space, then move it to its place.';
    for (const folder of [tmpdir(), homedir()]) {
      const file = unusedFile(path.join(folder, path.basename(output, '.json')));
      const isSaved = await recorder.save(file).then(
        () => true,
        () => false,
      );
      if (isSaved)
        throw new AppError('file_error', `${message} It was saved to ${file} instead: ${countSteps(recorder)}.`, {
          hint,
          data: { file },
        });
    }
    throw new AppError('file_error', `${message} No other place has room: ${countSteps(recorder)} are lost.`, {
      hint: 'Free disk space and record again.',
    });
  }
}

/**
 * @returns whether all input is received, as the halt key must be, and what lifts Shift from it
 * @throws AppError `unsupported_platform`, or why the engine does not run
 */
async function checkHook({ engine, signal }: Context) {
  const { capabilities, shiftLifter } = await engine().describe({}, { signal });
  if (!capabilities.inputHook) throw new AppError('unsupported_platform', 'Input cannot be observed here.');
  return { isAllReceived: capabilities.unreported === undefined, shiftLifter };
}

/** Saves what an interrupted recording to the same file left behind, under a name of its own. */
async function rescue({ streams }: Context, recorder: RecorderStore, output: string): Promise<void> {
  if (!recorder.recover()) return;
  const file = unusedFile(`${output.replace(/\.json$/, '')}.recovered`);
  await recorder.save(file);
  streams.err.write(`An interrupted recording was saved to ${file}: ${countSteps(recorder)}.\n`);
}

function unusedFile(base: string): string {
  let file = `${base}.json`;
  for (let n = 2; existsSync(file); n++) file = `${base}-${n}.json`;
  return file;
}

/** Prints every step to stderr when it is final. */
function notify({ streams, paint }: Context, recorder: RecorderStore) {
  let steps = 0;
  let notice = '';
  let unkept: string | undefined;
  return recorder.onChange((state) => {
    for (const step of recorder.recording.steps.slice(steps)) {
      steps += 1;
      streams.err.write(`${steps}. ${oneLine(describeStep(step))}\n`);
    }
    if (state.notice !== notice && state.notice !== '')
      streams.err.write(`${paint('yellow', oneLine(state.notice))}\n`);
    notice = state.notice;
    if (state.unkept !== unkept && state.unkept !== undefined) {
      const warning = `The recording is not on disk and would be lost in a crash: ${state.unkept}.`;
      streams.err.write(`${paint('yellow', oneLine(warning))}\n`);
    }
    unkept = state.unkept;
  });
}

function countSteps({ recording: { steps } }: RecorderStore): string {
  return steps.length === 1 ? '1 step' : `${steps.length} steps`;
}

async function ended(...signals: readonly AbortSignal[]): Promise<void> {
  if (signals.some((signal) => signal.aborted)) return;
  await Promise.race(signals.map((signal) => once(signal, 'abort')));
}
