import { appName, type WindowId, type WindowInfo } from '#contract/model/windows/window';
import { quoted } from '#contract/foreign-text';
import { AppError } from '#contract/errors';
import type { KeyChord } from '#contract/model/recordings/action';
import type { Point } from '#contract/model/geometry';
import { parseRule, type Effect, type PermissionAnswer, type PolicyMode } from '#contract/model/permissions/permission';
import { defaultSettings } from '#contract/model/settings';
import type { Caller } from '#contract/model/tools/tool-call';
import type { Access } from './access.ts';
import type { Broker } from './broker.ts';
import { KeptAnswers, createGrants, type Grants, type DenialScope, type GrantScope } from './grants.ts';
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
import { keysStartPrograms, startsPrograms, type StarterFacts } from './programs.ts';
import { reachesPrograms } from './recorded-starts.ts';
import { linkSignals, stillWaiting } from '../base/async/deadline.ts';

/**
 * A window that a call would see or act in; `id` is null for a target without a window, and undefined if only the
 * caller named it.
 */
export type TargetWindow = StarterFacts & { readonly id?: WindowId | null } & Partial<Pick<WindowInfo, 'program'>>;

export interface GateQuestion {
  readonly effect: Effect;
  readonly caller: Caller;
  readonly access: Access;
  /** The user's policy for this caller's task; the general one by default. */
  readonly mode?: PolicyMode | undefined;
  readonly tool: string;
  readonly title: string;
  readonly sentence: string;
  /** Masked. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The windows it would see or work in; looked up only for agents. */
  readonly windows: () => Promise<readonly TargetWindow[]>;
  /** The chords it would press; empty if it only types, undefined if it does not use the keyboard. */
  readonly keys?: readonly KeyChord[];
  /** Those of them that the desktop reserves; queried only for agents. */
  readonly desktopKeys?: () => Promise<readonly KeyChord[]>;
  /** Why the target is unknown; called after the queries above. Null if known. */
  readonly unjudged?: () => string | null;
  /** Why no act may begin at this moment; null if one may. */
  readonly refusal?: () => AppError | null;
  /** Settles with the first of these windows to close; never if none does. Rejects when the signal aborts. */
  readonly untilGone?: (windows: readonly TargetWindow[], signal: AbortSignal) => Promise<TargetWindow>;
  /** It moves, shows or closes windows, and touches nothing inside. */
  readonly handlesFrames?: boolean;
  /** Other names of the same tool. */
  readonly deniedAs?: readonly string[];
  /** The call's name for a window that does not exist yet. */
  readonly wanted: () => string;
  /** Names of the target elements; queried only for agents' acts. */
  readonly labels: () => Promise<readonly string[]>;
  /** Those of them that the app itself reports, for the user; known once the labels are. */
  readonly named?: () => readonly string[];
  /** Where it would press, for the user; queried only for a question. */
  readonly places?: () => Promise<readonly Point[]>;
  /** Called when the user is asked. */
  readonly asked?: () => void;
  /** Notifies the caller that the answer is pending. */
  readonly stillAsked?: () => void;
  /** How long the caller still waits for an answer, in milliseconds; the broker's deadline by default. */
  readonly waitsMs?: () => number | undefined;
  /** Identifies this call by its unmasked arguments; late answers are not kept without it. */
  readonly act?: () => string;
}

/** The scope of a permitted call, for windows and elements that appear or become known only later. */
export interface Permit {
  /** False for a window that is denied, or that needs a question and belongs to no app in the answered one. */
  readonly permits: (window: TargetWindow) => boolean;
  /** False for an element name that needs a question. */
  readonly permitsLabel: (label: string) => boolean;
  /** True if a press is allowed though its target could not be found in time: the user was told so. */
  readonly permitsUnjudged: boolean;
  /** False for a sensitive window: its title is withheld. */
  readonly shows: (window: TargetWindow) => boolean;
}

/** `granted` by the user, `allowed` by policy. `decidedBy` names the rule or the answer. */
export type GateDecision =
  | { readonly decision: 'allowed' | 'granted'; readonly decidedBy: string; readonly permit: Permit }
  | { readonly decision: 'denied'; readonly decidedBy: string; readonly error: unknown };

/** The gate's decision before any question; `rule` is the reason, for the user. */
export type Preview = Pick<PolicyAnswer, 'answer' | 'rule'>;

/** Decides whether a call may run. */
export interface Gate {
  preview(question: GateQuestion): Promise<Preview>;
  /** Whether a window's title is withheld from a caller who may not look at it. */
  hides(caller: Caller, window: TargetWindow): boolean;
  /** @throws AppError `cancelled` when the signal aborts while the user is asked */
  decide(question: GateQuestion, signal: AbortSignal): Promise<GateDecision>;
}

export interface GateOptions {
  readonly policyMode: PolicyMode | (() => PolicyMode);
  readonly broker: Broker;
  readonly grants?: Grants;
  readonly halt?: Halt;
  /** The user's lists; the defaults by default. */
  readonly lists?: () => PolicyLists;
}

export function createGate(options: GateOptions): Gate {
  const { policyMode, broker, grants = createGrants(), halt, lists = () => defaultSettings } = options;

  const modeNow = (own?: PolicyMode) => own ?? (typeof policyMode === 'function' ? policyMode() : policyMode);
  const late = new KeptAnswers();
  const isSensitive = (window: TargetWindow) => namedBy(lists().sensitiveApps, window) !== null;
  const isFree = ({ kind }: Caller) => kind !== 'agent' || modeNow() === 'all';

  const judge = async (question: GateQuestion) => {
    const { effect, caller, access, tool, keys, handlesFrames = false, deniedAs = [] } = question;
    const isAgent = caller.kind === 'agent';
    const acts = isAgent && effect !== 'observe';
    const isJudged = isAgent || hasDenials(caller, lists()) || (isStranger(caller) && effect !== 'observe');
    const windows = isJudged ? await question.windows() : [];
    const refusal = acts ? (question.refusal?.() ?? null) : null;
    const labels = acts && !refusal ? await question.labels() : [];
    const desktopKeys = (acts && !refusal && (await question.desktopKeys?.())) || [];
    const unjudged = (acts && question.unjudged?.()) || null;
    const scope = scopeOf(question, windows);
    const judgeIn = (windows: readonly TargetWindow[], found: Found) => {
      const scope = scopeOf(question, windows);
      return decide({
        effect,
        caller,
        access,
        mode: modeNow(question.mode),
        tool,
        windows: windows.map((window) => ({ ...window, isOnlyNamed: window.id === undefined })),
        handlesFrames,
        deniedAs,
        ...found,
        lists: lists(),
        halted: halt?.state.halted ?? false,
        grant: scope ? grants.find(scope) : null,
        denial: grants.findDenial(denialScope(question, windows)),
      });
    };
    const policy = () => judgeIn(windows, { keys, labels, desktopKeys, unjudged });
    const reaches = effect !== 'observe' && !handlesFrames;
    const starts = isStranger(caller) ? reachesPrograms : startsPrograms;
    const mayStart = (window: TargetWindow) => starts(window) ?? (keys ? keysStartPrograms(window) : null);
    const isAskedAbout = (window: TargetWindow) => isSensitive(window) || (reaches && mayStart(window) !== null);
    const reasons = windows.filter(isAskedAbout);
    const wasAsked = (window: TargetWindow) => reasons.some((asked) => isSameWindow(asked, window));
    const permits = (window: TargetWindow) => {
      const { answer } = judgeIn([window], { keys: keys && [], labels: [], desktopKeys: [], unjudged: null });
      if (answer !== 'ask') return answer !== 'deny';
      return isAskedAbout(window) ? wasAsked(window) : windows.some((asked) => isOfSameApp(asked, window));
    };
    const permit: Permit = {
      permits,
      permitsLabel: (label) =>
        isFree(caller) || labels.includes(label) || wordIn(lists().destructiveWords, label) === null,
      permitsUnjudged: isFree(caller) || unjudged !== null,
      shows: (window) => isFree(caller) || wasAsked(window) || !isSensitive(window),
    };
    // A no from the user does not concern the other windows on the screen.
    const concerned = reasons.length > 0 ? reasons : windows;
    const denial = denialScope(question, concerned);
    const open = (effect === 'observe' ? reasons : windows).filter(({ id }) => id);
    return { policy, windows, open, scope, denial, permit, refusal, labels };
  };

  return {
    async preview(question) {
      const { answer, rule } = (await judge(question)).policy();
      return { answer, rule };
    },

    hides: (caller, window) => !isFree(caller) && isSensitive(window),

    async decide(question, signal) {
      const first = await judge(question);
      // The press target is not queried for a call that is refused anyway.
      const isLeft = first.refusal !== null && ['allow', 'grant'].includes(first.policy().answer);
      if (isLeft) return { decision: 'denied', decidedBy: 'a question that is open', error: first.refusal };
      const whole = first.refusal ? await judge({ ...question, refusal: () => null }) : first;
      const { policy, windows, open, scope, denial, permit, labels } = whole;
      const answer = policy();
      if (answer.answer === 'allow') return { decision: 'allowed', decidedBy: answer.rule, permit };
      if (answer.answer === 'grant') return { decision: 'granted', decidedBy: answer.rule, permit };
      if (answer.answer === 'deny') return denied(answer.rule, denials[answer.denial]);
      const { rule, offers } = answer;
      const [named, places] = [question.named?.() ?? [], (await question.places?.()) ?? []];
      const concluded = { caller: question.caller, scope, denial, permit };
      const act = question.act && JSON.stringify([question.caller.name, question.act(), windows, labels, places]);
      const given = act === undefined ? null : late.take(act);
      if (given !== null && offers.includes(given)) return conclude(`${rule}, asked before`, given, concluded);
      const asked = {
        ...describeQuestion(question, windows),
        apps: denial.apps,
        reason: rule,
        offers,
        ...(named.length > 0 && { named }),
        ...(places.length > 0 && { places }),
        // Another answer may have covered it while it was queued.
        covered: () => coveredBy(policy()),
        waitsMs: question.waitsMs?.(),
        ...(act !== undefined && {
          afterwards: {
            // Not if its window is closed, nor after a halt: the question will not come again.
            lapses: () => signal.aborted && !(signal.reason instanceof AppError),
            answered(personsAnswer: PermissionAnswer) {
              if (personsAnswer === 'once' || personsAnswer === 'deny') late.keep(act, personsAnswer);
              else void conclude(rule, personsAnswer, concluded);
            },
          },
        }),
      };
      question.asked?.();
      const personsAnswer = await stillWaiting(question.stillAsked ?? (() => undefined), () =>
        whileOpen(question, open, signal, (signal) => broker.ask(asked, signal)),
      );
      if (typeof personsAnswer === 'object') return withdrawn(personsAnswer);
      const meanwhile = policy();
      // A halt answers no to everything; then the reason is the halt, not the user's answer.
      if (personsAnswer === 'deny' && meanwhile.answer === 'deny')
        return denied(meanwhile.rule, denials[meanwhile.denial]);
      if (personsAnswer === 'once' && meanwhile.answer === 'grant')
        return { decision: 'granted', decidedBy: meanwhile.rule, permit };
      return conclude(rule, personsAnswer, concluded);
    },
  };

  async function conclude(
    rule: string,
    personsAnswer: PermissionAnswer,
    { caller, scope, denial, permit }: Concluded,
  ): Promise<GateDecision> {
    const decidedBy = `${rule}: the answer ${quoted(personsAnswer)}`;
    if (personsAnswer === 'deny') return denied(decidedBy, broker.denial(rule, caller));
    if (personsAnswer === 'deny-session') {
      grants.deny(denial);
      broker.recheck();
      return denied(decidedBy, denials.session);
    }
    if (personsAnswer !== 'once' && scope) {
      const saved = grants.add(scope, personsAnswer);
      broker.recheck();
      await saved;
    }
    return { decision: 'granted', decidedBy, permit };
  }
}

/** What a call would use, apart from its windows. */
type Found = Required<Pick<PolicyQuestion, 'keys' | 'labels' | 'desktopKeys' | 'unjudged'>>;

interface Concluded {
  readonly caller: Caller;
  readonly scope: GrantScope | null;
  readonly denial: DenialScope;
  readonly permit: Permit;
}

function coveredBy({ answer }: PolicyAnswer): 'once' | 'deny' | null {
  if (answer === 'deny') return 'deny';
  return answer === 'grant' ? 'once' : null;
}

/**
 * Whether two queries saw the same window. Display servers reuse ids, sometimes at once: the process must be the same
 * or, if unknown, the app's name.
 */
export function isSameWindow(one: TargetWindow, other: TargetWindow): boolean {
  if (one.id !== other.id || one.app !== other.app) return false;
  return one.program === other.program && one.className === other.className;
}

/** Whether an answer about one window applies to another: one of the same process, or of the same app. */
function isOfSameApp(asked: TargetWindow, window: TargetWindow): boolean {
  if (asked.program !== undefined && asked.program === window.program) return true;
  const app = grantApp(window);
  return app === null ? isSameWindow(asked, window) : grantApp(asked) === app;
}

/**
 * The result of the work, or the first of these windows to close before it: no answer is possible for a closed window.
 */
async function whileOpen<T>(
  { untilGone }: GateQuestion,
  windows: readonly TargetWindow[],
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | TargetWindow> {
  if (!untilGone || windows.length === 0) return work(signal);
  const done = new AbortController();
  const link = linkSignals([signal, done.signal]);
  const gone = untilGone(windows, link.signal);
  try {
    return await Promise.race([work(link.signal), gone]);
  } finally {
    done.abort();
    link.dispose();
    gone.catch(() => undefined);
  }
}

function withdrawn(window: TargetWindow): GateDecision {
  const name = `The window ${window.id ?? ''} of ${appName(window.app)}`;
  const error = new AppError('window_not_found', `${name} closed while its permission question was open.`, {
    hint: 'List the windows, and call again for one that is open.',
    delivery: 'not_delivered',
  });
  return { decision: 'denied', decidedBy: 'none: the window closed while it was asked about', error };
}

/** Only then are the targets of callers other than agents queried. */
function hasDenials({ kind }: Caller, { permissionRules }: PolicyLists): boolean {
  return kind !== 'user' && permissionRules.some((rule) => parseRule(rule)?.answer === 'deny');
}

function scopeOf({ caller, tool }: GateQuestion, windows: readonly TargetWindow[]): GrantScope | null {
  const [only, ...others] = windows;
  // A window known only by name is covered by no answer, and makes no grant.
  const app = only && only.id !== undefined && others.length === 0 ? grantApp(only) : null;
  return app === null ? null : { client: caller.name, app, tool };
}

/** A window that does not exist is known only by the agent's name for it, which identifies no place. */
function denialScope({ caller, tool, effect }: GateQuestion, windows: readonly TargetWindow[]): DenialScope {
  const apps = windows.filter(({ id }) => id).map((window) => grantApp(window) ?? window.app);
  return { client: caller.name, apps: [...new Set(apps)].filter(Boolean), tool, effect };
}

function describeQuestion(question: GateQuestion, windows: readonly TargetWindow[]) {
  const { caller, tool, effect, title, sentence, parameters } = question;
  const personsAnswer = { caller, tool, effect, title, sentence, parameters };
  const [window] = windows;
  // The agent's name for a window is no window: it could be any app's.
  if (window?.id === undefined) return { ...personsAnswer, target: question.wanted(), windowTitle: '', windowId: null };
  return {
    ...personsAnswer,
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
