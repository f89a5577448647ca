import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeStep, parseRecording, type Step } from '#contract/model/recordings/recording';
import { exportRecording } from '../exporters/list.ts';
import { importRecording, looksImportable } from './import-recording.ts';
import { specRecording } from '../testing/spec-recording.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'import-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const now = '2026-01-01T00:00:00.000Z';
const importText = (text: string, name = 'calls.json') => {
  writeFileSync(path.join(folder, name), text);
  return importRecording(path.join(folder, name), now);
};
const calls = (...list: unknown[]) => importText(JSON.stringify(list, null, 2));
const call = (tool_name: string, parameters: Record<string, unknown>) => ({ tool_name, parameters });
const sentences = ({ steps }: { steps: readonly Step[] }) => steps.map(describeStep);

describe('our own export', () => {
  it('is read back without any loss', async () => {
    const steps: Step[] = [
      { ...specRecording.steps[0]!, id: 'off', enabled: false },
      ...specRecording.steps,
      {
        ...specRecording.steps[0]!,
        id: 'keyless',
        action: { type: 'pressKeys', keys: 'altgr+MediaPlayPause', repeat: 2 },
      },
      {
        ...specRecording.steps[1]!,
        id: 'expecting',
        expected: [{ type: 'windowCloses' }, { type: 'text', text: '"\u202e\n' }],
      },
      { ...specRecording.steps[0]!, id: 'off too', enabled: false },
    ];
    const recording = parseRecording({ ...specRecording, steps });
    expect(await importText(exportRecording(recording, 'json').text)).toEqual({ recording, notes: [] });
  });

  it('has the edits, and keeps what a call cannot express', async () => {
    const [, , , , entered] = specRecording.steps;
    const step: Step = { ...entered!, expected: [{ type: 'windowCloses' }] };
    const exported = JSON.parse(exportRecording({ ...specRecording, steps: [step] }, 'json').text) as {
      parameters: Record<string, unknown>;
    }[];
    exported[0]!.parameters['text'] = 'edited';
    exported[0]!.parameters['selector'] = 'role=Edit name="Other"';
    const { recording } = await calls(...exported);
    expect(recording.name).toBe(specRecording.name);
    expect(recording.steps[0]).toMatchObject({
      id: step.id,
      action: { type: 'setText', text: 'edited' },
      target: { controlType: 'Edit', selectors: [{ selector: 'role=Edit name="Other"', grade: 'B' }, { grade: 'E' }] },
      expected: [{ type: 'windowCloses' }],
    });
  });
});

describe('steps in an edited export', () => {
  const kept = path.join(import.meta.dirname, '../testing/kept/recording.json');
  const recorded = parseRecording(JSON.parse(readFileSync(kept, 'utf8')));
  const edited = async (id: string, edit: (parameters: Record<string, unknown>) => void) => {
    const step = recorded.steps.find((one) => one.id === id)!;
    const [one] = JSON.parse(exportRecording({ ...recorded, steps: [step], groups: [] }, 'json').text) as [
      { parameters: Record<string, unknown> },
    ];
    edit(one.parameters);
    const { recording } = await calls(one);
    return { step, again: recording.steps[0]! };
  };

  it('press at their positions, and keep their expected effects', async () => {
    const { step, again } = await edited('s1', (parameters) => {
      parameters['at'] = { x: 9, y: 10 };
      parameters['timeout_ms'] = 9_000;
      delete parameters['expected'];
    });
    const { expected: _, ...rest } = step;
    expect(again).toEqual({
      ...rest,
      action: { ...step.action, at: { x: 9, y: 10 } },
      timeoutMs: 9_000,
      group: undefined,
    });
    const middle = await edited('s1', (parameters) => {
      delete parameters['at'];
      delete parameters['size'];
    });
    expect(middle.again.action).toMatchObject({ at: { x: 26, y: 21 } });
  });

  it('drag from the recorded window position to the recorded target', async () => {
    const { step, again } = await edited('s10', (parameters) => (parameters['to'] = { x: 41, y: 30 }));
    const { to } = step.action as { to: { x: number; y: number } };
    expect(again).toEqual({ ...step, action: { ...step.action, to: { x: to.x + 1, y: to.y } } });
  });

  it('express no more than they contain', async () => {
    const { step, again } = await edited('s27', (parameters) => delete parameters['until']);
    const { until: _, ...rest } = step;
    expect(again).toEqual(rest);
  });

  it('act on their elements', async () => {
    const { again } = await edited('s1', (parameters) => (parameters['selector'] = 'role=Button name="9"'));
    expect(again.target).toMatchObject({ selectors: [{ selector: 'role=Button name="9"', kind: 'name' }] });
  });
});

describe('calls written by hand', () => {
  it('are steps', async () => {
    const { recording, notes } = await calls(
      call('select_application_window', { id: '1', name: 'Calc' }),
      call('click_input', { id: '3', name: 'Seven' }),
      {
        tool_key: 'action::click_input',
        parameters: { selector: 'role=Button id="x" nth=1', double: true, button: 'x' },
      },
      call('click_on_coordinates', { x: 0.25, y: 1, button: 'right' }),
      call('drag_on_coordinates', { start_x: 0, start_y: 0.5, end_x: 1, end_y: 0.5 }),
      call('set_edit_text', { name: 'Name', text: 'Anna', clear_current_text: true }),
      call('set_edit_text', { name: 'Name', text: '${DESKSCOPE_SECRET_PIN}', clear_current_text: true, secret: true }),
      call('set_edit_text', { name: 'Name', text: ' more' }),
      call('keyboard_input', { name: 'Name', keys: 'a b{ENTER}{VK_CONTROL}s{TAB 2}' }),
      call('wheel_mouse_input', { name: 'List', wheel_dist: -3 }),
      call('wait', { seconds: 0.25 }),
      call('texts', { name: 'x' }),
      call('run_shell', { bash_command: 'rm' }),
    );
    expect(sentences(recording)).toEqual([
      'Click Custom “Seven”',
      'Double-click Button',
      'Right-click at 2500, 9999',
      'Drag from 0, 5000 to 9999, 5000',
      'Set Custom “Name” to “Anna”',
      'Set Custom “Name” to the secret PIN',
      'Type “ more” into Custom “Name”',
      'Type “a b” into Custom “Name”',
      'Press Enter in Custom “Name”',
      'Press ctrl+s in Custom “Name”',
      'Press Tab 2 times in Custom “Name”',
      'Scroll down 3 in Custom “List”',
      describeStep({ action: { type: 'wait', ms: 250 }, target: null }),
    ]);
    expect(new Set(recording.steps.map(({ window }) => window.title))).toEqual(new Set(['Calc']));
    expect(parseRecording(JSON.parse(JSON.stringify(recording)))).toEqual(recording);
    expect(notes).toEqual([
      expect.stringMatching(/^Line \d+: “texts” is left out: it only looks/),
      expect.stringMatching(/^Line \d+: “run_shell” is left out: starting a program/),
    ]);
  });

  it('act on the window that they name, else on the selected one', async () => {
    const { recording } = await calls(
      call('select_application_window', { id: '1', name: 'Calc' }),
      call('maximize_window', {}),
      call('set_fullscreen', { title: 'Notes', app: 'editor', on: false }),
      call('move_window', { x: 1, y: 2, width: 300, height: 200 }),
      call('launch_app', { command: 'galculator', args: ['--x'], only_if_not_running: true }),
    );
    expect(recording.steps.map(({ action, window }) => [action, window])).toEqual([
      [{ type: 'window', act: 'maximize' }, { title: 'Calc' }],
      [
        { type: 'window', act: 'restore' },
        { title: 'Notes', app: 'editor' },
      ],
      [{ type: 'placeWindow', to: { x: 1, y: 2 }, size: { width: 300, height: 200 } }, { title: 'Calc' }],
      [{ type: 'launch', command: 'galculator', args: ['--x'] }, {}],
    ]);
  });

  it.each([
    ['[\n {"tool_name": "close_window", "parameters": {"handle": "0x1"}}]', /Line 2: parameters\.handle: .*say title/],
    ['[\n {"tool_name": "move_window", "parameters": {"x": 1, "y": 2, "width": 3}}]', /Line 2: .*width and height/],
    ['[\n  {"tool_name": "wait"},\n  {"tool_name" "x"}\n]', /colon expected at line 3/],
    ['[\n  {"tool_name": "click_input", "parameters": {"name": "a"}},\n  7\n]', /Line 3: .*expected object/],
    ['[\n  {"tool_name":\n 5}\n]', /Line 3: tool_name: /],
    ['[\n\n  {"parameters": {}}\n]', /Line 3: tool_name is missing/],
    ['[\n {"tool_name": "click_input",\n "parameters": {"id": "3"}}]', /Line 2: “click_input” names no element/],
    ['[\n {"tool_name": "click_on_coordinates", "parameters": {"x": 2, "y": 0}}]', /Line 2: parameters\.x: /],
    ['[\n {"tool_name": "keyboard_input", "parameters": {"keys": "{NOPE}"}}]', /Line 2: .*there is no key \{NOPE\}/],
    ['[\n {"tool_name": "click_input", "parameters": {"selector": "nonsense"}}]', /Line 2: The selector/],
    ['{"version": 1, "steps": 3}', /Not a Deskscope recording: id/],
    ['hello', /is not JSON/],
  ])('%s is refused with its line', async (text, message) => {
    await expect(importText(text)).rejects.toMatchObject({
      code: 'invalid_parameter',
      message: expect.stringMatching(message) as string,
    });
    await expect(importText(text)).rejects.toThrow('calls.json');
  });
});

describe("the file of Windows' Steps Recorder", () => {
  const each = (action: string, stack: string, description = 'User did something in &quot;Untitled&quot;') => `
      <EachAction ActionNumber="1" Time="8:33:14 PM" FileName="NOTEPAD.EXE" CommandLine="x &gt; y">
        <Description>${description}</Description>
        <Action>${action}</Action>
        <CursorCoordsXY>150,151</CursorCoordsXY>
        <UIAStack>${stack}</UIAStack>
      </EachAction>`;
  const window =
    '<Level BoundingRectangle="100,100,800,600" ClassName="Notepad" ControlType="50032" Name="Untitled" />';
  const save =
    '<Level BoundingRectangle="140,141,40,20" ControlType="50000" Name="Save &amp; &quot;close&quot;" AutomationId="save" />';
  const file = (...actions: string[]) => `From:
MIME-Version: 1.0
Content-Type: multipart/related; type="text/html";
  boundary="=_NextPart"

<Report><UserActionData><RecordSession>${actions.join('')}
</RecordSession></UserActionData></Report>`;

  it('has key names, prompts for each text separately, and reports missed input', async () => {
    const edit = '<Level ControlType="50004" Name="Text" />' + window;
    const typed = (keys: string) =>
      each('Keyboard Input', edit, `User keyboard input on &quot;Text (edit)&quot;${keys}`);
    const { recording, notes } = await importText(
      file(
        typed(' [... Enter]'),
        typed(' [Ctrl-S]'),
        typed(' [Shift-Page Down ...]'),
        typed(' [Ctrl-Alt-Nonsense]'),
        typed(''),
      ).replace('<RecordSession>', '<RecordSession ActionCount="5" MissedActionCount="3">'),
      'keys.mht',
    );
    expect(recording.steps.map(({ action }) => action)).toMatchObject([
      { type: 'typeText', secret: 'TYPED_TEXT' },
      { type: 'pressKeys', keys: 'Enter' },
      { type: 'pressKeys', keys: 'ctrl+s' },
      { type: 'pressKeys', keys: 'shift+PageDown' },
      { type: 'typeText', secret: 'TYPED_TEXT_2' },
      { type: 'typeText', secret: 'TYPED_TEXT_3' },
    ]);
    expect(notes).toContain('The recorder missed 3 actions: they are in no step.');
    expect(notes.join()).toContain('“Ctrl-Alt-Nonsense” is no key that is known here');
  });

  it.each([
    [50009, 'Menu'],
    [50018, 'Tab'],
    [50035, 'HeaderItem'],
    [50037, 'TitleBar'],
    [50040, 'AppBar'],
  ])('maps control type %i to %s', async (number, type) => {
    const leaf = `<Level BoundingRectangle="140,141,40,20" ControlType="${number}" Name="It" />`;
    const { recording } = await importText(file(each('Mouse Left Click', leaf + window)), 'x.mht');
    expect(recording.steps[0]?.target?.controlType).toBe(type);
  });

  it('has the position of a click without elements if another step has the bounds of its window', async () => {
    const click = each('Mouse Left Click', '', 'User left click in &quot;Untitled&quot;');
    const { recording, notes } = await importText(file(click, each('Mouse Right Click', window)), 'x.mht');
    expect(recording.steps[0]).toMatchObject({
      action: { type: 'click', at: { x: 50, y: 51 } },
      target: null,
      window: { title: 'Untitled' },
      windowBounds: { x: 100, y: 100 },
    });
    expect(notes[0]).toContain('no element is recorded');
  });

  it('is read in linear time', async () => {
    const many = file(...Array.from({ length: 5_000 }, () => each('Keyboard Input', window, 'x [...]')));
    const started = Date.now();
    const { recording } = await importText(many, 'long.mht');
    expect(recording.steps).toHaveLength(5_000);
    await importText(`${file()}${'<EachAction '.repeat(200_000)}`, 'open.mht').catch(() => undefined);
    expect(Date.now() - started).toBeLessThan(20_000);
  }, 60_000);

  it('has clicks with their elements, and unknown texts', async () => {
    const { recording, notes } = await importText(
      file(
        each('Mouse Left Click', save + window),
        each('Mouse Right Double Click', window),
        each('Keyboard Input', '<Level ControlType="50004" Name="Text" />' + window),
        each('Mouse Drag', window),
        each('Mouse Left Click', ''),
      ),
      'Recording_1.mht',
    );
    expect(recording).toMatchObject({ name: 'Recording_1', platform: 'windows' });
    expect(sentences(recording)).toEqual([
      'Click Button “Save & "close"”',
      'Double-click at 50, 51',
      'Type the secret TYPED_TEXT into Edit “Text”',
    ]);
    expect(recording.steps[0]).toMatchObject({
      action: { at: { x: 10, y: 10 } },
      window: { title: 'Untitled', app: 'notepad', className: 'Notepad' },
      target: {
        selectors: [{ selector: 'id="save"' }, { kind: 'name' }],
        bounds: { x: 140, y: 141, width: 40, height: 20 },
      },
      windowBounds: { x: 100, y: 100, width: 800, height: 600 },
    });
    expect(notes).toEqual([
      expect.stringMatching(/^Line 19: the recorder kept no typed text/),
      expect.stringMatching(/^Line 25: .* is left out: it is a Mouse Drag/),
      expect.stringMatching(/^Line 31: .* is left out: it says of no element or window/),
    ]);
    expect(parseRecording(JSON.parse(JSON.stringify(recording)))).toEqual(recording);
  });

  it('is also read in its archive, with notes on what it lacks', async () => {
    const page = strToU8(file(each('Mouse Left Click', save + window)));
    const zip = path.join(folder, 'Recording.zip');
    const importZip = (files: Readonly<Record<string, Uint8Array>>) => {
      writeFileSync(zip, zipSync(files));
      return importRecording(zip, now);
    };
    const { recording } = await importZip({ 'Recording_2.mht': page });
    expect(sentences(recording)).toEqual(['Click Button “Save & "close"”']);
    expect(looksImportable(readFileSync(zip, 'latin1').slice(0, 500))).toBe(true);
    await expect(importZip({ 'a.txt': page })).rejects.toThrow(/Recording\.zip” contains no page \(\.mht\)/);
    await expect(importZip({ 'a.mht': page, 'b.mht': page })).rejects.toThrow(/2 pages/);
    writeFileSync(zip, readFileSync(zip).subarray(0, 60));
    await expect(importRecording(zip, now)).rejects.toThrow(/broken archive/);
  });
});

describe('the log of a UFO run', () => {
  const selecting = {
    agent_type: 'HostAgent',
    request: 'type hello in Calc',
    action: [
      {
        function: 'select_application_window',
        arguments: { id: '1', name: 'Calc' },
        target: { kind: 'window', name: 'Calc', id: '1', type: 'Window', rect: null },
        result: {
          status: 'success',
          result: {
            root_name: 'calc.exe',
            window_info: { title: 'Calc', class_name: 'Cls', rectangle: { x: 100, y: 100, width: 400, height: 600 } },
          },
        },
      },
    ],
  };
  const acting = (...action: unknown[]) => ({ agent_type: 'AppAgent', application_process_name: 'Calc', action });
  const click = {
    function: 'click_input',
    arguments: { id: '1', name: 'Seven', button: 'left', double: false },
    target: { kind: 'control', name: 'Seven', id: '1', type: 'Button', rect: [110, 110, 150, 150] },
    result: { status: 'success', error: null, result: 'Click action has been executed' },
  };
  const write = (...lines: unknown[]) =>
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');

  it('has steps with elements and positions, and failed ones disabled', async () => {
    mkdirSync(path.join(folder, 'run'));
    const failed = { ...click, result: { status: 'failure', error: 'gone' } };
    const place = {
      function: 'click_on_coordinates',
      arguments: { x: 0.5, y: 0.5 },
      target: null,
      result: { status: 'success' },
    };
    const text = write(
      selecting,
      acting(click, failed, place, { function: 'summary', arguments: { text: 'x' } }),
      'no JSON',
      acting(),
    );
    writeFileSync(path.join(folder, 'run', 'response.log'), text);
    const { recording, notes } = await importRecording(path.join(folder, 'run'), now);
    expect(recording).toMatchObject({ name: 'type hello in Calc', platform: 'windows', createdAt: now });
    expect(sentences(recording)).toEqual(['Click Button “Seven”', 'Click Button “Seven”', 'Click at 200, 300']);
    expect(recording.steps.map(({ enabled }) => enabled)).toEqual([true, false, true]);
    expect(recording.steps[0]).toMatchObject({
      window: { title: 'Calc', className: 'Cls' },
      target: {
        bounds: { x: 110, y: 110, width: 40, height: 40 },
        selectors: [{ selector: 'role=Button name="Seven"' }],
      },
    });
    expect(recording.steps[2]?.windowBounds).toEqual({ x: 100, y: 100, width: 400, height: 600 });
    expect(notes).toEqual([
      expect.stringMatching(/^Line 2: “summary”/),
      expect.stringMatching(/^Line 3: .*no line of UFO/),
    ]);
  });

  it('of version 2 uses other names', async () => {
    const line = {
      Agent: 'AppAgent',
      AgentName: 'x',
      Request: 'old',
      Action: [
        { Function: 'click_input', Args: { button: 'right' }, ControlText: 'Seven', Results: { status: 'success' } },
      ],
    };
    const { recording } = await importText(write(line), 'response.log');
    expect([recording.name, ...sentences(recording)]).toEqual(['old', 'Right-click Custom “Seven”']);
  });

  it('is found in a folder', async () => {
    await expect(importRecording(folder, now)).rejects.toThrow(/without response\.log/);
  });
});

describe('a session of Open Record/Replay', () => {
  const event = (kind: string, more: object = {}, seconds = 0) => ({
    id: 1,
    kind,
    timestamp: `2026-06-21T00:00:0${seconds}Z`,
    app: { name: 'Sample Chat' },
    window: { title: 'Chat' },
    ...more,
  });
  const session = (...events: object[]) => events.map((one) => JSON.stringify(one)).join('\n');
  const composer = { role: 'AXTextArea', description: 'composer' };
  const started = event('session.started', { app: undefined, window: undefined });

  it('has clicks, texts and keys; unsupported events are reported with their line', async () => {
    mkdirSync(path.join(folder, 'session'));
    const attach = { role: 'AXButton', title: '', description: 'Attach file', identifier: 'attach' };
    const secure = { role: 'AXTextField', subrole: 'AXSecureTextField', title: 'Password' };
    const text = session(
      started,
      event('window.changed', { ax: { mode: 'fullTree', text: 'x' } }),
      event('mouse.click', { mouse: { button: 'left', target: attach } }, 2),
      event('mouse.click', { mouse: { button: 'right', clickCount: 1, target: { role: 'AXGroup' } } }),
      event('selection.changed', { selection: { selectedItems: [] } }),
      event('mouse.drag', { mouse: { button: 'left', clickCount: 0, origin: {}, destination: {} } }),
      event('keyboard.text_input', { keyboard: { text: 'Hello there', target: composer } }),
      event('keyboard.text_input', { keyboard: { text: 'hunter2', target: secure } }),
      event('keyboard.submit', { keyboard: { keyEquivalent: 'return', target: composer } }),
      event('keyboard.shortcut', { keyboard: { keyEquivalent: 'command+option+shift++' }, window: undefined }),
      event('keyboard.shortcut', { keyboard: { keyEquivalent: 'command+key:122' } }),
    );
    writeFileSync(path.join(folder, 'session', 'session.json'), '{}');
    writeFileSync(path.join(folder, 'session', 'events.jsonl'), text);
    const { recording, notes } = await importRecording(path.join(folder, 'session'), now);
    expect(recording).toMatchObject({ name: 'session', platform: 'macos' });
    expect(sentences(recording)).toEqual([
      'Click Button “Attach file”',
      'Type “Hello there” into Edit “composer”',
      'Type the secret TYPED_TEXT into Edit “Password”',
      'Press Enter in Edit “composer”',
      'Press shift+alt+meta++',
    ]);
    expect(JSON.stringify(recording)).not.toContain('hunter2');
    expect(recording.steps[0]).toMatchObject({ at: 2_000, window: { title: 'Chat' }, target: { bounds: null } });
    expect(recording.steps[0]?.target?.selectors.map(({ selector }) => selector)).toEqual([
      'id="attach"',
      'role=Button name="Attach file"',
    ]);
    expect(recording.steps[4]?.window).toEqual({ app: 'Sample Chat' });
    expect(notes).toEqual([
      expect.stringMatching(/^Line 4: “mouse.click” is left out: it names no element/),
      expect.stringMatching(/^Line 5: “selection.changed” is left out/),
      expect.stringMatching(/^Line 6: “mouse.drag” is left out/),
      expect.stringMatching(/^Line 11: “keyboard.shortcut” is left out: there is no key command\+key:122/),
    ]);
    expect(parseRecording(JSON.parse(JSON.stringify(recording)))).toEqual(recording);
    expect(looksImportable(text.slice(0, 500))).toBe(true);
  });

  it.each([
    [session(started, { kind: 'mouse.click' }), /Line 2: timestamp: /],
    [session(started, event('mouse.click', { mouse: { button: 'fourth' } })), /Line 2: mouse\.button: /],
    [`${session(started)}\n{"kind"`, /Line 2: it is not JSON/],
  ])('%s is refused with its line', async (text, message) => {
    await expect(importText(text, 'events.jsonl')).rejects.toThrow(message);
  });
});
