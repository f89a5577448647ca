import { causesOf, type Finding, type FindingsReport, type RuleFacts, type Severity } from '#contract/model/findings';
import type { Compared } from './baseline.ts';

const levels: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  error: 'error',
  review: 'warning',
  hint: 'note',
};

/**
 * SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html). A window has no file: results name the
 * element by its selector, and for code hosts, which insist on a path, by `ui/APP/WINDOW`.
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
