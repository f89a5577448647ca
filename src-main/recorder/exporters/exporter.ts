import type { ExportedScript, ExportFormat } from '#contract/api';
import { withoutPictures, type Recording, type Step } from '#contract/model/recordings/recording';
import type { StepPlace } from '../../dialects/gaps.ts';

/** A script, and the lines of each step. */
export type Script = Pick<ExportedScript, 'text' | 'lines'>;

/** One language a recording can be exported to. */
export interface Exporter extends ExportFormat {
  readonly language: ExportedScript['language'];
  /** Without the dot. */
  readonly extension: string;
  /** The whole recording. Limits of the language are noted at each step. */
  readonly stringify: (recording: Recording) => Script;
  /** The lines of one step, as in the script; empty if it has none. */
  readonly stringifyStep: (step: Step, at?: StepPlace) => string;
  /** For formats that are a folder: its default name, and all its files including the script. */
  readonly folder?: {
    readonly nameFor: (recording: Recording) => string;
    /** By relative path with `/`, at most one folder deep. */
    readonly files: (recording: Recording, name: string) => Readonly<Record<string, string | Uint8Array>>;
  };
}

/** Definition of an exporter: the text before, for and after the steps. */
export interface Language extends Omit<Exporter, 'stringify' | 'stringifyStep'> {
  readonly header?: (recording: Recording) => string;
  readonly step: (step: Step, at: StepPlace) => string;
  readonly footer?: (recording: Recording) => string;
  /** After every step with lines except the last. */
  readonly separator?: string;
  /** Whether it uses the pictures of steps. */
  readonly pictures?: true;
}

export function defineExporter({ header, step, footer, separator = '', pictures, ...format }: Language): Exporter {
  const known = (recording: Recording) => (pictures ? recording : withoutAnyPicture(recording));
  return {
    ...format,
    stringifyStep(one, { index, recording } = { index: 0, recording: alone(one) }) {
      return step(pictures ? one : withoutPictures(one), { index, recording: known(recording) });
    },
    stringify(recorded) {
      const recording = known(recorded);
      const parts = recording.steps.map((one, index) => step(one, { index, recording }));
      const last = parts.map((part) => part !== '').lastIndexOf(true);
      const steps = parts.map((part, index) => (part === '' || index === last ? part : part + separator));
      return assemble(header?.(recording), steps, footer?.(recording));
    },
  };
}

/** Few languages show pictures, and exports are shared with others. */
export function withoutAnyPicture(recording: Recording): Recording {
  return { ...recording, steps: recording.steps.map(withoutPictures) };
}

function assemble(header: string | undefined, steps: readonly string[], footer: string | undefined): Script {
  const text: string[] = header === undefined ? [] : header.split('\n');
  const lines = steps.map((step): readonly [number, number] => {
    const first = text.length + 1;
    if (step !== '') text.push(...step.split('\n'));
    return [first, text.length];
  });
  if (footer !== undefined) text.push(...footer.split('\n'));
  return { text: `${text.join('\n')}\n`, lines };
}

function alone(step: Step): Recording {
  return { version: 1, id: '', name: '', createdAt: '', platform: '', steps: [step] };
}
