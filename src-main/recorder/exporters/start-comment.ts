import type { Recording } from '#contract/model/recordings/recording';
import { appsToStart, type AppToStart } from '../steps/apps-to-start.ts';
import { commentText } from './literals.ts';

/**
 * For a script that starts nothing itself: comment lines with what must be open, each as a line for a shell. Empty if a step
 * starts all of it.
 * @param sign that begins a comment
 */
export function startComment(recording: Recording, sign: string): string {
  const lines = appsToStart(recording).map((program) => `   ${commentText(startLine(program))}`);
  if (lines.length === 0) return '';
  return ['', ' Start before, unless it is open:', ...lines].map((line) => `${sign}${line}\n`).join('');
}

function startLine({ app, command, args, folder, isGuess }: AppToStart): string {
  if (isGuess) return app;
  if (command === undefined) return `${app} (how it was started is not known)`;
  return [command, ...args].map(inShell).join(' ') + (folder === undefined ? '' : ` (in ${folder})`);
}

function inShell(word: string): string {
  return /^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
