import { oneLine } from '#contract/foreign-text';
import { describeElement } from '#contract/model/elements/element';
import {
  causesOf,
  findingsSummary,
  readinessSummary,
  type FindingCause,
  type FindingsReport,
} from '#contract/model/findings';

/** Elements of one cause that are named; the others are counted. */
const shown = 3;

/** The report in words: what there is, then cause by cause, then what was not checked. */
export function reportLines(report: FindingsReport): readonly string[] {
  const causes = causesOf(report);
  return [
    findingsSummary(report),
    readinessSummary(report.readiness),
    ...causes.flatMap((cause) => ['', ...causeLines(cause)]),
    ...(report.incomplete.length > 0 ? ['', 'Not checked:'] : []),
    ...report.incomplete.map(({ rule, reason, count }) => `  ${rule || 'window'}: ${reason} (${count})`),
  ].map(oneLine);
}

/** What is wrong, where, and how it is mended. */
export function causeLines({ rule, title, blame, findings }: FindingCause): readonly string[] {
  const clause = rule.standards.length > 0 ? ` (${rule.standards.join(', ')})` : '';
  const whose = blame === 'toolkit' ? ' [toolkit]' : '';
  const more = findings.length - shown;
  return [
    `${rule.severity} ${rule.id}${whose}: ${rule.title}${clause}`,
    `  ${title}`,
    ...findings
      .slice(0, shown)
      .map(
        ({ element, measured, selector }) =>
          `  - ${describeElement(element)}: ${measured}${selector ? ` [${selector}]` : ''}`,
      ),
    ...(more > 0 ? [`  - and ${more} more`] : []),
    `  Fix: ${findings[0]?.fix ?? ''}`,
  ];
}
