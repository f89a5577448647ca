import type { ReplayState, StepResult } from '#contract/api';
import { describeStep, type Recording } from '#contract/model/recordings/recording';
import { runsOf } from '#contract/replay-runs';

/** JUnit XML as read by CI servers (https://github.com/testmoapp/junitxml): one test case per step and turn of its group. */
export function toJunit(recording: Recording, state: ReplayState): string {
  return toJunitSuites(recording.name, [{ recording, state }]);
}

/** One suite of test cases. */
export interface Suite {
  readonly recording: Recording;
  readonly state: ReplayState;
}

/** As {@link toJunit}, with a suite per replay, named by its recording. */
export function toJunitSuites(name: string, suites: readonly Suite[]): string {
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${totals(name, suites)}>`,
    ...suites.flatMap(suiteLines),
    '</testsuites>',
  ];
  return `${lines.join('\n')}\n`;
}

function suiteLines(suite: Suite): string[] {
  const { recording, state } = suite;
  const runs = runsOf(recording, state);
  const unproven = attributes({ name: 'unproven', value: runs.filter((result) => result.unproven).length });
  return [
    `  <testsuite ${totals(recording.name, [suite])}>`,
    `    <properties><property ${unproven}/></properties>`,
    ...runs.map((result) => testCase(recording, result)),
    '  </testsuite>',
  ];
}

function totals(name: string, suites: readonly Suite[]): string {
  const sum = (of: (suite: Suite) => number) => suites.reduce((total, suite) => total + of(suite), 0);
  return attributes({
    name,
    tests: sum(({ recording, state }) => runsOf(recording, state).length),
    failures: sum((suite) => count(suite, 'failed')),
    skipped: sum((suite) => count(suite, 'skipped') + count(suite, 'pending')),
    time: seconds(sum(({ state }) => state.elapsedMs)),
  });
}

function testCase({ name: classname, steps }: Recording, result: StepResult): string {
  const index = steps.findIndex(({ id }) => id === result.step);
  const step = steps[index];
  const turn = result.turn === undefined ? '' : ` (turn ${result.turn})`;
  const name = `${index + 1}. ${step ? describeStep(step) : ''}${turn}`;
  const head = attributes({ name, classname, time: seconds(result.elapsedMs) });
  const body = detail(result);
  return body === '' ? `    <testcase ${head}/>` : `    <testcase ${head}>${body}</testcase>`;
}

function detail({ status, message, unproven }: StepResult): string {
  const notes = [...(status === 'healed' ? [message] : []), ...(unproven ? ['It had no effect to check.'] : [])];
  switch (status) {
    case 'passed':
    case 'healed':
      return notes.length === 0 ? '' : `<system-out>${escape(notes.join(' '))}</system-out>`;
    case 'failed':
      return `<failure ${attributes({ message })}>${escape(message)}</failure>`;
    case 'skipped':
    case 'pending':
    case 'running':
      return `<skipped ${attributes({ message })}/>`;
  }
}

function count({ recording, state }: Suite, status: StepResult['status']): number {
  return runsOf(recording, state).filter((result) => result.status === status).length;
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key}="${escape(String(value))}"`)
    .join(' ');
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1_000).toFixed(3);
}

/** Characters that XML 1.0 cannot contain, not even escaped. */
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
