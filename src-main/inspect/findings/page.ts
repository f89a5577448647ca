import { harmless } from '#contract/foreign-text';
import { describeElement } from '#contract/model/elements/element';
import {
  causesOf,
  findingsSummary,
  readinessSummary,
  type Finding,
  type FindingCause,
  type FindingsReport,
} from '#contract/model/findings';
import type { Compared } from './baseline.ts';

/** The report as one page without scripts, for people. Names come from apps: all of them are escaped. */
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
