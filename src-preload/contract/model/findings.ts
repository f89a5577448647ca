import { count } from '../count.ts';
import type { ControlType, ElementId } from './elements/element.ts';
import type { Rect } from './geometry.ts';
import type { WindowId } from './windows/window.ts';

/** `error`: it is wrong. `review`: a person must look. `hint`: better otherwise. */
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

/** Who can mend it: the developer of the app, or that of the toolkit it is made with. */
export type Blame = 'app' | 'toolkit';

/** What is said of a rule wherever its findings are shown. */
export interface RuleFacts {
  readonly id: string;
  readonly group: FindingGroup;
  /** What is wrong where it finds something, as a heading. */
  readonly title: string;
  /** Whom it hinders, and how. */
  readonly harm: string;
  readonly severity: Severity;
  /** Clauses of standards, e.g. `WCAG 4.1.2`; empty if none asks for it. */
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
  /** The nearest container with a name, e.g. `ToolBar “Edit”`; empty if none has. */
  readonly within: string;
  /** What was found. */
  readonly measured: string;
  /** What the developer would change, in the words of the app's toolkit. */
  readonly fix: string;
  /** The best selector of the element. */
  readonly selector: string;
  /** The same for the same finding in another run, whatever else changed in the window. */
  readonly fingerprint: string;
}

/** What was not checked. It never counts as clean. */
export interface Incomplete {
  /** Empty if it is about the whole window. */
  readonly rule: string;
  readonly reason: string;
  /**
   * `toolkit`: it cannot report; `judgement`: the rule leaves it open; `reading`: it was not read, and another run may read it.
   */
  readonly kind: 'toolkit' | 'judgement' | 'reading';
  /** Elements. */
  readonly count: number;
}

/** How well tests and agents can name what one can use in a window. */
export interface Readiness {
  /** Elements that one can click or type in. */
  readonly usable: number;
  /** Of these, those with a selector of their own that does not rest on their place. */
  readonly findable: number;
  /** Of these, those with an id of their developer that is stable and unique. */
  readonly identified: number;
  /** Of the usable ones, those that there was no time to judge. */
  readonly notJudged: number;
}

export interface FindingsReport {
  readonly window: { readonly id: WindowId; readonly title: string; readonly app: string };
  /** E.g. `gtk3`; empty if the app does not report. */
  readonly toolkit: string;
  /** Elements that were read. */
  readonly elements: number;
  readonly rules: readonly RuleFacts[];
  readonly findings: readonly Finding[];
  readonly incomplete: readonly Incomplete[];
  /** Null if the window closed during the check: what was read of it last reports nothing of how it is found again. */
  readonly readiness: Readiness | null;
  /** Milliseconds. */
  readonly elapsed: {
    readonly read: number;
    readonly rules: number;
    /** Making the selectors that readiness is judged by. */
    readonly selectors: number;
    readonly details: number;
    readonly picture: number;
  };
}

/** Findings of one cause: the same rule, kind of element, container and developer. */
export interface FindingCause {
  readonly key: string;
  readonly rule: RuleFacts;
  readonly blame: Blame;
  /** `3 Buttons in ToolBar “Edit”`. */
  readonly title: string;
  readonly findings: readonly Finding[];
}

/** Errors first, then by the order of the rules; what the app can mend before what its toolkit must. */
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
