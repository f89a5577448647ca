import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { MomentPlace } from '#contract/model/runs/run-analysis';
import type { StepTarget } from '#contract/model/recordings/recording';
import { mask } from '#contract/model/tools/tool-call';
import type { WindowMatch } from '#contract/model/windows/window';
import type { TraceReader } from '../../trace/trace-reader.ts';
import { emptyRecording } from '../../../recorder/editing/edit.ts';
import { toRecording, type Imported } from '../../../recorder/importers/imported.ts';
import type { StepDraft } from '../../../dialects/dialect.ts';
import { targetCalled } from '../../../dialects/element.ts';
import { readCall } from '../../../dialects/read-call.ts';
import { anotherSecretName, secretVariable } from '../../../recorder/steps/secret-name.ts';
import { Looks } from '../looks.ts';
import { momentsOf, type Moment, type TracedCall } from '../moments.ts';
import { placeInWords } from '../place.ts';
import { effectsOf } from './effects.ts';
import { nodeAt, targetOf, treeOf } from './nodes.ts';
import type { RawNode } from '../../../engine/backend.ts';

/**
 * The acts of a run as a recording: each with selectors that were measured in the tree it acted in, and with what it changed there.
 * Acts that failed are steps that are switched off; what cannot be a step is a note.
 * @param now ISO 8601
 */
export async function recordingOf(trace: TraceReader, now: string): Promise<Imported> {
  const { about } = trace;
  const { placed, notes } = await stepsIn(trace);
  const steps = placed.map(({ step }) => step);
  const platform = about.host?.platform === 'win32' ? 'windows' : (about.host?.platform ?? 'unknown');
  const empty = emptyRecording(platform, now, about.title || about.run);
  return { recording: toRecording({ steps, notes }, empty), notes };
}

interface PlacedStep {
  readonly place: MomentPlace;
  readonly step: StepDraft;
}

/** The acts of a run as steps of a recording, each with its place in the run; what cannot be one is a note. */
export async function stepsIn(
  trace: TraceReader,
): Promise<{ readonly placed: readonly PlacedStep[]; readonly notes: readonly string[] }> {
  const placed: PlacedStep[] = [];
  const notes: string[] = [];
  const looks = new Looks(trace);
  const secrets = new Set<string>();
  for (const { moment, call } of actsOf(momentsOf(await trace.events()))) {
    const found = await stepsOf(call, looks, secrets);
    if (typeof found === 'string') notes.push(leftOut(moment, call, found));
    else placed.push(...found.map((step) => ({ place: moment.place, step })));
  }
  return { placed, notes };
}

function actsOf(moments: readonly Moment[]) {
  return moments.flatMap((moment) =>
    moment.acts.flatMap(({ call }) => {
      const effect = call?.before?.effect;
      return call && effect !== undefined && effect !== 'observe' ? [{ moment, call }] : [];
    }),
  );
}

function leftOut({ place }: Moment, { call, before }: TracedCall, why: string): string {
  const where = 'call' in place ? `Call ${call}` : `Call ${call} in ${placeInWords(place)}`;
  return `${where}: ${quoted(before?.tool.replace(/^.*::/, '') ?? '?')} is left out: ${why}.`;
}

/** Steps, or why there are none. Another window that is chosen is none: each step names its own. */
async function stepsOf(call: TracedCall, looks: Looks, secrets: Set<string>): Promise<readonly StepDraft[] | string> {
  const { before, after } = call;
  if (!before) return 'the trace does not say what it was';
  try {
    const root = await rootOf(call, 'before', looks);
    const parameters = await parametersOf(call, looks);
    const node = foundIn(root, call, parameters);
    const target = root && node ? targetOf(root, node) : byWords(call);
    const { title, app } = before.target ?? { title: '', app: '' };
    const window: WindowMatch = { ...(title && { title }), ...(app && { app }) };
    // Which window and element it was, is reported beside it.
    const { window: _, handle: __, windowHandle: ___, ...own } = withSecret(parameters, target, secrets);
    const { selector, alternatives, ...unnamed } = own;
    const named = node ? unnamed : { ...unnamed, selector, alternatives };
    const said = { tool: before.tool.replace(/^.*::/, ''), parameters: named };
    const windowBounds = before.target ? call.seen.before?.picture?.bounds : null;
    const found = readCall({ ...said, window, target, ...(windowBounds && { windowBounds }) });
    if ('window' in found) return [];
    if ('leftOut' in found) return found.leftOut;
    const last = found.steps.length - 1;
    const then = await rootOf(call, 'after', looks);
    const expected = root && then && !after?.error ? [...effectsOf(call, node, { before: root, after: then })] : [];
    return found.steps.map((step, at) => ({
      ...step,
      ...(expected.length > 0 && at === last && { expected }),
      ...((after?.error ?? !after) ? { enabled: false } : {}),
    }));
  } catch (error) {
    if (error instanceof AppError) return error.message.replace(/\.$/, '');
    throw error;
  }
}

async function rootOf({ seen }: TracedCall, phase: 'before' | 'after', looks: Looks): Promise<RawNode | null> {
  const tree = seen[phase]?.tree;
  const rows = tree ? await looks.rows(tree) : null;
  return rows && treeOf(rows);
}

async function parametersOf({ before }: TracedCall, looks: Looks): Promise<Readonly<Record<string, unknown>>> {
  if (before?.parametersBlob === undefined) return before?.parameters ?? {};
  try {
    return JSON.parse(await looks.text(before.parametersBlob)) as Record<string, unknown>;
  } catch {
    throw new AppError('invalid_parameter', 'its arguments are missing from the trace');
  }
}

function foundIn(
  root: RawNode | null,
  { after }: TracedCall,
  { name }: Readonly<Record<string, unknown>>,
): RawNode | null {
  const bounds = after?.resolution?.bounds;
  return root && bounds ? nodeAt(root, bounds, typeof name === 'string' ? name : '') : null;
}

/** Where its tree was not kept: by its name. */
function byWords({ before }: TracedCall): StepTarget | null {
  const name = before?.parameters['name'];
  return typeof name === 'string' ? targetCalled({ name }) : null;
}

/** A text that was masked is asked for at replay. */
function withSecret(
  parameters: Readonly<Record<string, unknown>>,
  target: StepTarget | null,
  secrets: Set<string>,
): Readonly<Record<string, unknown>> {
  const field = ['text', 'keys'].find((key) => JSON.stringify(parameters[key] ?? '').includes(mask));
  if (field === undefined) return parameters;
  const name = anotherSecretName(target?.name ?? '', secrets);
  secrets.add(name);
  return { ...parameters, secret: true, [field]: `\${${secretVariable(name)}}` };
}
