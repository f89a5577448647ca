import type { CallsProblem } from '#contract/api';
import type { Services } from '../../../bridge/services.ts';
import type { RecorderState } from '../store.ts';

/** A script being edited. */
export interface ScriptEdit {
  readonly text: string;
  /** JSON Schema of its content. */
  readonly schema: object;
  readonly problem: CallsProblem | null;
}

export interface ScriptEditing {
  /** Null if read-only. */
  readonly edited: ScriptEdit | null;
  /** Of a format that cannot be read back, the tool calls are edited instead. */
  readonly editScript: () => Promise<void>;
  readonly changeScript: (text: string) => void;
  /** Saves the text as the recording's steps; a script with a problem stays open and reports it. */
  readonly useScript: () => Promise<void>;
  readonly discardScript: () => void;
}

/** Delay after the last key before the text is checked, in milliseconds. */
const checkAfterMs = 250;

export function scriptEditing(
  { client, report, notify }: Pick<Services, 'client' | 'report' | 'notify'>,
  set: (part: Partial<RecorderState>) => void,
  get: () => RecorderState,
): ScriptEditing {
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Null if valid; the text may have changed since the check. */
  const check = async (): Promise<CallsProblem | null> => {
    const text = get().edited?.text ?? '';
    const problem = await client['recorder.checkCalls']({ text });
    const { edited } = get();
    if (edited?.text === text) set({ edited: { ...edited, problem } });
    return problem;
  };

  return {
    edited: null,
    async editScript() {
      const { formats, format } = get();
      const shown = formats.find(({ id }) => id === format);
      const { id, schema } = (shown?.schema ? shown : formats.find((one) => one.schema !== undefined)) ?? {};
      if (id === undefined || schema === undefined) return;
      try {
        const script = await client['recorder.export']({ format: id });
        set({ format: id, script, scriptError: null, edited: { text: script.text, schema, problem: null } });
      } catch (error) {
        report(error);
      }
    },
    changeScript(text) {
      const { edited } = get();
      if (!edited) return;
      set({ edited: { ...edited, text } });
      clearTimeout(timer);
      timer = setTimeout(() => void check().catch(report), checkAfterMs);
    },
    async useScript() {
      clearTimeout(timer);
      try {
        if (await check()) return;
        await client['recorder.useCalls']({ text: get().edited?.text ?? '' });
        set({ edited: null });
        notify('The recording now has the steps of the script. Undo reverts this.');
      } catch (error) {
        report(error);
      }
    },
    discardScript() {
      clearTimeout(timer);
      set({ edited: null });
    },
  };
}

/** Whether there are unsaved edits. */
export function isScriptChanged({ edited, script }: RecorderState): boolean {
  return edited !== null && edited.text !== script?.text;
}

/** Whether a format can be edited. */
export function canEditScript({ formats, script }: RecorderState): boolean {
  return script !== null && formats.some(({ schema }) => schema !== undefined);
}
