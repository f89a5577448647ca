import { editsBetween } from '../../base/text-bounds.ts';
import { perObject } from '../../base/async/per-object.ts';
import type { Tool } from '../define-tool.ts';

/**
 * Arguments that public clients add to every call, regardless of the schema, by folded name: n8n (issues 21500, 21716, 22787:
 * `sessionId`, `action`, `chatInput`, `tool`, `toolCallId`), Cursor (`random_string` where a tool takes nothing, `explanation`),
 * Cline (`task_progress`, `requires_approval`), OpenHands (`security_risk`), LangChain (`run_manager`, `callbacks`, `config`),
 * Antigravity (`toolAction`, `toolSummary`, `waitForPreviousTools`, `SafeToAutoRun`).
 */
const addedByClients = new Set(
  (
    'tool toolname toolcallid tooluseid callid sessionid requestid messageid conversationid threadid chatid runid traceid ' +
    'taskid userid agentid stepid chatinput randomstring dummy placeholder explanation reason reasoning rationale thought ' +
    'thoughts thinking intent purpose justification comment taskprogress requiresapproval securityrisk runmanager ' +
    'callbacks config metadata meta context kwargs progresstoken waitforprevious waitforprevioustools ' +
    'toolaction toolsummary safetoautorun waitmsbeforeasync'
  ).split(' '),
);
/** And this one of n8n’s, which is a word of other tools, together with n8n’s other arguments. */
const besideOthers: Readonly<Record<string, readonly string[]>> = {
  action: ['sessionid', 'chatinput', 'toolcallid'],
};

/** Words that narrow or change a call: such an argument asks for more than the tool can do. */
const narrowing = new Set(
  (
    'dry preview simulate simulated test noop only unless if not except until confirm exact strict times clicks double ' +
    'right left nth delay within amount distance pixels lines delta dx dy query filter search pattern regex submit label'
  ).split(' '),
);
/** Words without meaning for a tool's purpose. */
const general = new Set(
  'id ids name names type value text title to at of from source index number for in on a the is'.split(' '),
);

/** An argument's name without case, blanks, hyphens and underscores. */
export function folded(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** The given arguments under the tool's names, if only case, hyphens or underscores differ. */
export function inNamesOf(
  known: readonly string[],
  given: Readonly<Record<string, unknown>>,
): { readonly read: Record<string, unknown>; readonly written: ReadonlyMap<string, string> } {
  const names = new Map(known.map((name) => [folded(name), name]));
  const read: Record<string, unknown> = {};
  const written = new Map<string, string>();
  for (const [key, value] of Object.entries(given)) {
    const own = names.get(folded(key)) ?? key;
    // Two equal spellings of one argument are merged; otherwise the second is kept, and refused.
    const isTaken = own !== key && (Object.hasOwn(given, own) || Object.hasOwn(read, own));
    if (isTaken && Object.is(read[own] ?? given[own], value)) continue;
    read[isTaken ? key : own] = value;
    if (!isTaken) written.set(own, key);
  }
  return { read, written };
}

/** What to do with an argument that a tool does not have. */
export type Unknown = { readonly ignored: true } | { readonly ignored: false; readonly near?: string };

/**
 * An unknown argument is ignored with a note to the caller, since clients add their own. It is refused if its name resembles a
 * parameter of this tool or another, or narrows the action, because ignoring it would do something else. A tool without
 * parameters ignores all; if a tool has a parameter with free keys, the argument belongs to that.
 * @param others tools of the same server, whose parameters a caller may know
 * @param free a parameter whose keys the caller chooses
 */
export function judgeUnknown(
  name: string,
  {
    taken,
    given,
    others,
    free,
  }: {
    readonly taken: readonly string[];
    readonly given: readonly string[];
    readonly others: readonly Tool[];
    readonly free?: string | undefined;
  },
): Unknown {
  if (taken.length === 0) return { ignored: true };
  const key = folded(name);
  const beside = besideOthers[key];
  const isAdded = addedByClients.has(key) || name.startsWith('_');
  if (isAdded || beside?.some((other) => given.some((one) => folded(one) === other))) return { ignored: true };
  const near = nearest(name, taken);
  if (near !== undefined) return { ignored: false, near };
  if (free !== undefined) return { ignored: false, near: free };
  const known = wordsOfTools(others);
  const intended =
    [key, ...distinctiveWords(name)].some((word) => narrowing.has(word) || known.has(word)) ||
    (key.length > 4 && nearest(name, [...known]) !== undefined);
  return intended ? { ignored: false } : { ignored: true };
}

function nearest(name: string, taken: readonly string[]): string | undefined {
  const key = folded(name);
  const words = distinctiveWords(name);
  const [best] = taken
    .map((one) => ({ one, edits: editsBetween(key, folded(one)), long: Math.min(folded(one).length, key.length) }))
    .filter(({ edits, long }) => edits <= Math.max(long > 3 ? 2 : 1, Math.floor(long / 3)))
    .sort((a, b) => a.edits - b.edits);
  return best?.one ?? taken.find((one) => distinctiveWords(one).some((word) => words.includes(word)));
}

/** The words in names of arguments and tools. */
const wordsOfTools = perObject((tools: readonly Tool[]): ReadonlySet<string> => {
  const own = tools.filter(({ foreign }) => !foreign);
  const names = own.flatMap(({ input }) => Object.keys(input.shape));
  return new Set([...names.map(folded), ...[...names, ...own.map(({ name }) => name)].flatMap(distinctiveWords)]);
});

function distinctiveWords(name: string): readonly string[] {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.filter((word) => word.length > 1 && !general.has(word));
}
