import { z } from 'zod';
import { quoted, word } from '#contract/foreign-text';
import { AppError } from '#contract/errors';
import { describeElement, type ElementId } from '#contract/model/elements/element';
import { pageOf } from '../../answers/page.ts';
import { defineTool, type ActsIn, type ToolContext, type ToolResult } from '../../define-tool.ts';
import type { SkillView, SkillHost, SkillRun } from '../../skill-host.ts';
import { calledBy } from '../../target/known-element.ts';
import { whichWindow } from '../../target/windows/target-window.ts';

export const listSkills = defineTool({
  name: 'list_skills',
  namespace: 'Skills',
  type: 'data_collection',
  effect: 'observe',
  reach: { shows: 'names' },
  title: 'List recorded skills',
  description: 'List the tasks that the user has shown: name, inputs, apps, and what is missing to run each now.',
  input: z.object({ offset: z.number().int().nonnegative().default(0) }),
  async run(context, { offset }) {
    const skills = await hostOf(context).list();
    const { items, note } = pageOf(skills, (skill) => ({ text: lineOf(skill), data: skill }), {
      what: 'skills',
      room: context.room,
      offset,
    });
    const text = items.map((item) => item.text).join('\n');
    return {
      text: text || 'No skill was recorded yet. event_stream_start asks the user to show one.',
      data: items.map((item) => item.data),
      ...(note && { note }),
    };
  },
});

function lineOf({ name, goal, steps, apps, inputs, secrets, unmet }: SkillView): string {
  const takes = inputs.map((input) => `${word(input.name)} (${input.type}, recorded ${quoted(input.recorded, 60)})`);
  return [
    `${name}: ${quoted(goal || name)}, ${steps} steps in ${apps.map((app) => word(app)).join(', ') || 'no app'}`,
    takes.length > 0 && `inputs: ${takes.join(', ')}`,
    secrets.length > 0 && `needs ${secrets.join(', ')}`,
    unmet.length > 0 ? unmet.map(({ message }) => message).join('; ') : 'ready',
  ]
    .filter(Boolean)
    .join('; ');
}

/** @throws AppError `unsupported_platform` if there is none */
export function hostOf({ skills }: Pick<ToolContext, 'skills'>): SkillHost {
  if (skills) return skills;
  throw new AppError('unsupported_platform', 'Skills are stored in a profile, and this session has none.', {
    hint: 'Use the app or the command line.',
    delivery: 'not_delivered',
  });
}

/** The target of calls without a window, so that permissions for an app do not cover them. */
export const noWindow: ActsIn = { id: null, title: 'recorded skills', app: '' };

/** A skill waits for its elements and, before it saves anything, for the user. */
const deadlineMs = 600_000;

const pictureWidth = 1_000;

const candidates = 8;

export const runSkill = defineTool({
  name: 'run_skill',
  namespace: 'Skills',
  type: 'action',
  effect: 'act',
  title: 'Run a recorded skill',
  description:
    'Replay a task that the user has shown, step by step and without a model. Where a step fails, the answer has a picture and candidates: call again with from_step and element to mend that step alone, which is kept if the user agrees.',
  input: z.object({
    name: z.string().min(1).describe('As list_skills names it.'),
    inputs: z.record(z.string(), z.string()).default({}).describe('Texts in place of the recorded ones.'),
    from_step: z.number().int().positive().default(1).describe('Go on with this step, counted from 1.'),
    element: z.string().optional().describe('The ref of what that step means now.'),
  }),
  sentence({ name, inputs, from_step: from }) {
    const texts = Object.entries(inputs).map(([input, text]) => `${input} = ${quoted(text)}`);
    return `Run the skill ${quoted(name)}${from > 1 ? ` from step ${from}` : ''}${texts.length > 0 ? ` with ${texts.join(', ')}` : ''}`;
  },
  // It works in the windows of its steps, each of which is permitted separately.
  reach: { actsIn: () => noWindow },
  deadlineMs,
  async run(context, { name, inputs, from_step: from, element }) {
    const mended = element === undefined ? undefined : idOf(context, element);
    const run = await hostOf(context).run({ name, inputs, from, element: mended }, context);
    return run.failed ? stopped(context, run, run.failed) : { text: skillRunLines(run).join('\n') };
  },
});

function idOf({ session }: ToolContext, element: string): ElementId {
  const called = calledBy(session, element);
  if (called && 'id' in called) return called.id;
  throw new AppError('invalid_parameter', `“element”: ${quoted(element)} is not a ref.`, {
    hint: 'Use a ref such as e12 of this tool’s answer or of a snapshot.',
    delivery: 'not_delivered',
  });
}

function skillRunLines({ skill, status, lines, unmet, kept }: SkillRun): readonly string[] {
  const outcome = status === 'passed' ? 'did all of its steps' : status === 'failed' ? 'FAILED' : 'was stopped';
  return [
    `The skill ${quoted(skill)} ${outcome}.`,
    ...lines,
    ...(unmet.length > 0 ? [`Not as recorded: ${unmet.join('; ')}.`] : []),
    ...(kept ? [`Other selectors were needed; the user was asked whether to keep them: ${kept}.`] : []),
  ];
}

/** Information to mend the step: the window's elements, and candidates for the step's target. */
async function stopped(
  context: ToolContext,
  run: SkillRun,
  { step, sentence, window: match, selector, error }: NonNullable<SkillRun['failed']>,
): Promise<ToolResult> {
  const { engine, signal, session } = context;
  // Only read, which needs no separate permission; the engine redacts the rest.
  const window = await whichWindow({ engine, signal, session }, { ...match, remembered: true }).catch(() => null);
  const near =
    window && selector !== null
      ? await engine.nearMisses({ window: window.id, selector, limit: candidates }, { signal }).catch(() => [])
      : [];
  const picture = window
    ? await engine
        .capture({ target: { kind: 'window', window: window.id }, options: { maxWidth: pictureWidth } }, { signal })
        .catch(() => null)
    : null;
  const lines = near.map(
    ({ element, why }) => `[${session.refs.refOf(element.id)}] ${describeElement(element)}: ${why}`,
  );
  const text = [
    ...skillRunLines(run),
    `Step ${step}, ${sentence}: ${error.message} (${error.code})`,
    ...(lines.length > 0 ? ['Candidates:', ...lines] : []),
    `To mend it: call run_skill again with from_step ${step} and the ref of the right element; to go on without it: from_step ${step + 1}. Steps before it were done, and are not repeated.`,
  ].join('\n');
  return picture ? { text, image: { mimeType: 'image/png', bytes: picture.bytes } } : { text };
}
