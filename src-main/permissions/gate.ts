import type { WindowId } from '#contract/model/window';
import { quoted } from '#contract/foreign-text';
import { AppError } from '#contract/errors';
import type { KeyChord } from '#contract/model/action';
import { parseRule, type Effect, type PermissionAnswer, type PolicyMode } from '#contract/model/permission';
import { defaultSettings } from '#contract/model/settings';
import type { Caller } from '#contract/model/tool-call';
import type { Access } from './access.ts';
import type { Broker } from './broker.ts';
import { createGrants, type Grants, type DenialScope, type GrantScope } from './grants.ts';
import type { Halt } from './halt.ts';
import { namedBy, wordIn } from './patterns.ts';
import {
  decide,
  denials,
  grantApp,
  isStranger,
  type PolicyAnswer,
  type PolicyLists,
  type PolicyQuestion,
} from './policy.ts';
import { startsPrograms, type StarterFacts } from './program-starters.ts';
import { reachesPrograms } from './recorded-starts.ts';

/** What a call would see or work in; `id` is null where that has no window, and missing where only the caller’s words say it. */
export type TargetWindow = StarterFacts & { readonly id?: WindowId | null; readonly processId?: number };

export interface GateQuestion {
  readonly effect: Effect;
  readonly caller: Caller;
  readonly access: Access;
  /** What the user lets this caller's task do unasked; as everywhere else where missing. */
  readonly mode?: PolicyMode | undefined;
  readonly tool: string;
  readonly title: string;
  readonly sentence: string;
  /** Masked. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The windows it would see or work in; looked up only for agents. */
  readonly windows: () => Promise<readonly TargetWindow[]>;
  /** The chords it would press. */
  readonly keys?: readonly KeyChord[];
  /** It moves, shows or closes windows, and reaches nothing in them. */
  readonly handlesFrames?: boolean;
  /** Tools that do the same under another name. */
  readonly deniedAs?: readonly string[];
  /** How the call names a window that does not exist yet. */
  readonly wanted: () => string;
  /** What the elements are called that it would work on; looked up only for agents' acts. */
  readonly labels: () => Promise<readonly string[]>;
}

/** What a call that was permitted may come to, though it was not there, or not known of, when it was. */
export interface Leave {
  /** False for a window that is denied, or would be asked about and belongs to no app that was. */
  readonly admits: (window: TargetWindow) => boolean;
  /** False for a name of an element that would have been. */
  readonly admitsLabel: (label: string) => boolean;
  /** False for a sensitive window: its title is withheld. */
  readonly shows: (window: TargetWindow) => boolean;
}

/** `granted` where a person said so, `allowed` where policy does. `decidedBy` names the rule or the answer. */
export type GateDecision =
  | { readonly decision: 'allowed' | 'granted'; readonly decidedBy: string; readonly leave: Leave }
  | { readonly decision: 'denied'; readonly decidedBy: string; readonly error: unknown };

/** What the gate would say before anybody is asked; `rule` says why, for a person. */
export type Preview = Pick<PolicyAnswer, 'answer' | 'rule'>;

/** Decides whether a call may run. */
export interface Gate {
  preview(question: GateQuestion): Promise<Preview>;
  /** Whether a window's title is withheld from a caller who was not permitted to look at it. */
  hides(caller: Caller, window: TargetWindow): boolean;
  /** @throws AppError `cancelled` when the signal aborts while someone is asked */
  decide(question: GateQuestion, signal: AbortSignal): Promise<GateDecision>;
}

export interface GateOptions {
  readonly policyMode: PolicyMode | (() => PolicyMode);
  readonly broker: Broker;
  readonly grants?: Grants;
  readonly halt?: Halt;
  /** The user's lists; the defaults where missing. */
  readonly lists?: () => PolicyLists;
}

export function createGate(options: GateOptions): Gate {
  const { policyMode, broker, grants = createGrants(), halt, lists = () => defaultSettings } = options;

  const modeNow = (own?: PolicyMode) => own ?? (typeof policyMode === 'function' ? policyMode() : policyMode);
  const isSensitive = (window: TargetWindow) => namedBy(lists().sensitiveApps, window) !== null;
  const isFree = ({ kind }: Caller) => kind !== 'agent' || modeNow() === 'all';

  const judge = async (question: GateQuestion) => {
    const { effect, caller, access, tool, keys = [], handlesFrames = false, deniedAs = [] } = question;
    const isAgent = caller.kind === 'agent';
    const isJudged = isAgent || hasDenials(caller, lists()) || (isStranger(caller) && effect !== 'observe');
    const windows = isJudged ? await question.windows() : [];
    const labels = isAgent && effect !== 'observe' ? await question.labels() : [];
    const scope = scopeOf(question, windows);
    const judgeIn = (windows: readonly TargetWindow[], found: Found) => {
      const scope = scopeOf(question, windows);
      return decide({
        effect,
        caller,
        access,
        mode: modeNow(question.mode),
        tool,
        windows,
        handlesFrames,
        deniedAs,
        ...found,
        lists: lists(),
        halted: halt?.state.halted ?? false,
        grant: scope ? grants.find(scope) : null,
        denial: grants.findDenial(denialScope(question, windows)),
      });
    };
    const policy = () => judgeIn(windows, { keys, labels });
    const reaches = effect !== 'observe' && !handlesFrames;
    const starts = isStranger(caller) ? reachesPrograms : startsPrograms;
    const isAskedAbout = (window: TargetWindow) => isSensitive(window) || (reaches && starts(window) !== null);
    const reasons = windows.filter(isAskedAbout);
    const asked = new Set(reasons.map(({ id }) => id));
    const admits = (window: TargetWindow) => {
      const { answer } = judgeIn([window], { keys: [], labels: [] });
      if (answer !== 'ask') return answer !== 'deny';
      return isAskedAbout(window) ? asked.has(window.id) : isOfOneOf(windows, window);
    };
    const leave: Leave = {
      admits,
      admitsLabel: (label) =>
        isFree(caller) || labels.includes(label) || wordIn(lists().destructiveWords, label) === null,
      shows: (window) => isFree(caller) || asked.has(window.id) || !isSensitive(window),
    };
    // What else is on the screen is not what the user says no to.
    const denial = denialScope(question, reasons.length > 0 ? reasons : windows);
    return { policy, windows, scope, denial, leave };
  };

  return {
    async preview(question) {
      const { answer, rule } = (await judge(question)).policy();
      return { answer, rule };
    },

    hides: (caller, window) => !isFree(caller) && isSensitive(window),

    async decide(question, signal) {
      const { policy, windows, scope, denial, leave } = await judge(question);
      const answer = policy();
      if (answer.answer === 'allow') return { decision: 'allowed', decidedBy: answer.rule, leave };
      if (answer.answer === 'grant') return { decision: 'granted', decidedBy: answer.rule, leave };
      if (answer.answer === 'deny') return denied(answer.rule, denials[answer.denial]);
      const { rule, offers } = answer;
      const said = await broker.ask(
        {
          ...describe(question, windows),
          apps: denial.apps,
          reason: rule,
          offers,
          // Another answer may have covered it while it waited in the queue.
          covered: () => coveredBy(policy()),
        },
        signal,
      );
      const meanwhile = policy();
      // A halt answers no to everything; that is the reason then, and no answer of the user's.
      if (said === 'deny' && meanwhile.answer === 'deny') return denied(meanwhile.rule, denials[meanwhile.denial]);
      if (said === 'once' && meanwhile.answer === 'grant')
        return { decision: 'granted', decidedBy: meanwhile.rule, leave };
      return conclude(rule, said, { caller: question.caller, scope, denial, leave });
    },
  };

  async function conclude(
    rule: string,
    said: PermissionAnswer,
    { caller, scope, denial, leave }: Concluded,
  ): Promise<GateDecision> {
    const decidedBy = `${rule}: the answer ${quoted(said)}`;
    if (said === 'deny') return denied(decidedBy, broker.denial(rule, caller));
    if (said === 'deny-session') {
      grants.deny(denial);
      broker.recheck();
      return denied(decidedBy, denials.session);
    }
    if (said !== 'once' && scope) {
      const saved = grants.add(scope, said);
      broker.recheck();
      await saved;
    }
    return { decision: 'granted', decidedBy, leave };
  }
}

/** What a call comes with, beside where it works. */
type Found = Required<Pick<PolicyQuestion, 'keys' | 'labels'>>;

interface Concluded {
  readonly caller: Caller;
  readonly scope: GrantScope | null;
  readonly denial: DenialScope;
  readonly leave: Leave;
}

function coveredBy({ answer }: PolicyAnswer): 'once' | 'deny' | null {
  if (answer === 'deny') return 'deny';
  return answer === 'grant' ? 'once' : null;
}

/** Whether a window belongs to what a person was asked about; any does where that named none that was open. */
function isOfOneOf(asked: readonly TargetWindow[], window: TargetWindow): boolean {
  const known = asked.filter(({ id }) => id);
  const [app, { processId = 0 }] = [grantApp(window), window];
  const isSame = (other: TargetWindow) =>
    other.id === window.id ||
    (processId !== 0 && other.processId === processId) ||
    (app !== null && grantApp(other) === app);
  return known.length === 0 || known.some(isSame);
}

/** Only then is it worth a look at what somebody else than an agent would work in. */
function hasDenials({ kind }: Caller, { permissionRules }: PolicyLists): boolean {
  return kind !== 'user' && permissionRules.some((rule) => parseRule(rule)?.answer === 'deny');
}

function scopeOf({ caller, tool }: GateQuestion, windows: readonly TargetWindow[]): GrantScope | null {
  const [only, ...others] = windows;
  const app = only && others.length === 0 ? grantApp(only) : null;
  return app === null ? null : { client: caller.name, app, tool };
}

/** A window that does not exist is known by the agent's words for it, which tell no place from another. */
function denialScope({ caller, tool, effect }: GateQuestion, windows: readonly TargetWindow[]): DenialScope {
  const apps = windows.filter(({ id }) => id).map((window) => grantApp(window) ?? window.app);
  return { client: caller.name, apps: [...new Set(apps)].filter(Boolean), tool, effect };
}

function describe(question: GateQuestion, windows: readonly TargetWindow[]) {
  const { caller, tool, effect, title, sentence, parameters } = question;
  const said = { caller, tool, effect, title, sentence, parameters };
  const [window] = windows;
  // Words of the agent's are no window: they could be any app's name.
  if (window?.id === undefined) return { ...said, target: question.wanted(), windowTitle: '', windowId: null };
  return {
    ...said,
    target: window.app || (window.id === null ? window.title : quoted(window.title)),
    windowTitle: window.title,
    windowId: window.id,
  };
}

function denied(
  decidedBy: string,
  { message, hint }: { readonly message: string; readonly hint: string },
): GateDecision {
  const error = new AppError('permission_denied', message, { hint, delivery: 'not_delivered' });
  return { decision: 'denied', decidedBy, error };
}
