import { AppError } from '#contract/errors';
import { describeStep, type Step } from '#contract/model/recording';
import type { ToolCall } from '#contract/model/tool-call';
import { defineExporter, type StepPlace } from './exporter.ts';
import { groupBeginning, inOneLine } from './left-out.ts';
import { spellOut } from './literals.ts';
import type { RecordedMeta } from './recorded-meta.ts';
import { toToolCall } from './ufo-calls.ts';

/**
 * An array of MCPToolCall objects: what UFO's `run_actions` takes, as data. What a call cannot say (the pixels, the other
 * selectors' grades, what is expected, steps that are switched off) stands in its `meta`, so that nothing is lost.
 */
export const json = defineExporter({
  id: 'json',
  label: 'MCPToolCall JSON',
  group: 'Tool calls',
  language: 'json',
  extension: 'json',
  header: () => '[',
  step: (step, at) => (step.enabled ? writeCall(described(callOf(step), at), metaOf(step, at)) : ''),
  separator: ',',
  footer: () => ']',
});

/** The meta in one line: it is for programs, and a person reads the call. */
function writeCall(call: ToolCall, meta: RecordedMeta): string {
  const lines = JSON.stringify(call, null, 2).split('\n').slice(0, -1);
  const text = `${lines.join('\n')},\n  "meta": { "deskscope": ${JSON.stringify(meta)} }\n}`;
  return spellOut(text).replace(/^/gm, '  ');
}

/** What a group depends on stands in its meta: runners do each call once. */
function described(call: ToolCall, at: StepPlace): ToolCall {
  const group = groupBeginning(at);
  return group === null ? call : { ...call, description: `${call.description} (${inOneLine(group)})` };
}

/** A key that the notation has no name for is a call that every runner refuses. */
function callOf(step: Step): ToolCall {
  try {
    return toToolCall(step);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const description = `${describeStep(step)}: cannot be said. ${error.message}`;
    return {
      tool_key: 'action::unsupported',
      tool_name: 'unsupported',
      namespace: 'AppUIExecutor',
      tool_type: 'action',
      description,
      parameters: {},
    };
  }
}

/** Steps that are off stand with the next one that is on; behind the last one, with that. */
function metaOf(step: Step, { index, recording }: StepPlace): RecordedMeta {
  const { steps, ...head } = recording;
  const on = steps.flatMap((one, place) => (one.enabled ? [place] : []));
  const before = steps.slice((on[on.indexOf(index) - 1] ?? -1) + 1, index);
  const after = index === on.at(-1) ? steps.slice(index + 1) : [];
  return {
    step,
    ...(index === on[0] && head.id !== '' && { recording: head }),
    ...(before.length > 0 && { before }),
    ...(after.length > 0 && { after }),
  };
}
