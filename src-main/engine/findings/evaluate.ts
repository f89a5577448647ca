import { formatElementId } from '#contract/model/elements/element';
import type { Blame, Finding, Incomplete, RuleFacts } from '#contract/model/findings';
import type { WindowId } from '#contract/model/windows/window';
import type { RawDetails } from '../backend.ts';
import { fixFor } from './fixes.ts';
import { judgeOf } from './readiness.ts';
import type { Exemption, Look, Rule, Undecided, Verdict } from './rule.ts';
import { rules } from './rules/index.ts';
import { containerOf, type Entry, type Scene, around } from './scene.ts';

/** What is known besides the rows of the tree. */
export interface Evidence {
  /** Missing for elements that were not queried, null for those that did not respond. */
  readonly details: ReadonlyMap<string, RawDetails | null>;
  /** Null if there is no picture. */
  readonly look: Look | null;
}

interface Hit {
  readonly rule: Rule;
  readonly entry: Entry;
  readonly measured: string;
  readonly blame: Blame;
}

export interface Evaluation {
  readonly findings: readonly Finding[];
  readonly incomplete: readonly Incomplete[];
}

/** Elements that rules need details of, each once, in tree order. */
export function inDoubt(scene: Scene, wanted: readonly Rule[] = rules): readonly Entry[] {
  const asking = wanted.filter(({ needs }) => needs === 'details');
  return scene.entries.filter((entry) => asking.some(({ subject }) => subject(entry, scene)));
}

/** Checks every rule on every element that the rule is about. A rule that throws is incomplete, never clean. */
export function evaluate(
  window: WindowId,
  scene: Scene,
  evidence: Evidence,
  wanted: readonly Rule[] = rules,
): Evaluation {
  const hits: Hit[] = [];
  const missed = new Map<string, Incomplete>();
  const miss = (rule: string, { incomplete: reason, kind = 'judgement' }: Undecided) => {
    const key = `${rule} ${reason}`;
    missed.set(key, { rule, reason, kind, count: (missed.get(key)?.count ?? 0) + 1 });
  };
  for (const rule of wanted) {
    const exemptions = rule.exempt?.filter(({ toolkit }) => toolkit.test(scene.toolkit)) ?? [];
    for (const entry of scene.entries) {
      if (!rule.subject(entry, scene)) continue;
      const exempt = exemptions.find(({ when = always }) => when(entry, scene));
      const verdict =
        exempt?.as === 'incomplete' ? toolkitCannotSay(exempt.cause) : verdictOf(rule, entry, scene, evidence);
      if (verdict === 'pass') continue;
      if ('incomplete' in verdict) miss(rule.id, verdict);
      else
        hits.push({ rule, entry, measured: measuredOf(verdict.measured, exempt), blame: exempt ? 'toolkit' : 'app' });
    }
  }
  return { findings: hits.map((hit) => toFinding(window, scene, hit)), incomplete: [...missed.values()] };
}

const always = () => true;
const unread = (incomplete: string): Undecided => ({ incomplete, kind: 'reading' });
const toolkitCannotSay = (incomplete: string): Undecided => ({ incomplete, kind: 'toolkit' });

function measuredOf(measured: string, exempt: Exemption | undefined): string {
  return exempt ? `${measured} ${exempt.cause}` : measured;
}

function verdictOf(rule: Rule, entry: Entry, scene: Scene, { details, look }: Evidence): Verdict {
  try {
    if (rule.needs === 'row') return rule.test(entry, scene);
    if (rule.needs === 'picture') {
      return look === null ? unread('no picture of the window was taken') : rule.test(entry, scene, look);
    }
    const known = details.get(entry.node.runtimeId);
    if (known === undefined) return unread('the limit of elements to read details of was reached');
    if (known === null) return unread('the element did not respond or no longer exists');
    return rule.test(entry, scene, known, ({ node }) => details.get(node.runtimeId) ?? null);
  } catch (error) {
    return unread(`the rule failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function toFinding(window: WindowId, scene: Scene, { rule, entry, measured, blame }: Hit): Finding {
  const { runtimeId, controlType, name, bounds } = entry.node;
  return {
    rule: rule.id,
    severity: rule.severity,
    blame,
    element: { id: formatElementId(window, runtimeId), controlType, name, bounds },
    within: containerOf(entry),
    measured,
    fix: blame === 'toolkit' ? 'The app cannot fix it. Report it to the toolkit.' : fixFor(rule.fix, scene.toolkit),
    selector: judgeOf(scene).best(entry)?.selector ?? '',
    fingerprint: fingerprintOf(rule.id, entry),
  };
}

export function factsOf({ id, group, title, harm, severity, standards }: Rule): RuleFacts {
  return { id, group, title, harm, severity, standards };
}

/**
 * Equal for the same finding in another run: the rule, and type and id or name of the element and of its ancestors that have
 * one. Digits in names are ignored; positions and child indices are left out, because changes nearby shift them.
 */
function fingerprintOf(rule: string, entry: Entry): string {
  const chain = [...around(entry)].filter(({ node, name }) => node.automationId !== '' || name !== '').reverse();
  return [rule, ...chain.map(stepOf), stepOf(entry)].join(' > ');
}

function stepOf({ node: { controlType, automationId }, name, parent }: Entry): string {
  // A title names the document, which differs each time.
  if (parent === null) return controlType;
  const text = (automationId || name).replaceAll(/\s+/g, ' ').replaceAll(/\d+/g, '#').slice(0, 80);
  return text === '' ? controlType : `${controlType} ${text}`;
}
