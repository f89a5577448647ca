import type { InputEvent } from '#contract/model/engine';
import { quoted } from '#contract/foreign-text';
import { matchOf } from '#contract/model/windows/window';
import type { DraftQueue } from './draft-queue.ts';
import type { LateNews } from './merge-effects.ts';

type Started = Extract<InputEvent, { type: 'started' }>;

/** What a launch that is told now says of steps before it. */
export interface Launched {
  readonly late: LateNews | null;
  readonly notice: string;
}

/** Adds the start of a program as the step that opened its window; that is no effect of the step before it then. */
export function mergeLaunch(queue: DraftQueue, { at, window, program }: Started): Launched {
  const late = queue.dropOpening(matchOf(window));
  const { command, args, folder } = program;
  if (args.some((arg, index) => mayBeSecret(arg, args[index - 1]))) {
    const notice = `That ${quoted(command)} was started is not recorded: its command line seems to hold a secret.`;
    return { late, notice };
  }
  queue.close(at);
  const action = { type: 'launch' as const, command, args: [...args], ...(folder !== undefined && { folder }) };
  const draft = queue.add('window', action, { type: 'wheel', at, x: 0, y: 0, notches: 0, window, target: null });
  draft.due = at;
  queue.addOpened([window.id]);
  return { late, notice: '' };
}

const named = /pass(word|wd|phrase)?\b|token|secret|credential|api[-_]?key|\bpin\b/i;

/** A word of a command line that is called like a secret and has a value, follows such a name, or is a URL with a password. */
function mayBeSecret(arg: string, before = ''): boolean {
  if (/^[a-z][\w+.-]*:\/\/[^/@\s]*:[^/@\s]+@/i.test(arg)) return true;
  const [name = '', ...value] = arg.split(/[=:]/);
  return (
    (value.length > 0 && named.test(name)) || (before.startsWith('-') && !/[=:]/.test(before) && named.test(before))
  );
}
