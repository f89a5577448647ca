import { expect, it } from 'vitest';
import { allTools } from '../../tools/registry.ts';
import type { WindowFacts } from '../../tools/servers/window-management/window-facts.ts';
import { windowPrompt } from './prompts.ts';

const window = (handle: string, title: string, more: Partial<WindowFacts> = {}) =>
  ({ handle, title, app: 'app', pid: 7, active: false, state: 'normal', desktop: 0, ...more }) as WindowFacts;

it('lists the windows and how to switch to those that are not active', () => {
  const text = windowPrompt([
    window('0x1', 'Google Chrome', { app: 'chrome', pid: 1234, active: true }),
    window('0x2', 'Report', { state: 'minimized', desktop: 2 }),
    window('0x3', 'report (2)', { desktop: null }),
  ]);
  expect(text).toContain(
    [
      'You are controlling a computer with these windows open:',
      '1. “Google Chrome” (chrome, PID 1234, handle 0x1): active, desktop 0',
      '2. “Report” (app, PID 7, handle 0x2): minimized, desktop 2',
      '3. “report (2)” (app, PID 7, handle 0x3): all desktops',
    ].join('\n'),
  );
  expect(text).toContain('- focus_window(handle="0x2") - bring “Report” to the front');
  expect(text).toContain('- focus_window(title="report (2)") - bring');
  expect(text).not.toContain('focus_window(title="Google');
});

it('names tools that exist, and reports when nothing is open', () => {
  const text = windowPrompt([]);
  expect(text).toContain('with no window open.');
  const named = [...text.matchAll(/^- (\w+)\(/gm)].map((match) => match[1]);
  expect(named).toHaveLength(4);
  for (const name of named) expect(allTools.map((tool) => tool.name)).toContain(name);
});

it('keeps a title on its line', () => {
  expect(windowPrompt([window('0x1', 'a\n2. “Bank”')])).toContain('1. “a\\n2. "Bank"” (app');
});
