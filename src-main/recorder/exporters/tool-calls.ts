import { z } from 'zod';
import { type Step, recording, step } from '#contract/model/recordings/recording';
import type { ToolCall } from '#contract/model/tools/tool-call';
import { toToolCall, type Dialect } from '../../dialects/dialect.ts';
import { secretPlaceholder } from '../../dialects/element.ts';
import { groupBeginning, inOneLine, type StepPlace } from '../../dialects/gaps.ts';
import { steps } from '../../dialects/steps.ts';
import { ufo } from '../../dialects/ufo.ts';
import { defineExporter, type Exporter } from './exporter.ts';
import { spellOut } from './literals.ts';

/** Metadata of an exported call under `meta.deskscope`, besides the call itself. */
export const recordedMeta = z.object({
  step,
  /** In the first call: the recording without its steps. */
  recording: recording.omit({ steps: true }).optional(),
  /** Disabled steps before this one. */
  before: z.array(step).optional(),
  after: z.array(step).optional(),
});

type RecordedMeta = Readonly<z.output<typeof recordedMeta>>;

/** The calls that replay makes. */
export const json = toolCalls('json', 'MCPToolCall JSON', steps);

/** The same with UFO's names and keys. */
export const ufoJson = toolCalls('ufo-json', 'MCPToolCall JSON, for UFO', ufo);

/**
 * An array of MCPToolCall objects, as expected by UFO's `run_actions`. Everything a call cannot express (grades of alternative
 * selectors, pictures, disabled steps) is in its `meta`, so nothing is lost.
 */
function toolCalls(id: string, label: string, dialect: Dialect): Exporter {
  return defineExporter({
    id,
    label,
    group: 'Tool calls',
    language: 'json',
    extension: 'json',
    header: () => '[',
    step: (step, at) =>
      step.enabled ? writeCall(described(toToolCall(dialect, step, secretPlaceholder), at), metaOf(step, at)) : '',
    separator: ',',
    footer: () => ']',
  });
}

/** The meta is on one line: it is for programs, and users read the call. */
function writeCall(call: ToolCall, meta: RecordedMeta): string {
  const lines = JSON.stringify(call, null, 2).split('\n').slice(0, -1);
  const text = `${lines.join('\n')},\n  "meta": { "deskscope": ${JSON.stringify(meta)} }\n}`;
  return spellOut(text).replace(/^/gm, '  ');
}

/** A group's conditions are in its meta, since runners do each call once. */
function described(call: ToolCall, at: StepPlace): ToolCall {
  const group = groupBeginning(at);
  return group === null ? call : { ...call, description: `${call.description} (${inOneLine(group)})` };
}

/** Disabled steps are stored with the next enabled one, or with the last. */
function metaOf(step: Step, { index, recording }: StepPlace): RecordedMeta {
  const { steps: all, ...head } = recording;
  const on = all.flatMap((one, place) => (one.enabled ? [place] : []));
  const before = all.slice((on[on.indexOf(index) - 1] ?? -1) + 1, index);
  const after = index === on.at(-1) ? all.slice(index + 1) : [];
  return {
    step,
    ...(index === on[0] && head.id !== '' && { recording: head }),
    ...(before.length > 0 && { before }),
    ...(after.length > 0 && { after }),
  };
}
