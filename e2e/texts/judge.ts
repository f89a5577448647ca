import type { Answer } from '../acts/server.ts';
import type { Model, TextApp } from './apps.ts';

/** One tried text. */
export interface Tried {
  /** Null if none was named, and the focused one was meant. */
  readonly target: {
    readonly ref: string;
    readonly line: string;
    readonly type: string;
    readonly name: string;
    readonly value: string | null;
  } | null;
  readonly tool?: string;
  readonly text: string;
  readonly replace: boolean;
  readonly answer: Answer;
  readonly before: Model;
  readonly after: Model;
}

/** The fault, or null: something else changed, or a text was reported done but was not. */
export function faultOf(app: TextApp, tried: Tried): string | null {
  const { target, text, replace, answer, before, after } = tried;
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  if (app.refuses) return changed.length > 0 ? `changed ${changed.join(', ')}` : null;
  if ('lines' in before) {
    const wanted = `${String(before['lines'])}${text}\n`;
    return answer.ok && after['lines'] !== wanted ? `the program got ${JSON.stringify(after['lines'])}` : null;
  }
  const intended = keys.filter((key) => isIntended(target, key, before[key]));
  const others = changed.filter((key) => !intended.includes(key));
  if (others.length > 0) return `changed ${others.join(', ')}`;
  if (changed.length > 1) return `changed all of ${changed.join(', ')}`;
  if (answer.delivery === 'not_delivered' && changed.length > 0) return 'changed though nothing was delivered';
  const isSure = answer.ok && !/could not be read back|The cell shows/.test(answer.text);
  if (!isSure || !replace || (app.hasOthers && intended.length === 0)) return null;
  const holds = intended.some((key) => isSame(after[key], text)) || (text === '' && intended.length === 0);
  return holds
    ? null
    : `was called done, and ${intended.map((key) => `${key} is ${JSON.stringify(after[key])}`).join(', ')}`;
}

/** Not editable: read-only or disabled. */
const fixed = /^Fixed /;

/** A field has its name in the model; a cell is identified by its position, with its text. */
function isIntended(target: Tried['target'], key: string, value: unknown): boolean {
  if (!target || fixed.test(key)) return false;
  if (target.name === key) return true;
  // Combo boxes of Qt lose the name given by their app.
  if (target.name === '' && value === target.value) return true;
  return /^\d+\.\d+$/.test(key) && [target.name, target.value ?? ''].includes(String(value));
}

function isSame(is: unknown, text: string): boolean {
  if (typeof is === 'number') return Number(text) === is;
  return is === text || (is === undefined && text === '');
}
