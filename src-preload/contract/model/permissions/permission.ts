import { z } from 'zod';
import type { Rect } from '../geometry.ts';

/** Whether the audit log of a running Deskscope can be written. */
export interface AuditState {
  /** Why it cannot; null if it can. Nothing acts meanwhile. */
  readonly failure: string | null;
  /** Lines of this process that could not be written. */
  readonly lost: number;
}

/**
 * What a call would do, as its tool declares it. `observe` changes nothing; `act` works in an app's windows; `program`
 * starts or ends programs, which no answer covers for longer than one call.
 */
export type Effect = 'observe' | 'act' | 'program';

/**
 * What agents may do without being asked: `observe` looks only, `ask` asks before every act, `act` acts freely but for
 * what is sensitive, destructive or starts programs, `all` does that too.
 */
export const policyModes = ['observe', 'ask', 'act', 'all'] as const;
export type PolicyMode = (typeof policyModes)[number];

/**
 * `session`: this tool in this app until Deskscope ends; `deny-session` denies it for as long. `always`: every ordinary act
 * in this app, until revoked.
 */
export const permissionAnswer = z.enum(['deny', 'deny-session', 'once', 'session', 'always']);
export type PermissionAnswer = z.output<typeof permissionAnswer>;

/** A no counts at once, anyone who is quick; a yes has to be a person's who has read the question. */
export function isNo(answer: PermissionAnswer): answer is 'deny' | 'deny-session' {
  return answer === 'deny' || answer === 'deny-session';
}

/** An answer that is remembered. */
export interface Grant {
  readonly id: string;
  readonly client: string;
  /** Empty in a denial of what works in no app that is known, e.g. starts one. */
  readonly app: string;
  /** Null if it covers every ordinary act. */
  readonly tool: string | null;
  /** The effect of the tool that it denies; null if it allows. */
  readonly denies: Effect | null;
  readonly lasts: 'session' | 'always';
  /** ISO 8601. */
  readonly at: string;
}

/** Whether the user stopped everything; agents cannot act until they resume. */
export interface HaltState {
  readonly halted: boolean;
  /** Milliseconds since the epoch; null if nothing is halted. */
  readonly since: number | null;
  /** Why the chosen key alone does not halt, and which one does; missing if it does. */
  readonly key?: HaltKeyTrouble;
}

/** A file that reports what agents may do at most. */
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
  /** The chord that halts instead, or as well; null if none could be had. */
  readonly instead: string | null;
}

/** One line of the user's own: what is matched, and what then holds. */
export interface PermissionRule {
  readonly answer: 'deny' | 'ask' | 'allow';
  /** An effect, or a tool's name with `*` for any text. */
  readonly what: string;
  /** An app as in the list of sensitive ones; any where it is null. */
  readonly app: string | null;
}

/** Reads `deny close_window in thunderbird`, `ask act`, `allow click_* in gedit`. Null for what is no rule. */
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

/** What an engine can report about the window in which its Deskscope asks a person, so that an answer can be judged. */
export interface QuestionVisibility {
  /** What stands of it on the screen, in physical pixels; null if it is not shown. */
  readonly bounds: Rect | null;
  /** What covers a part of it; empty if nothing does. */
  readonly coveredBy: string;
  /** Milliseconds since a Deskscope of this user, whichever, has sent input; null if none has. */
  readonly inputAgoMs: number | null;
  /** False on a scripted desktop: it knows of input alone. */
  readonly seesWindows: boolean;
}
