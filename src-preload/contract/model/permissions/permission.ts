import { z } from 'zod';
import type { Rect } from '../geometry.ts';

/** Whether the audit log of a running Deskscope is writable. */
export interface AuditState {
  /** Why it is not; null if it is. Meanwhile no tool acts. */
  readonly failure: string | null;
  /** Lines of this process that could not be written. */
  readonly lost: number;
}

/**
 * The effect of a call, as declared by its tool. `observe` changes nothing; `act` works in an app's windows; `program`
 * starts or ends programs, and always needs an answer for the single call.
 */
export type Effect = 'observe' | 'act' | 'program';

/**
 * What agents may do without a question: `observe` only reads, `ask` asks before every act, `act` acts freely except for
 * sensitive apps, destructive labels and starting programs, `all` includes those.
 */
export const policyModes = ['observe', 'ask', 'act', 'all'] as const;
export type PolicyMode = (typeof policyModes)[number];

/**
 * `session`: this tool in this app until Deskscope ends; `deny-session` denies it until then. `always`: every ordinary act
 * in this app, until revoked.
 */
export const permissionAnswer = z.enum(['deny', 'deny-session', 'once', 'session', 'always']);
export type PermissionAnswer = z.output<typeof permissionAnswer>;

/** A no counts at once, from anyone; a yes must come from a user who has read the question. */
export function isNo(answer: PermissionAnswer): answer is 'deny' | 'deny-session' {
  return answer === 'deny' || answer === 'deny-session';
}

/** A remembered answer. */
export interface Grant {
  readonly id: string;
  readonly client: string;
  /** Empty in a denial without a known app, e.g. of starting one. */
  readonly app: string;
  /** Null if it covers every ordinary act. */
  readonly tool: string | null;
  /** Effect of the denied tool; null for a permission. */
  readonly denies: Effect | null;
  readonly lasts: 'session' | 'always';
  /** ISO 8601. */
  readonly at: string;
}

/** Whether the user halted everything; agents cannot act until they resume. */
export interface HaltState {
  readonly halted: boolean;
  /** Milliseconds since the epoch; null if nothing is halted. */
  readonly since: number | null;
  /** Why the chosen key alone does not halt, and which one does; missing if it does. */
  readonly key?: HaltKeyTrouble;
}

/** A policy file that limits agents. */
export interface CeilingView {
  readonly file: string;
  /** Why it cannot be read, so that everything is forbidden; empty otherwise. */
  readonly problem: string;
  /** The owner of the file. */
  readonly writtenBy: string;
  /** Milliseconds since the epoch. */
  readonly changed: number;
  /** A line for each subject: `apps: keepass*`. */
  readonly forbids: readonly string[];
}

export interface HaltKeyTrouble {
  /** A sentence for the person. */
  readonly why: string;
  /** The chord that halts instead, or as well; null if none is available. */
  readonly instead: string | null;
}

/** A rule of the user: its conditions, and its answer. */
export interface PermissionRule {
  readonly answer: 'deny' | 'ask' | 'allow';
  /** An effect, or a tool's name with `*` for any text. */
  readonly what: string;
  /** An app as in the list of sensitive ones; null for any. */
  readonly app: string | null;
}

/** Parses `deny close_window in thunderbird`, `ask act`, `allow click_* in gedit`. Null for an invalid rule. */
export function parseRule(text: string): PermissionRule | null {
  const match = /^(deny|ask|allow)\s+(\S+)(?:\s+in\s+(\S.*))?$/i.exec(text.trim());
  if (!match) return null;
  const [, answer = '', what = '', app = null] = match;
  return { answer: answer.toLowerCase() as PermissionRule['answer'], what, app };
}

const line = z.string().trim().min(1).max(200);
export const sensitiveApps = z.array(line).max(500);
export const destructiveWords = z.array(line).max(500);
export const permissionRules = z
  .array(line.refine((text) => parseRule(text) !== null, 'expected e.g. “deny close_window in thunderbird”'))
  .max(200);

/** The engine's facts about the window of Deskscope's own question, for judging an answer. */
export interface QuestionVisibility {
  /** Its visible bounds on the screen, in physical pixels; null if hidden. */
  readonly bounds: Rect | null;
  /** The window that covers a part of it; empty if none. */
  readonly coveredBy: string;
  /** Milliseconds since any Deskscope of this user sent input; null if none has. */
  readonly inputAgoMs: number | null;
  /** False on a scripted desktop, which only knows about input. */
  readonly seesWindows: boolean;
}
