import { app, shell } from 'electron';
import { AppError } from '#contract/errors';

/**
 * The only links that may be passed to other programs: those that install us in a client, made by us. Never a page's
 * own.
 */
const schemes: ReadonlySet<string> = new Set(['vscode:', 'cursor:', 'goose:', 'lmstudio:']);

/** @throws AppError `not_found` if no program on this machine takes such links */
export async function openLink(link: string): Promise<void> {
  const { protocol } = new URL(link);
  if (!schemes.has(protocol)) throw new Error(`links of ${protocol} are not opened`);
  const missing = new AppError('not_found', `No program on this machine opens ${protocol} links.`, {
    hint: 'Install the client, or write its configuration instead.',
  });
  if (app.getApplicationNameForProtocol(link) === '') throw missing;
  await shell.openExternal(link).catch(() => Promise.reject(missing));
}
