import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ControlType } from '#contract/model/elements/element';
import { withMainEnter } from '#contract/model/recordings/chord';
import { describeStep, type Recording, type Step, type StepTarget } from '#contract/model/recordings/recording';
import { macRoles } from '../importers/open-record-replay.ts';

/** Maximum duration of a recording for an agent in milliseconds, as in Codex' Record & Replay. */
export const longestMs = 30 * 60_000;

export interface EventStream {
  readonly id: string;
  readonly folder: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly endedAt: string;
  readonly endReason: string;
  readonly goal: string;
}

/** The files of a bundle, by their names in answers of `event_stream_status`. */
export function bundleFiles(folder: string) {
  return {
    eventsPath: path.join(folder, 'events.jsonl'),
    metadataPath: path.join(folder, 'metadata.json'),
    sessionPath: path.join(folder, 'session.json'),
    suppressedEventsPath: path.join(folder, 'suppressed.jsonl'),
  };
}

/**
 * Writes a recording as the bundle that Codex' Record & Replay gives its agent (`events.jsonl` and related files), with our step
 * beside each event. For a recording without secrets.
 * @param suppressed number of removed secrets
 */
export async function writeBundle(
  stream: EventStream,
  recording: Recording,
  suppressed: readonly object[],
): Promise<void> {
  const { folder, id, startedAt, endedAt, endReason, goal } = stream;
  const files = bundleFiles(folder);
  await mkdir(path.join(folder, 'screenshots'), { recursive: true, mode: 0o700 });
  const began = Date.parse(startedAt);
  const events: object[] = [{ kind: 'session.started', timestamp: startedAt }];
  let last = '';
  for (const [index, step] of recording.steps.entries()) {
    const timestamp = new Date(began + step.at).toISOString();
    const where = { app: { name: step.window.app ?? '' }, window: { title: step.window.title ?? '' } };
    if (JSON.stringify(where) !== last) events.push({ kind: 'window.changed', timestamp, ...where });
    last = JSON.stringify(where);
    const picture = step.target?.picture;
    const screenshotPath = picture === undefined ? undefined : `screenshots/${String(index + 1).padStart(4, '0')}.webp`;
    if (screenshotPath && picture) await keep(path.join(folder, screenshotPath), Buffer.from(picture, 'base64'));
    events.push({
      ...eventOf(step),
      timestamp,
      ...where,
      ...(screenshotPath && { screenshotPath }),
      deskscope: {
        step: index + 1,
        sentence: describeStep(step),
        selector: step.target?.selectors[0]?.selector ?? null,
      },
    });
  }
  events.push({ kind: 'session.ended', timestamp: endedAt, endReason });
  const metadata = {
    sessionId: id,
    state: 'stopped',
    active: false,
    startedAt,
    endedAt,
    endReason,
    goal,
    eventCount: events.length,
    suppressedEventCount: suppressed.length,
    eventsPath: 'events.jsonl',
    metadataPath: 'metadata.json',
    sessionPath: 'session.json',
    suppressedEventsPath: 'suppressed.jsonl',
  };
  await keep(files.eventsPath, lines(events.map((event, index) => ({ id: index + 1, ...event }))));
  await keep(files.suppressedEventsPath, lines(suppressed));
  for (const file of [files.metadataPath, files.sessionPath])
    await keep(file, `${JSON.stringify(metadata, null, 2)}\n`);
}

function keep(file: string, content: string | Uint8Array): Promise<void> {
  return writeFile(file, content, { mode: 0o600 });
}

function lines(items: readonly object[]): string {
  return items.map((item) => `${JSON.stringify(item)}\n`).join('');
}

function eventOf(step: Step): object {
  const { action } = step;
  const target = step.target ? targetOf(step.target) : undefined;
  switch (action.type) {
    case 'click':
      return {
        kind: action.button === 'right' ? 'mouse.context_menu' : 'mouse.click',
        mouse: { button: action.button, clickCount: action.count, target },
      };
    case 'setText':
    case 'typeText': {
      const secret = action.secret !== undefined;
      const field = secret ? { ...target, subrole: 'AXSecureTextField' } : target;
      return { kind: 'keyboard.text_input', keyboard: { text: secret ? '' : action.text, target: field } };
    }
    case 'pressKeys': {
      const keys = action.keys.split('+');
      const last = keys.pop() ?? '';
      const keyEquivalent = [...keys.map((key) => macKeys[key] ?? key), macKeys[last] ?? last].join('+');
      return {
        kind: withMainEnter(last) === 'Enter' && keys.length === 0 ? 'keyboard.submit' : 'keyboard.shortcut',
        keyboard: { keyEquivalent, target },
      };
    }
    case 'drag':
      return { kind: 'mouse.drag', mouse: { button: 'left', target } };
    case 'expect':
    case 'hover':
    case 'launch':
    case 'placeWindow':
    case 'scroll':
    case 'wait':
    case 'window':
      return { kind: `deskscope.${action.type}`, ...(target && { target }) };
  }
}

/** As spelt in the contract. */
const macKeys: Readonly<Record<string, string>> = {
  ctrl: 'control',
  alt: 'option',
  meta: 'command',
  Enter: 'return',
  NumpadEnter: 'enter',
  Tab: 'tab',
  Space: 'space',
  Backspace: 'delete',
  Escape: 'escape',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowDown: 'down',
  ArrowUp: 'up',
};

const roles: Partial<Record<ControlType, string>> = Object.fromEntries(
  Object.entries(macRoles).map(([role, type]) => [type, role]),
);

function targetOf({ controlType, name, selectors }: StepTarget) {
  const identifier = /^id="((?:[^"\\]|\\.)*)"/.exec(selectors[0]?.selector ?? '')?.[1];
  return { role: roles[controlType] ?? `AX${controlType}`, title: name, ...(identifier && { identifier }) };
}
