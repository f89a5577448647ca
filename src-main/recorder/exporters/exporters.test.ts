import { execFileSync } from 'node:child_process';
import { runInNewContext } from 'node:vm';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import type { ControlType } from '#contract/model/elements/element';
import { harmless } from '#contract/foreign-text';
import { describeExpectation } from '#contract/model/recordings/expectation';
import type { Condition } from '#contract/model/recordings/condition';
import type { Recording, Step } from '#contract/model/recordings/recording';
import type { RankedSelector } from '#contract/model/elements/selector';
import type { ToolCall } from '#contract/model/tools/tool-call';
import { toolCall } from '#contract/model/tools/tool-call';
import { toToolCall } from '../../dialects/dialect.ts';
import { secretPlaceholder } from '../../dialects/element.ts';
import { stepCall, steps } from '../../dialects/steps.ts';
import { ufo } from '../../dialects/ufo.ts';
import { exporterOf, exporters, exportRecording } from './list.ts';
import { uiAutomation as uiAutomationTool } from '../../tools/servers/ui-automation/index.ts';
import { specRecording } from '../testing/spec-recording.ts';
import { inputsOf } from '../steps/inputs.ts';
import { recordedMeta } from './tool-calls.ts';
import { uiAutomation } from './ui-automation.ts';

/** The calls of replay. */
const replayed = specRecording.steps
  .filter(({ enabled }) => enabled)
  .map((step) => stepCall(step, secretPlaceholder))
  .map(({ tool, parameters }) => [tool, parameters]);

/** These express everything about a step, and fail at none. */
const saysAll = new Set(['json', 'python', 'typescript']);

const pressing = (keys: string): Step => ({
  ...specRecording.steps[0]!,
  action: { type: 'pressKeys', keys, repeat: 1 },
});

const draggedAway: Step = {
  ...specRecording.steps[0]!,
  action: { type: 'drag', button: 'left', at: { x: 9, y: 9 }, to: { x: 700, y: 9 } },
  onto: specRecording.steps[0]!.target!,
  ontoWindow: { match: { title: 'Truck' }, bounds: { x: 700, y: 0, width: 90, height: 90 } },
};

describe.each(exporters)('$id', (exporter) => {
  const script = exportRecording(specRecording, exporter.id);
  const lines = script.text.split('\n');

  it('reports the lines of each step', () => {
    expect(script.lines).toHaveLength(specRecording.steps.length);
    script.lines.slice(0, -1).forEach(([first, last], index) => {
      expect(last).toBeGreaterThanOrEqual(first);
      if (index > 0) expect(first).toBe(script.lines[index - 1]![1] + 1);
    });
  });

  it('shows the step on its lines', () => {
    const [first, last] = script.lines[1]!;
    expect(lines.slice(first - 1, last).join('\n')).toMatch(/Double.?-click|"double": ?true/);
  });

  it('ends with one newline and has no characters that hide or reorder code', () => {
    expect(script.text).toMatch(/[^\n]\n$/);
    // Prose keeps the joiners that emoji and scripts need.
    if (exporter.group === 'For people and agents') expect(harmless(script.text)).toBe(script.text);
    else expect(script.text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u200b-\u200f\ufeff]/);
  });

  it('writes a single step as it does in the script', () => {
    specRecording.steps.forEach((step, index) => {
      const [first, last] = script.lines[index]!;
      const own = exporter.stringifyStep(step, { index, recording: specRecording });
      const there = lines.slice(first - 1, last).join('\n');
      expect([own, `${own},`]).toContain(there);
      expect(exporter.stringifyStep(step).length > 0).toBe(own.length > 0);
    });
  });

  it('writes conditions and repeats at their steps', () => {
    const when: Condition = { type: 'window', window: { title: 'Tip' }, is: true };
    const [first, second, ...others] = specRecording.steps;
    const recording: Recording = {
      ...specRecording,
      steps: [{ ...first!, group: 'g' }, { ...second!, group: 'g', when: { ...when, is: false } }, ...others],
      groups: [{ id: 'g', name: 'Close “tips”', when, repeat: { times: 3 } }],
    };
    const grouped = exportRecording(recording, exporter.id);
    const what = grouped.lines.map(([from, to]) =>
      grouped.text
        .split('\n')
        .slice(from - 1, to)
        .join('\n'),
    );
    expect(what[0]).toContain('Steps 1 to 2, ');
    expect(what[0]).toMatch(/only if a window .{1,6}Tip.{1,6} is open; 3 times/);
    expect(what[1]).toMatch(/only if no window .{1,6}Tip.{1,6} is open/);
    expect(what.slice(2).join('\n')).not.toMatch(/Steps 1|only if/);
  });

  it.each([
    { what: 'MediaPlayPause', step: pressing('altgr+MediaPlayPause') },
    { what: 'Truck', step: draggedAway },
  ])('notes at the step what it cannot express, and fails there: $what', ({ what, step }) => {
    const { text, lines: ranges } = exporter.stringify({ ...specRecording, steps: [specRecording.steps[0]!, step] });
    const own = text.split('\n').slice(ranges[1]![0] - 1, ranges[1]![1]);
    expect(own.join('\n')).toContain(what);
    const fails =
      exporter.id === 'playwright' ? /throw |desktop\.call\('step_press_keys'/ : /raise |throw |unsupported/;
    if (exporter.group !== 'For people and agents' && !saysAll.has(exporter.id)) expect(own.join('\n')).toMatch(fails);
  });

  it('writes or checks the expected effects of each step', () => {
    const step: Step = { ...specRecording.steps[0]!, expected: [{ type: 'title', title: 'Quite another' }] };
    const { text, lines: ranges } = exporter.stringify({ ...specRecording, steps: [step] });
    const own = text.split('\n').slice(ranges[0]![0] - 1, ranges[0]![1]);
    expect(own.join('\n')).toContain('Quite another');
  });

  it('contains no picture', () => {
    const [first] = specRecording.steps;
    const target = { ...first!.target!, picture: 'UElDVFVSRQ==' };
    const recording = { ...specRecording, steps: [{ ...first!, target, onto: target }] };
    const files = Object.values(exporter.folder?.files(recording, 'x') ?? {}).join();
    const own = exporter.stringifyStep(recording.steps[0]!) + exporter.stringifyStep(first!, { index: 0, recording });
    expect(exporter.stringify(recording).text + files + own).not.toContain('UElDVFVSRQ');
  });

  it('can write an empty recording', () => {
    expect(exportRecording({ ...specRecording, steps: [] }, exporter.id).lines).toEqual([]);
  });

  it('contains only the names of secrets, never their texts', () => {
    expect(script.text).toMatch(
      exporter.id.startsWith('markdown') ? 'the secret PASSWORD' : 'DESKSCOPE_SECRET_PASSWORD',
    );
    // An empty text would be typed in its place.
    expect(script.text).not.toMatch(/process\.env\S+ \?\?/);
  });
});

it('each has a unique id and label', () => {
  for (const own of [exporters.map(({ id }) => id), exporters.map(({ label }) => label)])
    expect(new Set(own).size).toBe(exporters.length);
});

it('lists the formats if one is unknown', () => {
  const hint = `Choose one of ${exporters.map(({ id }) => id).join(', ')}.`;
  const refusal = expect.objectContaining({ code: 'invalid_parameter', hint }) as Error;
  expect(() => exportRecording(specRecording, 'cobol')).toThrow(refusal);
});

it.each([
  ['json', steps],
  ['ufo-json', ufo],
] as const)('%s is an array of MCPToolCalls, with notes on what they cannot express', (format, dialect) => {
  const calls = JSON.parse(exportRecording(specRecording, format).text) as ToolCall[];
  const enabled = specRecording.steps.filter((step) => step.enabled);
  const wanted = enabled.map((step) => toToolCall(dialect, step, secretPlaceholder));
  expect(calls.map(({ meta: _, ...call }) => call)).toEqual(JSON.parse(JSON.stringify(wanted)));
  for (const call of calls) expect(toolCall.parse(call)).toEqual(call);
  const kept = calls.map(({ meta }) => recordedMeta.parse(meta?.['deskscope']));
  const kepts = kept.flatMap(({ before = [], step, after = [] }) => [...before, step, ...after]);
  expect({ ...kept[0]!.recording, steps: kepts }).toEqual(specRecording);
});

it('a press whose position matters notes the loss', () => {
  const at = { x: 5, y: 6 };
  const bounds = { x: 0, y: 0, width: 100, height: 20 };
  const press = (controlType: ControlType): Step => {
    const [first] = specRecording.steps;
    return {
      ...first!,
      action: { type: 'click', button: 'left', count: 1, modifiers: [], at },
      target: { ...first!.target!, controlType, bounds },
    };
  };
  for (const { id, stringifyStep } of exporters.filter(
    ({ group, id }) => group !== 'For people and agents' && id !== 'ufo-json' && !saysAll.has(id),
  )) {
    const noted = id === 'playwright' ? 'position: { x: 5, y: 6 }' : '5, 6 of its 100 × 20';
    expect(stringifyStep(press('Slider')), id).toContain(noted);
    expect(stringifyStep(press('Button')), id).not.toContain('5, 6 of its');
  }
});

it('a scroll until something shows is expressed, or noted as left out', () => {
  const step = specRecording.steps.find(({ until }) => until)!;
  for (const { id, stringifyStep } of exporters) {
    const text = stringifyStep(step);
    if (['ufo', 'dogtail', 'pywinauto', 'flaui'].includes(id)) {
      expect(text, id).toContain('left out: it goes on until ListItem “Item 57” shows');
    }
    expect(text, id).toContain('Item 57');
  }
});

// Windows has no Python by default.
it.skipIf(process.platform === 'win32')('python parses, and its literals are the parameters', () => {
  const { text } = exportRecording(specRecording, 'python');
  const inputs = JSON.stringify(Object.fromEntries(inputsOf(specRecording).map(({ name, value }) => [name, value])));
  const answer = execFileSync('python3', ['-c', readPythonCalls, inputs], { input: text, encoding: 'utf8' });
  expect(JSON.parse(answer)).toEqual(JSON.parse(JSON.stringify(replayed)));
});

it('typescript parses, and its literals are the calls of replay', () => {
  const { text } = exportRecording(specRecording, 'typescript');
  expect(callsOfTypeScript(text)).toEqual(JSON.parse(JSON.stringify(replayed)));
});

it('typescript names the step that opened a window, for which it cannot wait', () => {
  const [first] = specRecording.steps;
  const recording = { ...specRecording, steps: [first!, { ...first!, id: 'b', openedBy: first!.id }] };
  expect(exportRecording(recording, 'typescript').text).toContain('left out: its window is the one that step 1 opened');
});

it('a drag between elements notes the loss', () => {
  const [first] = specRecording.steps;
  const action: Step['action'] = { type: 'drag', button: 'left', at: { x: 1, y: 2 }, to: { x: 3, y: 4 } };
  const step: Step = { ...first!, action, onto: first!.target! };
  const saysIt = new Set(['ufo-json', 'markdown', 'markdown-pictures', 'skill', 'playwright', ...saysAll]);
  for (const { id, stringifyStep } of exporters) {
    const lost = /what it began and ended on|drags nothing/;
    if (!saysIt.has(id)) expect(stringifyStep(step), id).toMatch(lost);
  }
});

it('playwright names the target in words if its selector is no more specific', () => {
  const [first] = specRecording.steps;
  const target = (selector: string) => ({
    ...first!.target!,
    selectors: [{ ...first!.target!.selectors[0]!, selector }],
  });
  const own = (step: Partial<Step>) => exporterOf('playwright').stringifyStep({ ...first!, ...step });
  expect(own({})).toContain(`await editor.getByRole('button', { name: 'Save "as"', exact: true }).click();`);
  expect(own({ target: target('id="save"') })).toContain(`editor.getById('save').click`);
  expect(own({ target: target('role=Edit label="Width"') })).toContain(`editor.getByLabel('Width', { exact: true })`);
  expect(own({ target: target('role=Button nth=2') })).toContain(`editor.locator('role=Button nth=2')`);
  const window = { ...first!.window, title: 'Open', role: 'dialog' } as const;
  expect(own({ window })).toContain(`(await editor.window('Open')).getByRole`);
  const expected = [{ type: 'state', state: 'checked', is: false }, { type: 'windowCloses' }] as const;
  expect(own({ expected: [...expected] })).toMatch(/\.not\.toBeChecked\(\);\n  \/\/ not checked here: .* closes/);
  expect(own({ window, expected: [{ type: 'windowCloses' }] })).toContain(
    `await expect(editor.getByRole('dialog', { name: 'Open', exact: true })).toBeHidden();`,
  );
  expect(
    own({ expected: [{ type: 'shows', element: { controlType: 'Button', name: '', selector: 'id="undo"' } }] }),
  ).toContain(`await expect(editor.getById('undo').filter({ visible: true }).first()).toBeVisible();`);
  const slider = {
    ...target('role=Slider nth=0'),
    controlType: 'Slider',
    bounds: { x: 30, y: 20, width: 90, height: 9 },
  } as const;
  const press = { ...first!.action, at: { x: 70, y: 4 } } as Step['action'];
  expect(own({ target: slider, action: press })).toContain(`.click({ position: { x: 70, y: 4 } });`);
  const drag = { type: 'drag', button: 'left', at: { x: 25, y: 14 }, to: { x: 65, y: 14 } } as const;
  const windowBounds = { x: 10, y: 10, width: 200, height: 200 };
  expect(own({ target: slider, action: drag, windowBounds })).toContain(
    `.dragTo(editor.locator('role=Slider nth=0'), { sourcePosition: { x: 5, y: 4 }, targetPosition: { x: 45, y: 4 } });`,
  );
  const typed = { type: 'typeText', text: ' more' } as const;
  expect(own({ target: null, action: typed, expected: [{ type: 'text', text: ' more', contains: true }] })).toMatch(
    /editor\.keyboard\.type\(' more'\);\n  \/\/ not checked here: expects/,
  );
  const checked = { type: 'state', state: 'checked', is: true } as const;
  expect(own({ target: target('role=MenuItem name="Wrap"'), expected: [checked] })).toMatch(
    /\('MenuItem', { name: 'Wrap', exact: true }\)\.click[^]*\('MenuItem', { name: 'Wrap', exact: true, includeHidden: true }\)\)\.toBeChecked/,
  );
  const button = { ...target('role=Button name="Press"'), controlType: 'Button', name: 'Press' } as const;
  expect(own({ target: button, expected: [{ type: 'text', text: 'Pressed' }] })).toContain(
    `await expect(editor.getByRole('button', { name: 'Pressed', exact: true })).toBeVisible();`,
  );
  const selected = { type: 'state', state: 'selected', is: true } as const;
  expect(own({ target: target('role=ListItem name="Blue"'), expected: [selected] })).toContain(
    `getByRole('listitem', { name: 'Blue', exact: true, includeHidden: true })).toBeSelected();`,
  );
  const launch: Step['action'] = { type: 'launch', command: '/usr/bin/editor', args: ['a b'] };
  const started = {
    ...specRecording,
    steps: [
      { ...first!, action: launch, target: null },
      { ...first!, id: 'b' },
    ],
  };
  expect(exportRecording(started, 'playwright').text).toMatch(
    /{\n.*\n  const editor = await desktop.launch\('\/usr\/bin\/editor', \['a b'\]\);/,
  );
});

it('scripts start programs as the user did, or say how', () => {
  const used = { app: 'editor', className: '' };
  const steps = [{ ...specRecording.steps[0]!, window: used }];
  const inAll = (programs: Recording['programs']) =>
    ['playwright', 'typescript', 'python'].map((id) => exportRecording({ ...specRecording, steps, programs }, id).text);
  const program = { ...used, command: 'python3', args: ["it's.py", '--', '-a\n'], folder: '/home/ann' };
  const [playwright, typescript, python] = inAll([program]);
  expect(playwright).toContain(
    String.raw`const editor = await desktop.launch('python3', ['it\'s.py', '--', '-a\n'], { folder: '/home/ann' });`,
  );
  expect(typescript).toContain(
    `// Start before, unless it is open:\n//   python3 'it'\\''s.py' -- '-a ' (in /home/ann)\n\n`,
  );
  expect(python).toContain(`# Start before, unless it is open:\n#   python3 'it'\\''s.py' -- '-a ' (in /home/ann)\n\n`);
  const [unknown, ...others] = inAll([{ ...used, args: [] }]);
  expect(unknown).toContain(`await desktop.launch(unknown('The recording does not say how “editor” was started.'));`);
  for (const script of others) expect(script).toContain('editor (how it was started is not known)');
});

it('playwright makes the calls of replay where locators do less', () => {
  const [first] = specRecording.steps;
  const own = (step: Partial<Step>) => exporterOf('playwright').stringifyStep({ ...first!, ...step });
  const target = (selector: string, kind: RankedSelector['kind']) => ({
    ...first!.target!,
    selectors: [{ ...first!.target!.selectors[0]!, selector, kind }],
  });
  const click: Step['action'] = { type: 'click', button: 'left', count: 1, modifiers: [], at: { x: 7, y: 9 } };
  const expected = [{ type: 'shows', element: { controlType: 'Edit', name: '', selector: 'id="new"' } }] as const;
  const byPicture = own({ target: target('text="gamma.txt" picture="UklG"', 'picture'), expected: [...expected] });
  expect(byPicture).toMatch(/await desktop\.call\('step_click', {[^]*picture=[^]*expected: \[{ type: "shows"[^]*}\);$/);
  expect(own({ target: null, action: click })).toMatch(/'step_click_place', {[^]*at: { x: 7, y: 9 }/);
  const around = { picture: 'UklG', at: { x: 3, y: 4 }, size: { width: 9, height: 9 } };
  expect(own({ action: click, around })).toMatch(/'step_click', {[^]*around: {/);
  expect(own({ action: { ...click, count: 3 } })).toMatch(/'step_click', {[^]*count: 3/);
  expect(own({ action: { type: 'scroll', notches: -3 } })).toMatch(/'step_scroll', {[^]*notches: -3/);
  expect(own({ target: null, action: { type: 'placeWindow', to: { x: 1, y: 2 } } })).toContain(`'step_place_window'`);
  const secret = { type: 'typeText', text: '', secret: 'PIN' } as const;
  expect(own({ action: secret, unseen: true })).toContain(`text: secret('DESKSCOPE_SECRET_PIN'),`);
});

it('typescript compiles against the real client package', { timeout: 30_000 }, () => {
  const { text } = exportRecording(specRecording, 'typescript');
  expect(compile(text)).toEqual([]);
});

describe('ui-automation', () => {
  const { text } = exportRecording(specRecording, 'ui-automation');
  const objects = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

  it('is one object per step, besides its notes', () => {
    const acting = specRecording.steps.filter(({ action }) => action.type !== 'expect');
    expect(objects.filter((line) => !('note' in line))).toHaveLength(acting.length);
  });

  it('is a valid input of the tool, or none', () => {
    for (const line of objects) {
      const shape = uiAutomationTool.input.safeParse(line);
      expect(shape.success, JSON.stringify(line)).toBe('action' in line);
    }
  });

  it('finds by name, control type and automation id', () => {
    const windowHandle = 'Report "Q3" \\ draft';
    expect(objects[0]).toEqual({ action: 'find_and_click', name: 'Save "as"', controlType: 'Button', windowHandle });
    expect(objects[4]).toEqual({
      action: 'find_and_type',
      name: 'Name',
      controlType: 'Edit',
      automationId: 'save',
      windowHandle,
      text: specRecording.steps[4]!.action.type === 'setText' && specRecording.steps[4]!.action.text,
      clearFirst: true,
    });
  });

  it('reports unsupported actions instead of omitting them', () => {
    expect(objects[1]).toMatchObject({ unsupported: expect.stringContaining('Double-click') as string });
    expect(objects.filter((o) => 'unsupported' in o)).toHaveLength(17);
    expect(objects.at(-1)).toEqual({ off: 'Click Button “Save "as"”' });
  });

  it('waits for expected elements, and reports what it does not check', () => {
    const element = { controlType: 'Text', name: 'Saved', selector: 'name="Saved"' } as const;
    const step: Step = { ...specRecording.steps[0]!, expected: [{ type: 'shows', element }, { type: 'windowCloses' }] };
    const [, wait, note] = uiAutomation
      .stringifyStep(step)
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(wait).toEqual({
      action: 'wait_for',
      name: 'Saved',
      controlType: 'Text',
      windowHandle: 'Report "Q3" \\ draft',
    });
    expect(note).toEqual({ note: `not checked here: expects that ${describeExpectation({ type: 'windowCloses' })}` });
  });
});

/** Prints a script's calls as JSON, with stdin and inputs from its first argument, and secrets as placeholders. */
const readPythonCalls = `
import ast, json, sys, types
class Environment(dict):
    def __missing__(self, name):
        return "\${" + name + "}"
script = ast.parse(sys.stdin.buffer.read())
known = {"inputs": json.loads(sys.argv[1]), "os": types.SimpleNamespace(environ=Environment())}
helpers = [node for node in script.body if isinstance(node, ast.FunctionDef)]
exec(compile(ast.Module(helpers, []), "script", "exec"), known)
calls = []
for node in ast.walk(script):
    if isinstance(node, ast.Await) and getattr(node.value.func, "id", "") == "step":
        _, *said = node.value.args
        calls.append([eval(compile(ast.Expression(one), "script", "eval"), known) for one in said])
print(json.dumps(calls))
`;

function callsOfTypeScript(text: string): unknown {
  const file = ts.createSourceFile('script.ts', text, ts.ScriptTarget.ES2022, true);
  const calls: unknown[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isAwaitExpression(node) &&
      ts.isCallExpression(node.expression) &&
      node.expression.expression.getText() === 'step'
    ) {
      const args = node.expression.arguments.map((arg) => arg.getText()).join(', ');
      calls.push(
        runInNewContext(`[${args}]`, {
          env: (name: string) => `\${${name}}`,
          inputs: Object.fromEntries(inputsOf(specRecording).map(({ name, value }) => [name, value])),
        }),
      );
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return JSON.parse(JSON.stringify(calls));
}

/** Errors of the compiler in strict mode, with this folder's packages. */
function compile(text: string): string[] {
  // Paths as the compiler writes them, on Windows too.
  const name = `${process.cwd().replaceAll('\\', '/')}/exported-script.ts`;
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    types: ['node'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const host = ts.createCompilerHost(options);
  const real = { ...host };
  host.getSourceFile = (file, version) =>
    file === name ? ts.createSourceFile(file, text, version) : real.getSourceFile(file, version);
  host.fileExists = (file) => file === name || real.fileExists(file);
  host.readFile = (file) => (file === name ? text : real.readFile(file));
  const program = ts.createProgram([name], options, host);
  return ts.getPreEmitDiagnostics(program).map((d) => ts.flattenDiagnosticMessageText(d.messageText, '\n'));
}

it.each(['dogtail', 'pywinauto', 'flaui', 'ui-automation'])('%s fails at targets that only a picture finds', (id) => {
  const { picture: _, ...target } = specRecording.steps[0]!.target!;
  const selectors = [
    { selector: 'text="7" picture="UklGR"', kind: 'picture', grade: 'C', matchCount: 1, elapsedMs: 9 } as const,
  ];
  const steps = [{ ...specRecording.steps[0]!, target: { ...target, name: '7', selectors } }];
  const { text } = exportRecording({ ...specRecording, steps }, id);
  expect(text).toMatch(/finds nothing by its picture|found by its picture, which only Deskscope does/);
  expect(text).not.toContain('find_and_click');
});
