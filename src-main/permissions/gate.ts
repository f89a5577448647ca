import { AppError } from '#contract/errors';
import type { Effect, PermissionAnswer, PolicyMode } from '#contract/model/permission';
import { defaultSettings } from '#contract/model/settings';
import type { Caller } from '#contract/model/tool-call';
import type { Access } from './access.ts';
import type { Broker } from './broker.ts';
import { createGrants, type Grants, type GrantScope } from './grants.ts';
import type { Halt } from './halt.ts';
import { namedBy, type Named } from './patterns.ts';
import { decide, denials, grantApp, type PolicyAnswer, type PolicyLists } from './policy.ts';

/** A window that a call would see or work in; `id` where it exists. */
export type TargetWindow = Named & { readonly id?: string };

export interface GateQuestion {
  readonly effect: Effect;
  readonly caller: Caller;
  readonly access: Access;
  readonly tool: string;
  readonly title: string;
  readonly sentence: string;
  /** Masked. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The windows it would see or work in; looked up only for agents. */
  readonly windows: () => Promise<readonly TargetWindow[]>;
  /** How the call names a window that does not exist yet. */
  readonly wanted: () => string;
  /** What the elements are called that it would work on; looked up only for agents' acts. */
  readonly labels: () => Promise<readonly string[]>;
}

/** False for a sensitive window that the decision knew nothing of. */
export type Admits = (window: TargetWindow) => boolean;

/** `granted` where a person said so, `allowed` where policy does. `decidedBy` names the rule or the answer. */
export type GateDecision =
  | { readonly decision: 'allowed' | 'granted'; readonly decidedBy: string; readonly admits: Admits }
  | { readonly decision: 'denied'; readonly decidedBy: string; readonly error: unknown };

/** What the gate would say before anybody is asked; `rule` says why, for a person. */
export type Preview = Pick<PolicyAnswer, 'answer' | 'rule'>;

/** Decides whether a call may run. */
export interface Gate {
  preview(question: GateQuestion): Promise<Preview>;
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

  const judge = async (question: GateQuestion) => {
    const { effect, caller, access, tool } = question;
    const isAgent = caller.kind === 'agent';
    const mode = typeof policyMode === 'function' ? policyMode() : policyMode;
    const windows = isAgent ? await question.windows() : [];
    const labels = isAgent && effect !== 'observe' ? await question.labels() : [];
    const scope = scopeOf(question, windows);
    const find = () => (scope ? grants.find(scope) : null);
    const policy = () =>
      decide({
        ...{ effect, caller, access, mode, tool, windows, labels, lists: lists() },
        ...{ halted: halt?.state.halted ?? false, grant: find() },
      });
    const isSensitive = (window: TargetWindow) => namedBy(lists().sensitiveApps, window) !== null;
    const asked = new Set(windows.filter(isSensitive).map(({ id }) => id));
    const admits: Admits = (window) => !isAgent || mode === 'all' || !isSensitive(window) || asked.has(window.id);
    return { policy, windows, scope, admits };
  };

  return {
    async preview(question) {
      const { answer, rule } = (await judge(question)).policy();
      return { answer, rule };
    },

    async decide(question, signal) {
      const { policy, windows, scope, admits } = await judge(question);
      const answer = policy();
      if (answer.answer === 'allow') return { decision: 'allowed', decidedBy: answer.rule, admits };
      if (answer.answer === 'grant') return { decision: 'granted', decidedBy: answer.rule, admits };
      if (answer.answer === 'deny') return denied(answer.rule, denials[answer.denial]);
      const { rule, offers } = answer;
      const said = await broker.ask(
        {
          ...describe(question, windows),
          ...{ reason: rule, offers },
          // Another answer may have covered it while it waited in the queue.
          covered: () => policy().answer === 'grant',
        },
        signal,
      );
      const meanwhile = policy();
      if (said === 'once' && meanwhile.answer === 'grant')
        return { decision: 'granted', decidedBy: meanwhile.rule, admits };
      return conclude(rule, said, { scope, admits });
    },
  };

  async function conclude(
    rule: string,
    said: PermissionAnswer,
    { scope, admits }: { readonly scope: GrantScope | null; readonly admits: Admits },
  ): Promise<GateDecision> {
    const decidedBy = `${rule}: the answer “${said}”`;
    if (said === 'deny') return denied(decidedBy, broker.denial(rule));
    if (said !== 'once' && scope) {
      const saved = grants.add(scope, said);
      broker.recheck();
      await saved;
    }
    return { decision: 'granted', decidedBy, admits };
  }
}

function scopeOf({ caller, tool }: GateQuestion, windows: readonly TargetWindow[]): GrantScope | null {
  const [only, ...others] = windows;
  const app = only && others.length === 0 ? grantApp(only) : null;
  return app === null ? null : { client: caller.name, app, tool };
}

function describe(question: GateQuestion, windows: readonly TargetWindow[]) {
  const { caller, tool, effect, title, sentence, parameters } = question;
  const [window] = windows;
  return {
    ...{ caller, tool, effect, title, sentence, parameters },
    target: window ? window.app || window.title : question.wanted(),
    windowTitle: window?.title ?? '',
    windowId: window?.id ?? null,
  };
}

function denied(
  decidedBy: string,
  { message, hint }: { readonly message: string; readonly hint: string },
): GateDecision {
  const error = new AppError('permission_denied', message, { hint, delivery: 'not_delivered' });
  return { decision: 'denied', decidedBy, error };
}
