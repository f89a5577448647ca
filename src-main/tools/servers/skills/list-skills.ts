import { z } from 'zod';
import { quoted, word } from '#contract/foreign-text';
import { pageOf } from '../../answers/page.ts';
import { defineTool } from '../../define-tool.ts';
import type { SkillView } from '../../skill-host.ts';
import { hostOf } from './host.ts';

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
