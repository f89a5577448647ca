import { expect, it } from 'vitest';
import { element } from '../engine/backends/fake/element.ts';
import type { FakeDesktop } from '../engine/backends/fake/desktop.ts';
import { scriptedModel } from './models/scripted.ts';
import { assign, shows } from './testing/answers.ts';
import { runOnFake, type TaskBenchOptions } from './testing/task-bench.ts';

/** An app that paints its content and reports no control, unless it is given a button. */
function canvas(pressed: () => void, buttons: readonly string[] = []) {
  const picture = element({ controlType: 'Image', name: 'Fill in', at: [20, 80, 120, 30], onInvoke: pressed });
  const reported = buttons.map((name) => element({ controlType: 'Button', name, at: [20, 20, 90, 30] }));
  const root = element({ controlType: 'Window', name: 'Canvas', children: [...reported, picture] });
  const content = { x: 30, y: 400, width: 240, height: 160 };
  return (desktop: FakeDesktop) =>
    void desktop.open({ title: 'Canvas', app: 'canvas', className: 'Canvas', root, content });
}

const look = { HostAgent: [assign('Canvas', 'Look'), { status: 'FAIL' }], AppAgent: [{ status: 'FINISH' }] };
const lookOnce = async (options: TaskBenchOptions) => {
  const run = await runOnFake({ script: look, desktop: canvas(() => undefined, ['Paint']), ...options });
  const saw = run.of('saw')[1]!;
  return {
    saw,
    list: run.kept(saw.controls!),
    picture: saw.pictures[0]!,
    prompt: run.kept(run.of('asked')[1]!.prompt),
  };
};

it('reads a window without controls from its screenshot, and clicks the text', async () => {
  let pressed = 0;
  const run = await runOnFake({
    desktop: canvas(() => pressed++),
    script: {
      HostAgent: [assign('Canvas', 'Fill in'), shows('Canvas', 'Fill in')],
      AppAgent: [
        {
          status: 'FINISH',
          action: { function: 'click_input', arguments: { id: '{{(\\d+)\\. Text: "Fill in"}}', name: 'Fill in' } },
        },
      ],
    },
  });
  expect(run.of('acted').map(({ status }) => status)).toEqual(['success', 'success']);
  expect(pressed).toBe(1);
  expect(run.of('saw')[1]).toMatchObject({ controlCount: 1, readCount: 1 });
  expect(run.of('acted')[1]!.target).toMatchObject({ height: expect.any(Number) as number });
});

it('reads the screenshot beside the controls if the task requests it', async () => {
  expect(await lookOnce({})).toMatchObject({ list: '1. Button: "Paint"', saw: { readCount: 0 } });
  const both = await lookOnce({ sight: { readText: true } });
  expect(both).toMatchObject({
    list: '1. Button: "Paint"\n2. Text: "Fill in"',
    saw: { readCount: 1, controlTokens: 10 },
  });
});

it('draws the numbers of the controls into the screenshot if the task requests it, and tells the model', async () => {
  const plain = await lookOnce({});
  const marked = await lookOnce({ sight: { marks: true } });
  expect(plain.picture.label).toBe('Current Screenshot:');
  expect(marked.picture.label).toBe('Annotated Screenshot:');
  expect(marked.picture.blob).not.toBe(plain.picture.blob);
  expect(marked.prompt).toContain('the picture has these ids');
});

it('draws none for a model that acts at points of the screenshot', async () => {
  const model = (kind: 'HostAgent' | 'AppAgent') => scriptedModel('scripted:test', look, kind);
  const models = { HostAgent: model('HostAgent'), AppAgent: { ...model('AppAgent'), dialect: 'computer' as const } };
  expect((await lookOnce({ models, sight: { marks: true } })).picture.label).toBe('Current Screenshot:');
});
