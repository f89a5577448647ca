import path from 'node:path';
import { AppError } from '#contract/errors';
import { oneLine, quoted } from '#contract/foreign-text';
import type { Grant } from '#contract/model/permissions/permission';
import { profileFolder } from '../../../base/files/profile-folder.ts';
import { createGrants } from '../../../permissions/grants.ts';
import { agrees } from '../../terminal/ask.ts';
import type { Command, Context, Outcome } from '../../command.ts';
import { table } from '../../output/output.ts';
import { UsageError } from '../../args.ts';

const acts = ['list', 'allow', 'revoke'] as const;

export const permissions: Command = {
  name: 'permissions',
  summary: 'List, allow or revoke the apps that agents may use for good.',
  usage: 'permissions [list | allow AGENT APP | revoke ID|APP|all]',
  options: {},
  positionals: [0, 3],
  async run(context, args) {
    const act = acts.find((one) => one === (args.at(0) || 'list'));
    if (!act) throw new UsageError(`${quoted(args.at(0))} is none of ${acts.join(', ')}.`);
    const grants = createGrants({ file: path.join(profileFolder(context.variables), 'grants.json') });
    const [first, second] = [args.at(1), args.at(2)];
    if (act === 'list') return listed(context, grants.list());
    if (act === 'allow') {
      if (first === '' || second === '') throw new UsageError('allow: name an agent, as it calls itself, and an app.');
      await confirm(context, `Allow ${quoted(first)} every ordinary action in ${quoted(second)}, until revoked?`);
      await grants.add({ client: first, app: second, tool: '' }, 'always');
      return {
        data: { allowed: { client: first, app: second } },
        text: `Allowed. Revoke it with \`deskscope permissions revoke ${second}\`.`,
      };
    }
    if (first === '') throw new UsageError('revoke: name an ID, an app or all.');
    const revoked = grants.list().filter(({ id, app }) => first === 'all' || id === first || app === first);
    if (revoked.length === 0)
      throw new AppError('not_found', `Nothing is allowed that is called ${quoted(first)}.`, {
        hint: '`deskscope permissions` lists what is stored.',
      });
    for (const { id } of revoked) await grants.revoke(id);
    return {
      data: { revoked },
      text: `Revoked ${revoked.length === 1 ? 'one permission' : `${revoked.length} permissions`}.`,
    };
  },
};

function listed({ paint }: Context, grants: readonly Grant[]): Outcome {
  const rows = grants.map(({ id, client, app, at }) => [oneLine(client), oneLine(app), at.slice(0, 10), id]);
  const text = grants.length > 0 ? table(['AGENT', 'APP', 'SINCE', 'ID'], rows, paint) : 'No app is allowed for good.';
  return { data: { grants }, text };
}

/** An agent that runs this command is not a person. @throws AppError `permission_denied` */
async function confirm({ signal }: Context, question: string): Promise<void> {
  const { createInterface } = await import('node:readline/promises');
  const denied = (hint: string) =>
    new AppError('permission_denied', 'Only a person at a terminal can allow this.', { hint });
  if (!process.stdin.isTTY) throw denied('Run it in a terminal, or use the MCP view of Deskscope.');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    if (!(await agrees(lines, question, signal))) throw new AppError('cancelled', 'Nothing was changed.');
  } finally {
    lines.close();
  }
}
