import type { WindowChange } from '#contract/model/recordings/action';
import type { InputEvent } from '#contract/model/engine';
import { quoted } from '#contract/foreign-text';
import { matchOf } from '#contract/model/windows/window';
import type { DraftQueue } from './draft-queue.ts';
import { setAction, type Draft, type PlacedEvent } from './draft.ts';
import type { ClickThresholds } from './click-thresholds.ts';
import type { LateNews } from './merge-effects.ts';

type PointerDown = Extract<PlacedEvent, { type: 'pointerDown' }>;

/** Adds the effect of a press on its window as a whole. Of consecutive positions of a window, the last counts. */
export function mergeWindow(
  queue: DraftQueue,
  down: PointerDown,
  windowChange: WindowChange,
  habits: ClickThresholds,
): void {
  const first = firstOfTwo(queue.last, down, habits);
  if (first) queue.remove((draft) => draft === first);
  const { last } = queue;
  const action = last?.step.action;
  if (windowChange.type === 'placeWindow' && action?.type === 'placeWindow' && goesOn(last, down)) {
    setAction(last, { ...action, ...windowChange });
    last.grewAt = down.at;
    return;
  }
  queue.close(down.at);
  const draft = queue.add('window', windowChange, { ...down, target: null });
  if (windowChange.type === 'window') draft.due = down.at;
}

/** The first press of a double click on a bar that an app draws means nothing alone. */
function firstOfTwo(last: Draft | undefined, down: PointerDown, { doubleClickMs }: ClickThresholds): Draft | null {
  const isPress = last?.step.action.type === 'click' && goesOn(last, down);
  return isPress && down.at - last.startedAt <= doubleClickMs ? last : null;
}

function goesOn(last: Draft | undefined, { window }: PointerDown): last is Draft {
  return last !== undefined && last.closedAt === null && last.window === window.id;
}

type Started = Extract<InputEvent, { type: 'started' }>;

/** Corrections of earlier steps by a launch that is reported now. */
interface Launched {
  readonly late: LateNews | null;
  readonly notice: string;
}

/** Adds the start of a program as the step that opened its window, which then is no effect of the previous step. */
export function mergeLaunch(queue: DraftQueue, { at, window, program }: Started): Launched {
  const late = queue.dropOpening(matchOf(window));
  const { command, args, folder } = program;
  if (holdsSecret(args)) {
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

/** How the program of a window was started, as far as a recording may hold it. */
export function mergeProgram({ window: { app, className }, program }: Extract<InputEvent, { type: 'program' }>) {
  const used = { app, className, args: [] };
  if (program === null) return { program: used, notice: '' };
  const { command, args, folder } = program;
  if (!holdsSecret(args))
    return { program: { ...used, command, args: [...args], ...(folder !== undefined && { folder }) }, notice: '' };
  const notice = `How ${quoted(command)} was started is not recorded: its command line seems to hold a secret.`;
  return { program: used, notice };
}

function holdsSecret(args: readonly string[]): boolean {
  return args.some((arg, index) => mayBeSecret(arg, args[index - 1]));
}

const named = /pass(word|wd|phrase)?\b|token|secret|credential|api[-_]?key|\bpin\b/i;

/** A command-line word named like a secret with a value, a word after such a name, or a URL with a password. */
function mayBeSecret(arg: string, before = ''): boolean {
  if (/^[a-z][\w+.-]*:\/\/[^/@\s]*:[^/@\s]+@/i.test(arg)) return true;
  const [name = '', ...value] = arg.split(/[=:]/);
  return (
    (value.length > 0 && named.test(name)) || (before.startsWith('-') && !/[=:]/.test(before) && named.test(before))
  );
}
