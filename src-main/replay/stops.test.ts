import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReplayState } from '#contract/api';
import type { Step } from '#contract/model/recordings/recording';
import { nearElements } from '#contract/model/elements/tried-selector';
import { descend, element } from '../engine/backends/fake/element.ts';
import { createBench, type Bench } from '../tools/testing/run-tools.ts';
import { toJunit } from './junit.ts';
import { Replay } from './replay.ts';
import { press, recordingOf } from './testing/steps.ts';

let bench: Bench;
let replay: Replay;
beforeEach(async () => {
  bench = await createBench();
  replay = new Replay({ runner: bench.runner, settings: () => ({ stepTimeoutMs: 200 }) });
});
afterEach(() => bench.close());

const send = { ...press('Send form'), window: { app: 'form' } };
const messageOf = async (...steps: Parameters<typeof recordingOf>) => {
  const recording = recordingOf(...steps);
  const state = await replay.run({ recording });
  return { message: state.results[0]!.message, error: state.results[0]!.error, junit: toJunit(recording, state) };
};

it('a stop names the nearest elements, with the mismatch of each', async () => {
  const { message, error, junit } = await messageOf(send);
  expect(message).toContain('No element matches “role=Button name="Send form"”. Nearest: ');
  expect(message).toContain('Button “Send” (its name is another)');
  expect(nearElements(error?.data)[0]).toMatchObject({ element: 'Button “Send”', why: 'its name is another' });
  expect(junit).toContain('Button “Send” (its name is another)');
});

it('a stop names an element that only its position still finds', async () => {
  const { message } = await messageOf(press('Seven', ['role=Button name="Seven"', 'role=Button nth=0']));
  expect(message).toMatch(/Nearest: Button “.+” \(only role=Button nth=0 still matches it\)\./);
});

it('a stop names nothing if there is no near match', async () => {
  expect((await messageOf(press('Xyzzy'))).message).not.toContain('Nearest');
});

it('a heal stops before irreversible acts', async () => {
  const selectors = ['id="gone"', 'role=Button name="7"'];
  const { message, error } = await messageOf(press('Remove 7', selectors));
  expect(error).toMatchObject({ code: 'element_not_found', delivery: 'not_delivered' });
  expect(message).toContain('but an action named “remove” is not done on a guess.');
  const shown = { selector: 'id="display"', window: { app: 'calculator' } };
  expect(await bench.text('texts', shown)).toContain('"0"');
  const harmless = await replay.run({ recording: recordingOf(press('7', selectors)) });
  expect(harmless.results[0]?.status).toBe('healed');
  expect(await bench.text('texts', shown)).toContain('"7"');
});

it('a dialog that opens during typing gets none of the remaining keys, and is named', async () => {
  const { desktop, devices } = bench.fake;
  const editor = desktop.windows.find(({ title }) => title === 'Untitled - Editor')!;
  editor.focused = [...descend(editor.root)].find(({ controlType }) => controlType === 'Document')!;
  const field = element({ controlType: 'Edit', name: 'Page', at: [0, 0, 90, 20], value: '', states: ['editable'] });
  const root = element({ controlType: 'Window', name: 'New Page', children: [field] });
  const dialog = { title: 'New Page', app: 'editor', className: 'Editor', kind: 'dialog', root };
  let seen = 0;
  devices.listen(({ type }) => {
    if (type !== 'key' || ++seen !== 2) return;
    desktop.open({ ...dialog, content: { x: 400, y: 200, width: 100, height: 60 } }, editor).focused = field;
  });
  const { message, error } = await messageOf({
    ...press('typed'),
    action: { type: 'typeText', text: 'plain' },
    target: null,
    window: { app: 'editor', title: 'Untitled - Editor' },
  });
  expect(error).toMatchObject({ code: 'wrong_target_window', data: { typedCharacters: 2 } });
  expect(message).toContain('The keys would go to “New Page”. 2 of 5 characters went.');
  expect(message).toContain('Answer “New Page” first, or close it.');
  // The second key itself arrived where the focus had just gone.
  expect(field.value).toBe('l');
});

describe('lost input', () => {
  const recording = recordingOf(press('7'), { ...press('8'), lost: { events: null } }, press('9'));
  const statuses = ({ results }: ReplayState) => results.map(({ status }) => status);

  it('stops a replay before its step, which is reported and not passed', async () => {
    const state = await replay.run({ recording });
    expect([state.status, ...statuses(state)]).toEqual(['failed', 'passed', 'failed', 'skipped']);
    expect(state.results[1]).toMatchObject({ error: { code: 'input_lost' } });
    expect(state.results[1]?.message).toContain('--allow-lost');
  });

  it('is ignored if the user confirms that nothing is missing, or the step is skipped', async () => {
    expect((await replay.run({ recording, mayMiss: true })).status).toBe('passed');
    const [first, lossy, last] = recording.steps as [Step, Step, Step];
    const skipped = { ...lossy, when: { type: 'window', window: { title: 'None' }, is: true, forMs: 0 } as const };
    expect(statuses(await replay.run({ recording: recordingOf(first, skipped, last) }))).toEqual([
      'passed',
      'skipped',
      'passed',
    ]);
  });
});
