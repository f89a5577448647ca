import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeStep, parseRecording } from '#contract/model/recordings/recording';
import type { ToolCall } from '#contract/model/tools/tool-call';
import { createBench } from '../tools/testing/run-tools.ts';
import { exportRecording } from './exporters/list.ts';
import { toRecording } from './importers/imported.ts';
import { importToolCalls } from './importers/tool-calls.ts';
import { emptyRecording } from './editing/edit.ts';
import { secretPlaceholder } from '../dialects/element.ts';
import { stepCall } from '../dialects/steps.ts';
import { desktopRecording } from './testing/desktop-recording.ts';

/** Scripts that an earlier version of Deskscope exported from one recording, unchanged since. */
const kept = (name: string) => readFileSync(path.join(import.meta.dirname, 'testing/kept', name), 'utf8');
const recording = parseRecording(JSON.parse(kept('recording.json')));
const stepCalls = JSON.parse(kept('step-calls.json')) as readonly {
  readonly tool: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}[];

it('the recording is that of the scripted desktop', async () => {
  const bench = await createBench();
  const now = await desktopRecording(bench.engine);
  await bench.close();
  expect(JSON.parse(JSON.stringify(now))).toEqual(JSON.parse(kept('recording.json')));
});

describe('an old export', () => {
  it('is exported as MCPToolCalls of UFO', () => {
    expect(JSON.parse(exportRecording(recording, 'ufo-json').text)).toEqual(JSON.parse(kept('mcp-tool-calls.json')));
  });

  it('is exported as lines of ui_automation', () => {
    expect(exportRecording(recording, 'ui-automation').text).toBe(kept('ui-automation.jsonl'));
  });

  it('is exported as steps', () => {
    const enabled = recording.steps.filter((step) => step.enabled);
    const calls = enabled.map((step) => stepCall(step, secretPlaceholder));
    const keyed = calls.map(({ tool, parameters }) => ({ tool: `action::${tool}`, parameters }));
    expect(JSON.parse(JSON.stringify(keyed))).toEqual(stepCalls);
  });
});

describe('calls of UFO exported by an earlier version', () => {
  const empty = emptyRecording('imported', '2026-01-01T00:00:00.000Z');

  it('are read as the original recording', () => {
    expect(toRecording(importToolCalls(kept('mcp-tool-calls.json')), empty)).toEqual(recording);
  });

  it('are read as steps even without their metadata', () => {
    const calls = JSON.parse(kept('mcp-tool-calls.json')) as ToolCall[];
    const bareCalls = calls.map(({ meta: _, ...call }) => call);
    const imported = toRecording(importToolCalls(JSON.stringify(bareCalls)), empty);
    expect(imported.steps.map(describeStep)).toMatchInlineSnapshot(`
      [
        "Click Button “7”",
        "Click Button “8”",
        "Double-click Button “C” with ctrl+shift",
        "Right-click Edit “Display”",
        "Back-click at 4979, 1658",
        "Double-click at 5021, 9192 with alt",
        "Drag from 4153, 1384 to 847, 4123",
        "Middle-drag from 393, 260 to 2500, 260",
        "Drag from 558, 4205 to 2128, 4945",
        "Drag from 558, 4205 to 3037, 4315",
        "Set Edit “Name” to “Anna "q" \\ \${x} \`1\` {ENTER} ~ Größe”",
        "Set Edit “Password” to the secret PASSWORD",
        "Type “ more” into Edit “Name”",
        "Click Button “Send”",
        "Click Button “Remove”",
        "Click Document “Text”",
        "Type “a b{c}~+^%(d)”",
        "Press Enter",
        "Type “end”",
        "Type the secret TYPED into Document “Text”",
        "Press ctrl+a in Document “Text”",
        "Press ArrowLeft 3 times",
        "Press ctrl+s",
        "Press Escape",
        "Scroll down 2 in List “Rows”",
        "Scroll up 1",
        "Scroll down 3 in List “Rows”",
        "Minimise the window “Form”",
        "Restore the window “Form”",
        "Maximise the window “Form”",
        "Restore the window “Form”",
        "Give the window “Form” the full screen",
        "Restore the window “Form”",
        "Keep the window “Form” above all others",
        "Keep the window “Form” above all others no longer",
        "Bring the window “Form” to the front",
        "Move the window “Form” to 800, 70 and resize it to 360 × 540",
        "Resize the window “Form” to 350 × 530",
        "Start “notes --new a "b" c”",
        "Wait 0.02 s",
        "Close the window “Notes”",
      ]
    `);
  });
});
