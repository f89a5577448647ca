import { describe, expect, it } from 'vitest';
import { readAnswer } from './read-answer.ts';

describe('a HostAgent’s answer', () => {
  it('is parsed as UFO’s document prints it', () => {
    const text = JSON.stringify({
      Observation: 'Desktop shows Word',
      Thought: 'Extract first',
      'Current Sub-Task': 'Extract the table',
      Message: 'Starting',
      ControlLabel: '0',
      ControlText: 'Word - Document1',
      Plan: ['Extract', 'Chart'],
      Status: 'ASSIGN',
      Comment: 'Delegating',
      Questions: [],
      Bash: '',
    });
    expect(readAnswer('HostAgent', text)).toEqual({
      answer: {
        observation: 'Desktop shows Word',
        thought: 'Extract first',
        plan: ['Extract', 'Chart'],
        comment: 'Delegating',
        status: 'ASSIGN',
        actions: [{ function: 'select_application_window', arguments: { id: '0', name: 'Word - Document1' } }],
        questions: [],
        message: ['Starting'],
        subTask: 'Extract the table',
        bash: '',
        result: '',
        dependencies: [],
        evidence: [],
      },
    });
  });

  it('is parsed with the names of version 3', () => {
    const text =
      '{"observation":"o","thought":"t","status":"finish","current_subtask":"s","function":"","arguments":{},"result":42}';
    expect(readAnswer('HostAgent', text)).toMatchObject({
      answer: { status: 'FINISH', subTask: 's', actions: [], result: '42' },
    });
  });

  it('keeps the evidence that it is done', () => {
    const text = '{"status":"FINISH","evidence":[{"window":"Editor","text":"42"},{"window":"x"},"y"]}';
    expect(readAnswer('HostAgent', text)).toMatchObject({ answer: { evidence: [{ window: 'Editor', text: '42' }] } });
  });

  it.each([
    ['', 'no JSON object'],
    ['I would click.', 'no JSON object'],
    ['[1]', 'no JSON object'],
    ['{"thought":"t"}', 'There is no "status"'],
    ['{"status":"done"}', '“done” is no status here'],
    ['{"status":"ASSIGN"}', 'ASSIGN needs a window'],
    ['{"status":"CONTINUE","function":"f","arguments":"x"}', ''],
    ['{"status":"CONTINUE","function":"f","arguments":[1]}', 'must be an object'],
  ])('%s', (text, problem) => {
    const read = readAnswer('HostAgent', text);
    if (problem === '') expect(read).toMatchObject({ answer: { actions: [{ function: 'f', arguments: {} }] } });
    else expect(read).toMatchObject({ problem: expect.stringContaining(problem) as string });
  });
});

describe('an AppAgent’s answer', () => {
  it('may have one action, several or none', () => {
    const one = '{"action":{"function":"click_input","arguments":{"id":"1","name":"7"},"status":"CONTINUE"}}';
    expect(readAnswer('AppAgent', one)).toMatchObject({
      answer: { status: 'CONTINUE', actions: [{ function: 'click_input', arguments: { id: '1', name: '7' } }] },
    });
    const two = '{"action":[{"function":"a","status":"CONTINUE"},{"function":"b","status":"FINISH"}]}';
    expect(readAnswer('AppAgent', two)).toMatchObject({
      answer: { status: 'FINISH', actions: [{ function: 'a' }, { function: 'b' }] },
    });
    expect(readAnswer('AppAgent', '{"action":null,"status":"FAIL"}')).toMatchObject({
      answer: { status: 'FAIL', actions: [] },
    });
  });

  it('is parsed with the names of version 2', () => {
    const text =
      '{"ControlLabel":"5","ControlText":"OK","Function":"click_input","Args":{"button":"left"},"Status":"CONTINUE"}';
    expect(readAnswer('AppAgent', text)).toMatchObject({
      answer: { actions: [{ function: 'click_input', arguments: { id: '5', name: 'OK', button: 'left' } }] },
    });
  });

  it('continues if it acts without a status', () => {
    expect(readAnswer('AppAgent', '{"action":{"function":"a"}}')).toMatchObject({ answer: { status: 'CONTINUE' } });
    expect(readAnswer('AppAgent', '{"thought":"hm"}')).toMatchObject({
      problem: expect.stringContaining('status') as string,
    });
  });

  it('does not assign', () => {
    expect(readAnswer('AppAgent', '{"status":"ASSIGN"}')).toMatchObject({
      problem: expect.stringContaining('ASSIGN') as string,
    });
  });

  it.each([
    '```json\n{"status":"FAIL"}\n```',
    'Sure! {"status":"FAIL"} I hope so.',
    '{"status":"FAIL"}}',
    '{"status":"FAIL"}\n{',
  ])('is found in %j', (text) => {
    expect(readAnswer('AppAgent', text)).toMatchObject({ answer: { status: 'FAIL' } });
  });
});
