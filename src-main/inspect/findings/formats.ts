import {
  causesOf,
  type Finding,
  type FindingsReport,
  type RuleFacts,
  type Severity,
  findingsSummary,
  readinessSummary,
  type FindingCause,
} from '#contract/model/findings';
import { oneLine, harmless } from '#contract/foreign-text';
import { describeElement } from '#contract/model/elements/element';
import type { Compared } from './baseline.ts';

const levels: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  error: 'error',
  review: 'warning',
  hint: 'note',
};

/**
 * SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html). A window has no file: results name the element
 * by its selector, and for code hosts, which require a path, by `ui/APP/WINDOW`.
 */
export function toSarif(report: FindingsReport, compared: Compared, version: string): object {
  const ids = report.rules.map(({ id }) => id);
  const complete = report.incomplete.length === 0;
  const run = {
    tool: {
      driver: { name: 'Deskscope', semanticVersion: version, rules: report.rules.map(toRule) },
    },
    columnKind: 'utf16CodeUnits',
    invocations: [
      {
        executionSuccessful: true,
        ...(!complete && {
          toolExecutionNotifications: report.incomplete.map(({ rule, reason, count }) => ({
            level: 'warning',
            message: { text: `Not checked: ${rule === '' ? '' : `${rule}, `}${reason} (${count}).` },
            ...(ids.includes(rule) && { associatedRule: { id: rule, index: ids.indexOf(rule) } }),
          })),
        }),
      },
    ],
    results: causesOf(report).flatMap(({ findings }) =>
      findings.map((finding) => toResult(finding, report, ids.indexOf(finding.rule), compared)),
    ),
    properties: {
      ...(report.readiness && { readiness: report.readiness }),
      elements: report.elements,
      toolkit: report.toolkit,
    },
  };
  return { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] };
}

function toRule({ id, title, harm, severity, standards, group }: RuleFacts) {
  return {
    id,
    shortDescription: { text: `${title}.` },
    fullDescription: { text: harm },
    defaultConfiguration: { level: levels[severity] },
    properties: { tags: ['accessibility', group, ...standards] },
  };
}

function toResult(finding: Finding, { window }: FindingsReport, ruleIndex: number, { known }: Compared) {
  const { rule, severity, measured, fix, selector, fingerprint, blame, element } = finding;
  const uri = ['ui', window.app || 'app', window.title || 'window'].map(encodeURIComponent).join('/');
  return {
    ruleId: rule,
    ruleIndex,
    level: levels[severity],
    message: { text: `${measured} ${fix}` },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri } },
        logicalLocations: [
          { name: element.name || element.controlType, fullyQualifiedName: selector || element.id, kind: 'element' },
        ],
      },
    ],
    partialFingerprints: { 'deskscope/v1': fingerprint },
    baselineState: known.has(finding) ? 'unchanged' : 'new',
    properties: { blame, controlType: element.controlType, ...(severity === 'review' && { needsReview: true }) },
  };
}

/** Number of elements to name per cause; the others are counted. */
const shown = 3;

/** The report as text: a summary, then each cause, then unchecked elements. */
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

/** The problem, its elements, and the fix. */
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

/** The report as one page without scripts. Names come from apps, so all are escaped. */
export function toHtml(report: FindingsReport, compared: Compared): string {
  const { window, readiness, incomplete } = report;
  const title = text(`Findings in ${window.title || window.app}`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
section { border-top: 1px solid; margin-top: 1.5rem; }
code { overflow-wrap: anywhere; }
</style>
<h1>${title}</h1>
<p>${text(findingsSummary(report))}. ${compared.known.size} of them are in the baseline.</p>
<p>${text(readinessSummary(readiness))}</p>
${causesOf(report)
  .map((cause) => section(cause, compared))
  .join('\n')}
<section><h2>Not checked</h2>
${incomplete.length === 0 ? '<p>All rules could be checked.</p>' : `<ul>${incomplete.map(({ rule, reason, count }) => `<li>${text(`${rule || 'window'}: ${reason} (${count})`)}</li>`).join('')}</ul>`}
</section>
</html>
`;
}

function section({ rule, title, blame, findings }: FindingCause, { known }: Compared): string {
  const standards = rule.standards.length > 0 ? ` · ${rule.standards.join(', ')}` : '';
  const items = findings.map((finding) => `<li>${item(finding, known.has(finding))}</li>`).join('\n');
  return `<section><h2>${text(rule.title)}</h2>
<p>${text(`${rule.severity} · ${rule.id}${standards}${blame === 'toolkit' ? ' · the toolkit’s' : ''}`)}</p>
<p>${text(`${title}. ${rule.harm}`)}</p>
<p>${text(findings[0]?.fix ?? '')}</p>
<ul>${items}</ul></section>`;
}

function item({ element, measured, selector }: Finding, isKnown: boolean): string {
  return `${text(`${describeElement(element)}: ${measured}`)}${isKnown ? ' (in the baseline)' : ''}<br><code>${text(selector)}</code>`;
}

function text(foreign: string): string {
  return harmless(foreign)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
