import { existsSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '#contract/errors';
import { has, withFolder, withoutFolder } from '../../../setup/user-path/folders.ts';
import { AccessDenied, readPath, writePath, type Whose } from '../../../setup/user-path/registry.ts';
import type { Command, Outcome } from '../../command.ts';
import { UsageError } from '../../args.ts';

/** Called by the installer, or by hand by users of the zip. */
export const pathCommand: Command = {
  name: 'path',
  summary: 'Windows: show, add or remove `deskscope` on the Path.',
  usage: 'path [status | add | remove] [--everybody]',
  options: { everybody: { type: 'boolean', help: 'For all users of this machine: as an administrator.' } },
  positionals: [0, 1],
  run(_context, args) {
    const whose = args.flag('everybody') ? 'everybody' : 'user';
    switch (args.at(0) || 'status') {
      case 'status':
        return Promise.resolve(status());
      case 'add':
        return Promise.resolve(change(whose, withFolder));
      case 'remove':
        return Promise.resolve(change(whose, withoutFolder));
      default:
        throw new UsageError('path takes status, add or remove.');
    }
  },
};

const everyPath = { user: 'your Path', everybody: 'the Path of everybody' } as const satisfies Record<Whose, string>;

/** Consoles look through both. */
function status(): Outcome {
  const folder = ownFolder();
  const paths = (Object.keys(everyPath) as Whose[]).filter((whose) => has(readPath(whose).text, folder));
  const onPath = paths.length > 0;
  const where = paths.map((whose) => everyPath[whose]).join(' and ');
  return {
    data: { folder, onPath, paths },
    text: onPath
      ? `${folder} is on ${where}: new consoles find deskscope.`
      : `${folder} is neither on your Path nor on that of everybody.`,
  };
}

/** @throws AppError `permission_denied` */
function change(whose: Whose, changed: (all: string, folder: string) => string): Outcome {
  const folder = ownFolder();
  const before = readPath(whose);
  const text = changed(before.text, folder);
  try {
    if (text !== before.text) writePath(whose, { ...before, text });
  } catch (error) {
    if (!(error instanceof AccessDenied)) throw error;
    throw new AppError('permission_denied', 'Only an administrator can change the Path for all users.', {
      hint: 'Omit --everybody, or start the console as an administrator.',
      delivery: 'not_delivered',
    });
  }
  return status();
}

/**
 * Where `deskscope.cmd` is, beside the packaged program.
 * @throws AppError `unsupported_platform`, `not_found` if this is not a package
 */
function ownFolder(program = process.execPath): string {
  if (process.platform !== 'win32') {
    throw new AppError('unsupported_platform', 'The Path can be changed only on Windows.');
  }
  const folder = path.join(path.dirname(program), 'bin');
  if (existsSync(path.join(folder, 'deskscope.cmd'))) return folder;
  throw new AppError('not_found', 'This Deskscope is not packaged: npm installs its commands.');
}
