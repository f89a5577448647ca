import {
  parseRule,
  type Effect,
  type Grant,
  type PermissionAnswer,
  type PermissionRule,
  type PolicyMode,
} from '#contract/model/permissions/permission';
import type { KeyChord } from '#contract/model/recordings/action';
import type { Caller } from '#contract/model/tools/tool-call';
import type { Access } from './access.ts';
import { fits, namedBy, names, surelyNamed, wordIn, type Named } from './patterns.ts';
import { keysStartPrograms, programChord, startsPrograms, toolsOfChord, type StarterFacts } from './programs.ts';
import { reachesPrograms, reachesProgramsBy } from './recorded-starts.ts';
import { quoted } from '#contract/foreign-text';

/** The user's lists, as the settings hold them. */
export interface PolicyLists {
  readonly permissionRules: readonly string[];
  readonly sensitiveApps: readonly string[];
  readonly destructiveWords: readonly string[];
}

export interface PolicyQuestion {
  readonly effect: Effect;
  readonly caller: Caller;
  readonly access: Access;
  readonly mode: PolicyMode;
  readonly halted: boolean;
  readonly tool: string;
  /** The windows it would see or act in; none if unknown. */
  readonly windows: readonly StarterFacts[];
  /** The chords it would press; empty if it only types, undefined if it does not use the keyboard. */
  readonly keys?: readonly KeyChord[] | undefined;
  /** The chords that the current desktop reserves: no window gets them. */
  readonly desktopKeys?: readonly KeyChord[];
  /** Why the target is unknown; null if known. */
  readonly unjudged?: string | null;
  /** It moves, shows or closes windows, and touches nothing inside. */
  readonly handlesFrames?: boolean;
  /** Other names of the same tool. */
  readonly deniedAs?: readonly string[];
  /** Names of the target elements; none for a call that only looks. */
  readonly labels: readonly string[];
  readonly lists: PolicyLists;
  /** An earlier answer that covers it. */
  readonly grant: Grant | null;
  /** An earlier answer that denies it for the session. */
  readonly denial: Grant | null;
}

/** `rule` is the reason, for the user. */
export type PolicyAnswer =
  | { readonly answer: 'allow'; readonly rule: string }
  | { readonly answer: 'grant'; readonly rule: string }
  | { readonly answer: 'deny'; readonly rule: string; readonly denial: keyof typeof denials }
  | { readonly answer: 'ask'; readonly rule: string; readonly offers: readonly PermissionAnswer[] };

export const denials = {
  readOnly: {
    message: 'The token of this connection is read-only: it opens the tools that look, not those that act.',
    hint: 'Connect with the full token, which Deskscope shows in its settings.',
  },
  halted: {
    message: 'The user halted Deskscope: agents may look, but not act.',
    hint: 'Wait until the user has pressed Resume in Deskscope.',
  },
  lookOnly: {
    message: 'Agents may only look here.',
    hint: '`--allow act` lets them act; with the window, the setting “Agents may”.',
  },
  session: {
    message: 'The user denied this for the session.',
    hint: 'Do not request it again. Find another way, or tell the user, who can revoke this decision in Deskscope’s settings.',
  },
  ownRule: {
    message: 'A rule of the user forbids it.',
    hint: 'Find another way, or ask the user to change the rule in Deskscope’s settings.',
  },
} as const;

const onlyOnce = ['deny', 'deny-session', 'once'] as const;
const everyAnswer = [...onlyOnce, 'session', 'always'] as const;

/**
 * Who may do what. In this order: the person at our window acts freely; a read-only token, a halt and the mode
 * `observe` block agents' acts; the user's own denials apply even in `all`, and to the command line and replays, which
 * are otherwise free, except that a replay asks before it starts a program, and a stranger's recording before it
 * reaches anything that may start one; the user's denials for the session are refused; sensitive apps and destructive
 * labels need a question each time, regardless of other answers; then come the user's other rules; starting or ending
 * programs needs a question each time; last come the mode `act`, earlier answers, and the question.
 */
export function decide(question: PolicyQuestion): PolicyAnswer {
  const { effect, caller, mode } = question;
  if (caller.kind === 'user') return allow('the person at this machine');
  const isAgent = caller.kind === 'agent';
  const stopped = isAgent && effect !== 'observe' ? stop(question) : null;
  if (stopped) return stopped;
  const program = programReason(question);
  const own = ownRule(question, program !== null);
  if (own?.answer === 'deny') return { answer: 'deny', rule: `your rule ${quoted(ruleText(own))}`, denial: 'ownRule' };
  const recorded = caller.kind === 'replay' && !caller.mayStart ? recordedReason(question) : null;
  if (recorded !== null) return { answer: 'ask', rule: recorded, offers: onlyOnce };
  if (!isAgent) return allow('the person at this machine');
  if (mode === 'all') return allow('the policy “all”');
  if (question.denial) return { answer: 'deny', rule: 'a denial for this session', denial: 'session' };
  const always = askAlways(question);
  if (always !== null) return { answer: 'ask', rule: always, offers: onlyOnce };
  if (own?.answer === 'allow') return allow(`your rule ${quoted(ruleText(own))}`);
  if (own?.answer === 'ask') return { answer: 'ask', rule: `your rule ${quoted(ruleText(own))}`, offers: onlyOnce };
  if (effect === 'observe') return allow('looking is free');
  if (program !== null) return { answer: 'ask', rule: `starting or ending programs${program}`, offers: onlyOnce };
  return decideAct(question);
}

function stop({ access, halted, mode }: PolicyQuestion): PolicyAnswer | null {
  if (access === 'read') return { answer: 'deny', rule: 'the read-only token', denial: 'readOnly' };
  if (halted) return { answer: 'deny', rule: 'the halt', denial: 'halted' };
  if (mode === 'observe') return { answer: 'deny', rule: 'the policy “observe”', denial: 'lookOnly' };
  return null;
}

/** Why this needs a question each time, or null. */
function askAlways({ windows, labels, lists, unjudged }: PolicyQuestion): string | null {
  for (const window of windows) {
    const entry = namedBy(lists.sensitiveApps, window);
    if (entry !== null) return `the sensitive app ${quoted(entry)}`;
  }
  for (const label of labels) {
    const word = wordIn(lists.destructiveWords, label);
    if (word !== null) return `the destructive label ${quoted(word)}`;
  }
  return unjudged ?? null;
}

function decideAct({ mode, grant, windows }: PolicyQuestion): PolicyAnswer {
  if (mode === 'act') return allow('the policy “act”');
  if (grant)
    return { answer: 'grant', rule: grant.lasts === 'always' ? 'an answer for always' : 'an answer for this session' };
  const known = windows.some((window) => !window.isOnlyNamed && grantApp(window) !== null);
  return { answer: 'ask', rule: 'acting', offers: known ? everyAnswer : onlyOnce };
}

/** Why it may start or end programs, to follow “starting or ending programs”; null if it may not. */
function programReason({ effect, windows, keys, desktopKeys = [], handlesFrames }: PolicyQuestion): string | null {
  if (effect === 'observe') return null;
  if (effect === 'program') return '';
  const reached = handlesFrames ? [] : windows.map(keys ? keysStartPrograms : startsPrograms);
  const taken = desktopKeys.flatMap((chord) => (switching.has(chord) ? [] : `${chord}, which the desktop takes`));
  const why = [...reached, ...(keys ?? []).map(programChord), ...taken].find((reason) => reason !== null);
  return why === undefined ? null : `: ${why}`;
}

/** Why a replay asks; null if it does not. */
function recordedReason({ effect, caller, windows, keys, handlesFrames }: PolicyQuestion): string | null {
  if (effect === 'program') return 'a recording that starts a program';
  if (effect === 'observe' || handlesFrames || !isStranger(caller)) return null;
  const byKeys = (keys ?? []).map((chord) => reachesProgramsBy(chord, windows));
  const reasons = [...windows.map(reachesPrograms), ...(keys ? windows.map(keysStartPrograms) : []), ...byKeys];
  const why = reasons.find((reason) => reason !== null);
  return why === undefined ? null : `a recording from elsewhere that reaches ${why}`;
}

/** A replay of a recording that this user did not make here, and whose program starts nobody allowed. */
export function isStranger({ kind, isOwn, mayStart }: Caller): boolean {
  return kind === 'replay' && !isOwn && !mayStart;
}
/** Chords that switch windows on every desktop; the effect of other reserved chords is unknown. */
const switching: ReadonlySet<string> = new Set(['alt+Tab', 'shift+alt+Tab', 'alt+shift+Tab']);

function ownRule(question: PolicyQuestion, isProgram: boolean): PermissionRule | null {
  const rules = question.lists.permissionRules.map(parseRule).filter((rule) => rule !== null);
  const fitting = rules.filter((rule) => ruleFits(rule, question, isProgram));
  return fitting.find((rule) => rule.answer === 'deny') ?? fitting[0] ?? null;
}

/** An act that may start programs is denied and asked about as either kind, and allowed only as the latter. */
function ruleFits({ answer, what, app }: PermissionRule, question: PolicyQuestion, isProgram: boolean): boolean {
  const { effect, tool, windows, keys = [], deniedAs = [] } = question;
  const effects = !isProgram ? [effect] : answer === 'allow' ? ['program'] : [effect, 'program'];
  const tools = answer === 'allow' ? [tool] : [tool, ...deniedAs, ...keys.flatMap(toolsOfChord)];
  if (!effects.includes(what) && !tools.some((name) => fits(what, name))) return false;
  if (app === null) return true;
  // Permission for one app does not extend to others that the same call reaches, nor to one that is only named.
  if (answer === 'allow')
    return windows.length > 0 && windows.every((one) => !one.isOnlyNamed && names(app, surelyNamed(one)));
  return windows.some((window) => names(app, window));
}

function ruleText({ answer, what, app }: PermissionRule): string {
  return `${answer} ${what}${app === null ? '' : ` in ${app}`}`;
}

function allow(rule: string): PolicyAnswer {
  return { answer: 'allow', rule };
}

/** Executables that run other people's programs: an answer for one does not cover the next. */
const interpreters = [
  'python*',
  'pypy*',
  'java*',
  'node*',
  'deno',
  'bun',
  'electron*',
  'mono*',
  'wine*',
  'perl*',
  'ruby*',
  'lua*',
  'php*',
  'tclsh*',
  'wish*',
  'gjs*',
  'guile*',
  'qml*',
  'bash',
  'sh',
  'pwsh*',
  'dotnet',
  // They show whatever a script passes them.
  'zenity',
  'yad',
  'kdialog',
  'xmessage',
];

/** The key of an answer for an app; null if the app cannot be identified. */
export function grantApp({ app, className }: Named): string | null {
  if (app === '') return null;
  if (!interpreters.some((pattern) => names(pattern, { app, title: '' }))) return app;
  return className ? `${app} (${className})` : null;
}
