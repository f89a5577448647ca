import type { ReplayState, StepResult } from '#contract/api';
import { describeStep, type Recording, type Step } from '#contract/model/recording';

/** JUnit XML as CI servers read it (https://github.com/testmoapp/junitxml): one test case per step. */
export function toJunit(recording: Recording, state: ReplayState): string {
  const cases = recording.steps.map((step, index) => testCase(recording, step, index, state.results[index]));
  const totals = attributes({
    name: recording.name,
    tests: cases.length,
    failures: count(state, 'failed'),
    skipped: count(state, 'skipped') + count(state, 'pending'),
    time: seconds(state.elapsedMs),
  });
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${totals}>`,
    `  <testsuite ${totals}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
  ];
  return `${lines.join('\n')}\n`;
}

function testCase(recording: Recording, step: Step, index: number, result: StepResult | undefined): string {
  const name = `${index + 1}. ${describeStep(step)}`;
  const head = attributes({ name, classname: recording.name, time: seconds(result?.elapsedMs ?? 0) });
  const body = result ? detail(result) : '<skipped/>';
  return body === '' ? `    <testcase ${head}/>` : `    <testcase ${head}>${body}</testcase>`;
}

function detail({ status, message }: StepResult): string {
  switch (status) {
    case 'passed':
      return '';
    case 'healed':
      return `<system-out>${escape(message)}</system-out>`;
    case 'failed':
      return `<failure ${attributes({ message })}>${escape(message)}</failure>`;
    case 'skipped':
    case 'pending':
    case 'running':
      return `<skipped ${attributes({ message })}/>`;
  }
}

function count({ results }: ReplayState, status: StepResult['status']): number {
  return results.filter((result) => result.status === status).length;
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key}="${escape(String(value))}"`)
    .join(' ');
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1_000).toFixed(3);
}

/** Characters that XML 1.0 cannot hold, not even escaped. */
const impossible = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};

function escape(text: string): string {
  return text.replace(impossible, '\ufffd').replace(/[&<>"\n\r\t]/g, (character) => entities[character] ?? character);
}
