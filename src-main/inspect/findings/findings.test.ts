import { describe, expect, it } from 'vitest';
import { causesOf, findingsSummary, type Finding, type FindingsReport } from '#contract/model/findings';
import { compare, noBaseline, parseBaseline, updated } from './baseline.ts';
import { reportLines, toSarif, toHtml } from './formats.ts';
import { sarifLog } from './testing/sarif-shape.ts';

const today = '2026-11-28';
const facts = {
  group: 'names',
  title: 'A control has no name',
  harm: 'Nobody hears what it is.',
  severity: 'error',
  standards: ['WCAG 4.1.2'],
} as const;

function finding(rule: string, name: string, more: Partial<Finding> = {}): Finding {
  return {
    rule,
    severity: 'error',
    blame: 'app',
    element: { id: 'window:0x1|runtime:1', controlType: 'Button', name, bounds: null },
    within: 'ToolBar “Edit”',
    measured: 'It has no name.',
    fix: 'Name it.',
    selector: 'role=Button nth=0',
    fingerprint: `${rule} > Button ${name}`,
    ...more,
  };
}

function report(findings: readonly Finding[], incomplete: FindingsReport['incomplete'] = []): FindingsReport {
  return {
    window: { id: '0x1', title: 'Notes', app: 'notes' },
    toolkit: 'gtk3',
    elements: 12,
    rules: ['name-missing', 'name-file'].map((id) => ({ id, ...facts })),
    findings,
    incomplete,
    readiness: { usable: 4, findable: 3, identified: 1, notJudged: 0 },
    elapsed: { read: 1, rules: 1, selectors: 1, details: 1, picture: 1 },
  };
}

describe('causes', () => {
  it('group findings by rule, type, container and developer, errors of the app first', () => {
    const all = [
      finding('name-file', 'a.png', { blame: 'toolkit' }),
      finding('name-file', 'b.png'),
      finding('name-missing', '1'),
      finding('name-missing', '2'),
    ];
    expect(causesOf(report(all)).map(({ title, rule, blame }) => [rule.id, title, blame])).toEqual([
      ['name-missing', '2 × Button in ToolBar “Edit”', 'app'],
      ['name-file', 'Button in ToolBar “Edit”', 'app'],
      ['name-file', 'Button in ToolBar “Edit”', 'toolkit'],
    ]);
  });

  it('are counted next to unchecked elements', () => {
    const open = { rule: 'name-file', reason: 'no picture', kind: 'reading', count: 7 } as const;
    expect(findingsSummary(report([finding('name-missing', '')], [open]))).toBe(
      '1 error · 0 to review · 0 hints · 7 not checked',
    );
    expect(reportLines(report([], [open])).join('\n')).toContain('name-file: no picture (7)');
  });
});

describe('a baseline', () => {
  it('matches as many equal findings as it counts', () => {
    const twins = [finding('name-missing', ''), finding('name-missing', '')];
    const one = parseBaseline(updated(twins.slice(0, 1), noBaseline), 'b.json');
    expect(compare(twins, one, today).fresh).toEqual([twins[1]]);
    expect(compare(twins, parseBaseline(updated(twins, noBaseline), 'b.json'), today).fresh).toEqual([]);
  });

  it('drops findings accepted until yesterday, and reports missing ones', () => {
    const file = JSON.stringify({
      version: 1,
      findings: [
        { fingerprint: 'name-missing > Button ', until: '2026-11-27', reason: 'next release' },
        { fingerprint: 'old' },
      ],
    });
    const compared = compare([finding('name-missing', '')], parseBaseline(file, 'b.json'), today);
    expect(compared.fresh).toHaveLength(1);
    expect(compared.gone).toEqual(['old']);
    expect(updated([finding('name-missing', '')], parseBaseline(file, 'b.json'))).toContain('next release');
  });

  it.each([
    ['{', 'is not JSON'],
    ['{"version":2,"findings":[]}', 'version'],
    ['{"version":1,"findings":[{"fingerprint":"x","until":"soon"}]}', 'findings.0.until'],
  ])('refuses %s, naming the field', (text, why) => {
    expect(() => parseBaseline(text, 'b.json')).toThrow(why);
  });
});

it('SARIF contains each rule, element, state and unchecked element', () => {
  const [known, fresh] = [finding('name-missing', 'a'), finding('name-file', 'b.png', { severity: 'review' })];
  const open = { rule: 'name-file', reason: 'no picture', kind: 'reading', count: 1 } as const;
  const all = report([known, fresh], [open]);
  const baseline = parseBaseline(updated([known], noBaseline), 'b.json');
  const sarif = toSarif(all, compare(all.findings, baseline, today), '1.2.3');
  expect(sarifLog.safeParse(JSON.parse(JSON.stringify(sarif))).error).toBeUndefined();
  expect(sarif).toMatchObject({
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { semanticVersion: '1.2.3', rules: [{ id: 'name-missing' }, { id: 'name-file' }] } },
        invocations: [{ toolExecutionNotifications: [{ associatedRule: { id: 'name-file', index: 1 } }] }],
        results: [
          { ruleId: 'name-missing', ruleIndex: 0, level: 'error', baselineState: 'unchanged' },
          {
            ruleId: 'name-file',
            ruleIndex: 1,
            level: 'warning',
            baselineState: 'new',
            partialFingerprints: { 'deskscope/v1': fresh.fingerprint },
            locations: [
              {
                physicalLocation: { artifactLocation: { uri: 'ui/notes/Notes' } },
                logicalLocations: [{ fullyQualifiedName: 'role=Button nth=0' }],
              },
            ],
          },
        ],
      },
    ],
  });
});

it.each(['a b/c#d?e', '100 %', 'ä “ß”', '..', ''])('SARIF has a path for a window named %j', (title) => {
  const all = { ...report([finding('name-missing', '')]), window: { id: '0x1' as const, title, app: 'x y' } };
  const sarif = toSarif(all, compare(all.findings, noBaseline, today), '1.2.3');
  expect(sarifLog.safeParse(JSON.parse(JSON.stringify(sarif))).error).toBeUndefined();
});

it('a page escapes names', () => {
  const all = report([finding('name-missing', '<script>x</script>')]);
  const page = toHtml(all, compare(all.findings, noBaseline, today));
  expect(page).not.toContain('<script>');
  expect(page).toContain('&lt;script&gt;');
});
