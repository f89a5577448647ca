import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { agentStates } from '#contract/model/agents/agent';
import { hostAgentPromises } from '../tools/contract/host-agent.ts';
import { stateTables } from '#contract/model/agents/agent-states';
import { assign, click, editor, shows, write } from './testing/answers.ts';
import { runOnFake, type TaskRun } from './testing/task-bench.ts';

const giveUp = { status: 'FAIL', result: 'enough' };
const prompts = (run: TaskRun) => run.of('asked').map(({ prompt }) => run.kept(prompt));
const whys = (run: TaskRun) => run.of('state').map(({ why }) => why);

const tries: Readonly<Record<keyof typeof hostAgentPromises, () => Promise<void>>> = {
  async decomposes() {
    const plan = {
      ...assign('Calculator', 'Compute', ['Open the note', 'Write it']),
      dependencies: [{ sub_task: 'Write it', after: ['Compute', 'Open the note'] }],
    };
    const run = await runOnFake({ script: { HostAgent: [plan, giveUp], AppAgent: [{ status: 'FINISH' }] } });
    expect(run.of('plan')[0]!.subTasks).toMatchObject([
      { id: '1', text: 'Compute', after: [] },
      { id: '2', text: 'Open the note', after: [] },
      { id: '3', text: 'Write it', after: ['1', '2'] },
    ]);
    const bad = (sub_task: string, after: string) => ({ ...plan, dependencies: [{ sub_task, after: [after] }] });
    const refused = await runOnFake({
      script: { HostAgent: [bad('Compute', 'Compute'), bad('Write it', 'Sing'), bad('Sing', 'Compute'), giveUp] },
    });
    expect(whys(refused).filter((why) => why.startsWith('refused'))).toEqual([
      'refused: “Compute” depends on itself.',
      'refused: "dependencies" names “Sing”, which the plan does not hold.',
      'refused: "dependencies" names “Sing”, which the plan does not hold.',
    ]);
    expect(prompts(refused).at(-1)).toContain('depends on itself');
  },
  async launches() {
    const script = { HostAgent: [{ status: 'CONTINUE', bash: 'notes' }, giveUp] };
    const started = await runOnFake({ policyMode: 'all', settings: { allowedCommands: ['notes'] }, script });
    expect(started.of('acted')).toMatchObject([{ action: { function: 'run_shell' }, status: 'success' }]);
    expect(prompts(started)[0]).not.toContain('"name":"Notes"');
    expect(prompts(started)[1]).toContain('"name":"Notes"');
    const refused = await runOnFake({ policyMode: 'all', script });
    expect(refused.of('acted')).toMatchObject([{ status: 'failure' }]);
    expect(prompts(refused)[1]).toContain(refused.of('acted')[0]!.text.slice(0, 40));
  },
  async equips() {
    const documentation = await mkdtemp(path.join(tmpdir(), 'deskscope-docs-'));
    try {
      await writeFile(path.join(documentation, 'calculator.md'), 'Press C first.');
      const run = await runOnFake({
        documentation,
        request: 'Sum up',
        script: {
          HostAgent: [{ ...assign('Calculator', 'Add'), message: ['Take 1 and 2'] }, giveUp],
          AppAgent: [{ status: 'CONTINUE', action: click('7') }, { status: 'FAIL' }],
        },
      });
      const [, first = '', second = ''] = prompts(run);
      for (const part of ['Press C first.', 'Take 1 and 2', 'Your sub-task: Add', 'Sum up', '- click_input(']) {
        expect(first).toContain(part);
      }
      expect(first).not.toContain('What you did so far');
      expect(second).toContain('Step 2: click_input(');
    } finally {
      await rm(documentation, { recursive: true });
    }
  },
  async order() {
    const early = { ...assign(editor, 'Write it', []), dependencies: [{ sub_task: 'Write it', after: ['Compute'] }] };
    const run = await runOnFake({
      script: {
        HostAgent: [
          assign('Calculator', 'Compute', ['Write it']),
          { ...early, plan: ['Compute'] },
          assign('Calculator', 'Compute', ['Write it']),
          assign(editor, 'Write it'),
          shows('Editor', '7'),
        ],
        AppAgent: [
          { status: 'FAIL', result: 'not now' },
          { status: 'FINISH' },
          { status: 'FINISH', action: write('7') },
        ],
      },
    });
    expect(whys(run)).toContain('refused: “Write it” comes after “Compute”, which is not done.');
    expect(run.outcome).toBe('done');
  },
  async blackboard() {
    const run = await runOnFake({
      script: {
        HostAgent: [assign('Calculator', 'Compute'), giveUp],
        AppAgent: [{ status: 'FINISH', action: click('7'), result: 'seven' }],
      },
    });
    const lists = run.of('noted').map(({ entry }) => entry.list);
    expect(lists).toEqual(['requests', 'trajectories', 'subTasks', 'trajectories', 'results']);
    expect(prompts(run).at(-1)).toContain('"result":"seven"');
  },
  async scope() {
    const touch = { function: 'click_input', arguments: { id: '1', name: '7' } };
    const run = await runOnFake({ script: { HostAgent: [{ status: 'CONTINUE', ...touch }, giveUp] } });
    expect(prompts(run)[0]).not.toContain('- click_input(');
    expect(run.of('acted')).toMatchObject([{ action: touch, status: 'failure' }]);
  },
  async persists() {
    const requests = ['Again', null];
    const run = await runOnFake({
      script: { HostAgent: [giveUp, giveUp] },
      nextRequest: () => Promise.resolve(requests.shift() ?? null),
    });
    expect(run.rounds).toBe(2);
    expect(run.of('state').filter(({ from }) => from === null)).toHaveLength(1);
  },
  async states() {
    expect(Object.keys(stateTables.HostAgent).sort()).toEqual([...agentStates].sort());
    const run = await runOnFake({
      script: {
        HostAgent: [assign(editor, 'Write'), giveUp],
        AppAgent: [{ status: 'CONFIRM', action: write('x') }, { status: 'FAIL' }],
      },
    });
    expect(run.of('acted').map(({ action }) => action.function)).not.toContain('set_edit_text');
  },
  async phases() {
    const run = await runOnFake({
      script: {
        HostAgent: [assign('Calculator', 'Compute'), giveUp],
        AppAgent: [
          { status: 'FINISH', action: { function: 'click_input', arguments: { id: '999' } } },
          { status: 'FAIL' },
        ],
      },
    });
    expect(Object.keys(run.of('stepped')[0]!.elapsedMs)).toEqual([
      'DATA_COLLECTION',
      'LLM_INTERACTION',
      'ACTION_EXECUTION',
    ]);
    expect(prompts(run)[2]).toContain('Step 2: click_input(id="999"): failure.');
  },
  async cycle() {
    const run = await runOnFake({
      script: { HostAgent: [assign('Calculator', 'Look'), shows('Calculator', '0')], AppAgent: [{ status: 'FINISH' }] },
    });
    expect(run.states('HostAgent')).toEqual(['CONTINUE', 'ASSIGN', 'CONTINUE', 'FINISH']);
    expect(run.states('AppAgent')).toEqual(['CONTINUE', 'FINISH']);
  },
  async announces() {
    const run = await runOnFake({
      script: { HostAgent: [assign('Calculator', 'Compute'), giveUp], AppAgent: [{ status: 'FINISH' }] },
    });
    const names = run.events.map((event) => (event.event === 'noted' ? event.entry.list : event.event));
    const runs = run.events.findIndex((event) => event.event === 'plan' && event.subTasks[0]?.status === 'running');
    expect(runs).toBeGreaterThan(names.indexOf('asked'));
    expect(runs).toBeLessThan(names.lastIndexOf('results'));
    expect(names.slice(0, runs)).not.toContain('results');
    expect(prompts(run)[1]).toContain('Your sub-task: Compute');
    const [ofHost = -1, ofApp = -1] = names.flatMap((name, at) => (name === 'asked' ? [at] : []));
    expect(names.indexOf('subTasks')).toBeGreaterThan(ofHost);
    expect(names.indexOf('subTasks')).toBeLessThan(ofApp);
    for (const part of ['[Sub-Tasks:]', '{"subTask":"Compute"']) expect(prompts(run)[1]).toContain(part);
  },
  async results() {
    const run = await runOnFake({
      script: {
        HostAgent: [assign('Calculator', 'Compute', ['Write it']), assign(editor, 'Write it'), giveUp],
        AppAgent: [{ status: 'FINISH', result: '42' }, { status: 'FINISH' }],
      },
    });
    expect(prompts(run)[2]).toContain('Step 1: AppAgent/calculator/Calculator, Compute: FINISH. 42');
    expect(prompts(run)[3]).toContain('"result":"42"');
  },
  async verifies() {
    const claim = (text: string) => runOnFake({ script: { HostAgent: [shows('Calculator', text)] } });
    expect([(await claim('0')).outcome, (await claim('4711')).outcome]).toEqual(['done', 'unproven']);
  },
  async reuses() {
    const run = await runOnFake({
      script: {
        HostAgent: [assign('Calculator', 'One'), assign('Calculator', 'Two'), assign(editor, 'Three'), giveUp],
        AppAgent: [{ status: 'FINISH', action: click('7') }, { status: 'FINISH' }, { status: 'FINISH' }],
      },
    });
    const made = run.of('state').filter(({ from }) => from === null);
    expect(made.map(({ agent }) => agent.name)).toEqual([
      'HostAgent',
      'AppAgent/calculator/Calculator',
      `AppAgent/editor/${editor}`,
    ]);
    expect(prompts(run)[3]).toContain('Step 2: click_input(');
  },
  async ends() {
    const requests = ['Again', null];
    const run = await runOnFake({
      script: {
        HostAgent: [assign('Calculator', 'One'), giveUp, assign('Calculator', 'Two'), giveUp],
        AppAgent: [{ status: 'FINISH', action: click('7') }, { status: 'FINISH' }],
      },
      nextRequest: () => Promise.resolve(requests.shift() ?? null),
    });
    const made = run.of('state').filter(({ from, agent }) => from === null && agent.kind === 'AppAgent');
    expect([run.rounds, made.length]).toEqual([2, 1]);
    expect(prompts(run)[4]).toContain('Step 2: click_input(');
  },
  async input() {
    const run = await runOnFake({
      request: 'Sum up',
      script: {
        HostAgent: [assign('Calculator', 'One', ['Two']), giveUp],
        AppAgent: [{ status: 'FINISH' }],
      },
    });
    const last = prompts(run).at(-1);
    for (const part of [
      'request: Sum up',
      '"name":"Calculator"',
      '"text":"One"',
      'Your plan: ["Two"]',
      '[Blackboard:]',
    ]) {
      expect(last).toContain(part);
    }
    for (const { pictures } of run.of('saw')) expect(pictures).toHaveLength(1);
  },
  async output() {
    const answer = {
      Observation: 'a calculator',
      Thought: 'compute first',
      'Current Sub-Task': 'Compute',
      Message: 'Take 7',
      ControlLabel: assign('Calculator', '').arguments.id,
      ControlText: 'Calculator',
      Plan: ['Write'],
      Status: 'ASSIGN',
      Comment: 'On my way',
      Questions: [],
      Bash: '',
    };
    const run = await runOnFake({ script: { HostAgent: [answer, giveUp], AppAgent: [{ status: 'FINISH' }] } });
    expect(run.of('answered')[0]!.answer).toMatchObject({
      observation: 'a calculator',
      thought: 'compute first',
      subTask: 'Compute',
      message: ['Take 7'],
      plan: ['Write'],
      comment: 'On my way',
    });
    expect(prompts(run)[1]).toContain('The HostAgent says: Take 7');
  },
  async example() {
    const printed = {
      Observation: 'Desktop shows Microsoft Word with document open containing a table',
      Thought: 'User wants to extract data from Word first',
      'Current Sub-Task': 'Extract the table data from the document',
      Message: 'Starting data extraction from Word document',
      ControlLabel: '0',
      ControlText: 'Microsoft Word - Document1',
      Plan: ['Extract table from Word', 'Create chart in Excel'],
      Status: 'ASSIGN',
      Comment: 'Delegating table extraction to Word AppAgent',
      Questions: [],
      Bash: '',
    };
    const run = await runOnFake({ script: { HostAgent: [printed, giveUp] } });
    expect(run.of('acted')).toMatchObject([
      { action: { function: 'select_application_window', arguments: { id: '0', name: 'Microsoft Word - Document1' } } },
    ]);
    expect(whys(run)).toContain('refused: an action failed');
  },
  async questions() {
    const run = await runOnFake({ script: { HostAgent: [{ Status: 'PENDING', Questions: ['Which one?'] }, giveUp] } });
    expect(run.of('question')).toMatchObject([{ text: 'Which one?' }]);
    expect(prompts(run)[1]).toContain('The answer is not available.');
  },
};

it.each(Object.entries(tries))('%s', async (name, attempt) => {
  expect(hostAgentPromises).toHaveProperty(name);
  await attempt();
});
