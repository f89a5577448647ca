import { AppError } from '#contract/errors';
import { atomicWrite } from '../../../base/atomic-write.ts';
import type { RecorderStore } from '../../../recorder/store.ts';
import type { ServiceHandlers } from './services.ts';

/** Our own file dialogs: a page names no path, the user does. Null where they changed their mind. */
export interface FileDialogs {
  openRecording(): Promise<string | null>;
  saveRecording(suggested: string): Promise<string | null>;
  saveScript(suggested: string, extension: string): Promise<string | null>;
}

export function recorderHandlers(store: RecorderStore, dialogs: FileDialogs): ServiceHandlers<'recorder'> {
  const name = () => store.state.recording.name || 'recording';
  return {
    'recorder.state': () => store.state,
    'recorder.start': (input) => store.start(input),
    'recorder.stop': () => store.stop(),
    'recorder.clear': () => store.clear(),
    'recorder.removeStep': ({ step }) => store.removeStep(step),
    'recorder.moveStep': ({ step, to }) => store.moveStep(step, to),
    'recorder.updateStep': (step) => store.updateStep(step),
    'recorder.undo': () => store.undo(),
    'recorder.redo': () => store.redo(),
    'recorder.load': (recording) => store.load(recording),
    'recorder.export': ({ format }) => store.export(format),

    'recorder.open': async () => {
      const path = await dialogs.openRecording();
      if (path !== null) await store.open(path);
      return path;
    },
    'recorder.save': async () => {
      const path = store.state.path ?? (await dialogs.saveRecording(`${name()}.json`));
      if (path !== null) await store.save(path);
      return path;
    },
    'recorder.saveExport': async ({ format }) => {
      const { text, extension } = store.export(format);
      const path = await dialogs.saveScript(`${name()}.${extension}`, extension);
      if (path !== null) await write(path, text);
      return path;
    },
  };
}

async function write(path: string, text: string): Promise<void> {
  try {
    await atomicWrite(path, text);
  } catch (error) {
    throw new AppError('file_error', `${path} could not be written.`, { cause: error });
  }
}
