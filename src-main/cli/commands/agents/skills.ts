import path from 'node:path';
import { oneLine, quoted } from '#contract/foreign-text';
import { profileFolder } from '../../../base/files/profile-folder.ts';
import { readRecording } from '../../../recorder/saving/files.ts';
import { viewOf } from '../../../services/skills-service.ts';
import { needsOf } from '../../../recorder/skills/needs.ts';
import { SkillStore } from '../../../recorder/skills/skill-store.ts';
import { withoutSecrets } from '../../../recorder/skills/without-secrets.ts';
import type { SkillView } from '../../../tools/skill-host.ts';
import { type Args, UsageError } from '../../args.ts';
import type { Command, Context, Outcome } from '../../command.ts';
import { table } from '../../output/output.ts';

const acts = ['list', 'show', 'add', 'remove'] as const;

export const skills: Command = {
  name: 'skills',
  summary: 'List, show, add or remove the skills that agents may run.',
  usage: 'skills [list | show NAME | add FILE.json [--name NAME] | remove NAME]',
  options: {
    name: { type: 'string', value: 'NAME', help: 'For add: what the skill is called; default: the recording’s name.' },
  },
  positionals: [0, 2],
  async run(context, args) {
    const act = acts.find((one) => one === (args.at(0) || 'list'));
    if (!act) throw new UsageError(`${quoted(args.at(0))} is none of ${acts.join(', ')}.`);
    const store = new SkillStore(profileFolder(context.variables));
    if (act === 'list') return list(context);
    const named = args.at(1);
    if (named === '') throw new UsageError(`${act}: ${act === 'add' ? 'FILE.json' : 'NAME'} is missing.`);
    if (act === 'add') return add(context, args, store, named);
    if (act === 'remove') {
      await store.remove(named);
      return { data: { removed: named }, text: `Removed the skill ${quoted(named)}.` };
    }
    const view = viewOf(await store.read(named));
    return { data: view, text: skillReport(view) };
  },
};

async function list(context: Context): Promise<Outcome> {
  const { skills: kept } = await context.services();
  const views = (await kept?.service.list()) ?? [];
  const rows = views.map(({ name, steps, apps, inputs, unmet }) => [
    name,
    String(steps),
    apps.map((app) => oneLine(app)).join(', '),
    inputs.map((input) => input.name).join(', '),
    unmet.length === 0 ? 'ready' : oneLine(unmet.map(({ message }) => message).join('; ')),
  ]);
  const text =
    views.length > 0
      ? table(['NAME', 'STEPS', 'APPS', 'INPUTS', 'NOW'], rows, context.paint)
      : 'No skills yet. An agent asks to be shown one, or `deskscope skills add FILE.json`.';
  return { data: { skills: views }, text };
}

/** Searched for secrets as a demonstration is: agents read it. */
async function add({ engine, variables }: Context, args: Args, store: SkillStore, file: string): Promise<Outcome> {
  const recorded = await readRecording(file);
  const read = async (picture: string) => (await engine().readPicture({ picture })).text;
  const { recording, leftOut } = await withoutSecrets(recorded, read);
  const platform = recording.platform;
  const needs = await needsOf(recording, { platform, variables });
  const wanted = args.text('name') ?? (recording.name || path.basename(file, '.json'));
  const skill = await store.add(wanted, recording, {
    goal: wanted,
    needs,
    createdAt: recording.createdAt,
    recordedFor: '',
  });
  const without = leftOut.length > 0 ? ` Left out as secret: ${leftOut.length}.` : '';
  return {
    data: { ...viewOf(skill), leftOut },
    text: `Saved the skill ${quoted(skill.name)} in ${skill.folder}.${without}`,
  };
}

function skillReport({ name, goal, steps, apps, inputs, secrets, folder }: Omit<SkillView, 'unmet'>): string {
  const lines = [
    `${name}: ${quoted(goal || name)}, ${steps} steps`,
    `Apps     ${apps.map((app) => oneLine(app)).join(', ') || 'none'}`,
    `Inputs   ${inputs.map((input) => `${input.name} = ${quoted(input.recorded, 60)}`).join(', ') || 'none'}`,
    ...(secrets.length > 0 ? [`Secrets  ${secrets.join(', ')}`] : []),
    `Folder   ${folder}`,
    `Run      deskscope replay ${path.join(folder, 'recording.json')}`,
  ];
  return lines.join('\n');
}
