import { count } from '../count.ts';
import type { ControlType, ElementId } from './elements/element.ts';
import type { Rect } from './geometry.ts';
import type { WindowId } from './windows/window.ts';

/** `error`: wrong. `review`: needs a person's judgement. `hint`: could be better. */
export const severities = ['error', 'review', 'hint'] as const;
export type Severity = (typeof severities)[number];

export const findingGroups = [
  'names',
  'states',
  'bounds',
  'focus',
  'structure',
  'sets',
  'picture',
  'readiness',
] as const;
export type FindingGroup = (typeof findingGroups)[number];

/** Who can fix it: the app's developer, or the toolkit's. */
export type Blame = 'app' | 'toolkit';

/** Description of a rule, shown with its findings. */
export interface RuleFacts {
  readonly id: string;
  readonly group: FindingGroup;
  /** The problem, as a heading. */
  readonly title: string;
  /** Who is affected, and how. */
  readonly harm: string;
  readonly severity: Severity;
  /** Clauses of standards, e.g. `WCAG 4.1.2`; empty if none. */
  readonly standards: readonly string[];
}

export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  readonly blame: Blame;
  readonly element: {
    readonly id: ElementId;
    readonly controlType: ControlType;
    readonly name: string;
    readonly bounds: Rect | null;
  };
  /** The nearest named container, e.g. `ToolBar “Edit”`; empty if none. */
  readonly within: string;
  /** The actual state. */
  readonly measured: string;
  /** The fix, in the terms of the app's toolkit. */
  readonly fix: string;
  /** The best selector of the element. */
  readonly selector: string;
  /** Stable across runs for the same finding, whatever else changed in the window. */
  readonly fingerprint: string;
}

/** A missing check. Never counts as clean. */
export interface Incomplete {
  /** Empty if it concerns the whole window. */
  readonly rule: string;
  readonly reason: string;
  /**
   * `toolkit`: not reported by it; `judgement`: not decidable by the rule; `reading`: not read, another run may succeed.
   */
  readonly kind: 'toolkit' | 'judgement' | 'reading';
  /** Elements. */
  readonly count: number;
}

/** How well tests and agents can identify usable elements of a window. */
export interface Readiness {
  /** Elements that can be clicked or typed in. */
  readonly usable: number;
  /** Of these, elements with a unique selector that does not depend on position. */
  readonly findable: number;
  /** Of these, elements with a stable and unique id set by their developer. */
  readonly identified: number;
  /** Usable elements not judged for lack of time. */
  readonly notJudged: number;
}

export interface FindingsReport {
  readonly window: { readonly id: WindowId; readonly title: string; readonly app: string };
  /** E.g. `gtk3`; empty if not reported. */
  readonly toolkit: string;
  /** Number of elements read. */
  readonly elements: number;
  readonly rules: readonly RuleFacts[];
  readonly findings: readonly Finding[];
  readonly incomplete: readonly Incomplete[];
  /** Null if the window closed during the check: its last reading cannot verify selectors. */
  readonly readiness: Readiness | null;
  /** Milliseconds. */
  readonly elapsed: {
    readonly read: number;
    readonly rules: number;
    /** Time to make the selectors that readiness is based on. */
    readonly selectors: number;
    readonly details: number;
    readonly picture: number;
  };
}

/** Findings with one cause: the same rule, kind of element, container and developer. */
export interface FindingCause {
  readonly key: string;
  readonly rule: RuleFacts;
  readonly blame: Blame;
  /** `3 Buttons in ToolBar “Edit”`. */
  readonly title: string;
  readonly findings: readonly Finding[];
}

/** Errors first, then in the order of the rules; the app's problems before its toolkit's. */
export function causesOf({ findings, rules }: Pick<FindingsReport, 'findings' | 'rules'>): readonly FindingCause[] {
  const order = new Map(rules.map((rule, index) => [rule.id, { rule, index }]));
  const causes = new Map<string, Finding[]>();
  for (const finding of findings) {
    const { rule, element, within, blame } = finding;
    const key = JSON.stringify([rule, element.controlType, within, blame]);
    const known = causes.get(key);
    if (known) known.push(finding);
    else causes.set(key, [finding]);
  }
  const rankOf = ({ blame, rule }: FindingCause) =>
    (blame === 'toolkit' ? 10_000 : 0) + severities.indexOf(rule.severity) * 1_000 + (order.get(rule.id)?.index ?? 0);
  return [...causes]
    .flatMap(([key, all]): readonly FindingCause[] => {
      const [first] = all;
      const rule = first && order.get(first.rule)?.rule;
      return first && rule ? [{ key, rule, blame: first.blame, title: titleOf(first, all.length), findings: all }] : [];
    })
    .sort((a, b) => rankOf(a) - rankOf(b));
}

function titleOf({ element, within }: Finding, count: number): string {
  const what = count === 1 ? element.controlType : `${count} × ${element.controlType}`;
  return within === '' ? what : `${what} in ${within}`;
}

/** `12 errors · 30 to review · 5 hints · 7 not checked`; never `clean`. */
export function findingsSummary({ findings, incomplete }: Pick<FindingsReport, 'findings' | 'incomplete'>): string {
  const number = (wanted: Severity) => findings.filter(({ severity }) => severity === wanted).length;
  const unchecked = incomplete.reduce((sum, one) => sum + one.count, 0);
  return [
    count(number('error'), 'error'),
    `${number('review')} to review`,
    count(number('hint'), 'hint'),
    `${unchecked} not checked`,
  ].join(' · ');
}

/** `Tests and agents can find 31 of 40 usable elements by a stable selector; 12 have a stable id of their own.` */
export function readinessSummary(readiness: Readiness | null): string {
  if (readiness === null) return 'The window closed during the check; its selectors were not judged.';
  const { usable, findable, identified, notJudged } = readiness;
  if (usable === 0) return 'Nothing in this window can be used.';
  const rest = notJudged > 0 ? ` ${notJudged} were not judged.` : '';
  return `${findable} of ${usable} usable elements have a stable selector, ${identified} a stable id.${rest}`;
}
