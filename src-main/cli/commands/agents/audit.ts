import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { profileFolder } from '../../../base/files/profile-folder.ts';
import { chainFiles } from '../../../permissions/audit/audit-file.ts';
import { auditRoot } from '../../../permissions/audit/audit-log.ts';
import { callsIn, readLine, type AuditLine } from '../../../permissions/audit/record.ts';
import { verifyChain, type Verified } from '../../../permissions/audit/verify.ts';
import { appName } from '#contract/model/windows/window';
import { AppError, toWire } from '#contract/errors';
import { quoted, oneLine } from '#contract/foreign-text';
import { type Args, UsageError } from '../../args.ts';
import type { Command, Context, Outcome } from '../../command.ts';
import { table } from '../../output/output.ts';

export const audit: Command = {
  name: 'audit',
  summary: 'Show or verify the audit log.',
  usage: 'audit verify|show [FILE] [--head HASH] [--last N]',
  options: {
    head: { type: 'string', value: 'HASH', help: 'For verify: a hash noted earlier that must still be in the log.' },
    last: { type: 'string', value: 'N', help: 'For show: number of calls; default 50.' },
    profile: { type: 'string', value: 'FOLDER', help: 'Profile folder of the app, if not the default.' },
  },
  positionals: [1, 2],
  run(context, args) {
    const what = args.at(0);
    if (what !== 'verify' && what !== 'show') throw new UsageError(`${quoted(what)} is neither verify nor show.`);
    const last = args.number('last', [1, 1_000_000]) ?? 50;
    const chains = chainsOf(context, args);
    return Promise.resolve(what === 'verify' ? verify(chains, args.text('head')) : show(context, chains, last));
  },
};

/** Lists of files, oldest first: the named one, or all of the profile. @throws AppError `not_found` */
function chainsOf({ variables }: Context, args: Args): readonly (readonly string[])[] {
  const named = args.at(1);
  const root = named || auditRoot(args.text('profile') ?? profileFolder(variables));
  if (!existsSync(root)) {
    throw new AppError('not_found', `There is no audit log at ${root}.`, { hint: 'It starts with the first call.' });
  }
  if (!statSync(root).isDirectory()) return [[root]];
  const folders = [root, ...readdirSync(root).map((name) => path.join(root, name))];
  const chains = folders.filter((folder) => statSync(folder).isDirectory()).map(chainFiles);
  const found = chains.filter((files) => files.length > 0);
  if (found.length === 0) throw new AppError('not_found', `There is no audit log in ${root}.`);
  return found;
}

function verify(chains: readonly (readonly string[])[], head: string | undefined): Outcome {
  const results = chains.map((files) => ({ files, ...verifyFiles(files) }));
  const broken = results.find((result) => result.broken !== null)?.broken ?? null;
  const lines = results.map(auditReport).join('\n');
  const data = { chains: results };
  if (broken) {
    return { data, text: lines, error: failure(`${broken.file}, line ${broken.line}, ${broken.why}.`) };
  }
  if (head !== undefined && !contains(chains.flat(), head)) {
    return { data, text: lines, error: failure(`The line with the hash ${head} is gone: the log was cut off.`) };
  }
  return { data, text: lines };
}

function verifyFiles(files: readonly string[]): Verified {
  try {
    return verifyChain(files);
  } catch (error) {
    throw new AppError('file_error', `The audit log cannot be read: ${String(error)}.`, { cause: error });
  }
}

function failure(message: string) {
  return toWire(new AppError('audit_broken', message));
}

function auditReport({
  files,
  lines,
  head,
  torn,
  lost,
  broken,
}: Verified & { readonly files: readonly string[] }): string {
  const where = path.dirname(files[0] ?? '');
  const rests = torn.length > 0 ? ` A crash left ${torn.join(', ')} unfinished.` : '';
  const gaps = lost > 0 ? ` ${lost} more ${lost === 1 ? 'is' : 'are'} missing: the disk took no line then.` : '';
  if (broken) return `${where}: broken after ${lines} lines.`;
  return `${where}: ${lines} lines in ${files.length} files are unchanged.${rests}${gaps} Head: ${head}`;
}

function contains(files: readonly string[], hash: string): boolean {
  return /^[0-9a-f]{64}$/.test(hash) && files.some((file) => readFileSync(file, 'utf8').includes(`"hash":"${hash}"`));
}

function show({ paint }: Context, chains: readonly (readonly string[])[], last: number): Outcome {
  const calls = chains
    .flatMap((files) => callsIn(files.flatMap(readLines)))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .slice(-last);
  const header = ['TIME', 'CALLER', 'TOOL', 'TARGET', 'DECISION', 'RESULT', 'BY'];
  const rows = calls.map(({ at, caller, tool, target, decision, result, decidedBy }) => [
    at,
    `${caller.kind} ${caller.name}`,
    tool,
    target ? `${appName(target.app)} ${quoted(target.title)}` : '',
    decision,
    result,
    decidedBy,
  ]);
  return {
    data: { calls },
    text: table(
      header,
      rows.map((row) => row.map(oneLine)),
      paint,
    ),
  };
}

/** Invalid lines of a log are reported by `verify`. */
function readLines(file: string): readonly AuditLine[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map(readLine)
    .filter((line) => typeof line === 'object');
}
