import { assertNever } from '../../base/assert-never.ts';
import type { Action, MouseButton } from '#contract/model/recordings/action';
import { splitChord } from '#contract/model/recordings/chord';
import type { Step } from '#contract/model/recordings/recording';
import type { WindowAction } from '#contract/model/windows/window';
import { secretVariable } from '../steps/secret-name.ts';
import { defineExporter } from './exporter.ts';
import { cannot, findable, runnerStep, type Spelling } from './foreign-runner.ts';
import { commentText, stringLiteral } from './literals.ts';

const indent = ' '.repeat(8);
const spelling: Spelling = {
  comment: '//',
  indent,
  fail: (why) => `throw new NotSupportedException(${stringLiteral(why)});`,
};

/** A program for FlaUI 4 or 5 (https://github.com/FlaUI/FlaUI), with UI Automation. */
export const flaui = defineExporter({
  id: 'flaui',
  label: 'C#, for FlaUI',
  group: 'Scripts',
  language: 'csharp',
  extension: 'cs',
  header: ({ name }) => header(name),
  step: (step, at) => runnerStep(step, at, spelling, () => act(step)),
  footer: () => '    }\n}',
});

function act(step: Step): readonly string[] {
  const { action } = step;
  switch (action.type) {
    case 'click': {
      const { button, count, modifiers, at } = action;
      const place = step.target ? `Middle(${elementOf(step)})` : `Inside(${windowOf(step)}, ${at.x}, ${at.y})`;
      const click = `Mouse.${count > 1 ? 'DoubleClick' : 'Click'}(${place}, ${buttons[button]});`;
      if (modifiers.length === 0) return [click];
      return [`using (Keyboard.Pressing(${modifiers.map(keyOf).join(', ')})) ${click}`];
    }
    case 'drag': {
      const { at, to, button } = action;
      const window = windowOf(step);
      return [
        `Mouse.Drag(Inside(${window}, ${at.x}, ${at.y}), Inside(${window}, ${to.x}, ${to.y}), ${buttons[button]});`,
      ];
    }
    case 'hover':
      return [`Mouse.MoveTo(Middle(${elementOf(step)}));`];
    case 'setText':
      return [`${elementOf(step)}.AsTextBox().Text = ${textLiteral(action)};`];
    case 'typeText':
      return [focus(step), `Keyboard.Type(${textLiteral(action)});`];
    case 'pressKeys': {
      const press = `Keyboard.TypeSimultaneously(${keysOf(action.keys).join(', ')});`;
      return [focus(step), ...Array.from({ length: action.repeat }, () => press)];
    }
    case 'scroll': {
      const place = `Middle(${step.target ? elementOf(step) : windowOf(step)})`;
      return [`Mouse.MoveTo(${place});`, `Mouse.Scroll(${action.notches});`];
    }
    case 'launch':
      return startLines(action);
    case 'window':
      return [onWindow(step, action.act)];
    case 'placeWindow': {
      const transform = `${windowOf(step)}.Patterns.Transform.Pattern`;
      const { to, size } = action;
      return [
        ...(to ? [`${transform}.Move(${to.x}, ${to.y});`] : []),
        ...(size ? [`${transform}.Resize(${size.width}, ${size.height});`] : []),
      ];
    }
    case 'expect':
      return [];
    case 'wait':
      return [`Thread.Sleep(${action.ms});`];
    default:
      return assertNever(action);
  }
}

function startLines({ command, args, folder }: Extract<Action, { type: 'launch' }>): readonly string[] {
  const folderLine = folder === undefined ? [] : [`start.WorkingDirectory = ${stringLiteral(folder)};`];
  return [
    '{',
    `var start = new System.Diagnostics.ProcessStartInfo(${stringLiteral(command)});`,
    ...args.map((arg) => `start.ArgumentList.Add(${stringLiteral(arg)});`),
    ...folderLine,
    'System.Diagnostics.Process.Start(start);',
    '}',
  ];
}

function onWindow(step: Step, act: WindowAction): string {
  const window = windowOf(step);
  if (act === 'close') return `${window}.AsWindow().Close();`;
  if (act === 'focus') return `${window}.Focus();`;
  const state = visualStates[act];
  if (state === undefined) throw cannot('FlaUI has no such act on a window');
  return `${window}.Patterns.Window.Pattern.SetWindowVisualState(WindowVisualState.${state});`;
}

const visualStates: Partial<Record<WindowAction, string>> = {
  minimize: 'Minimized',
  maximize: 'Maximized',
  restore: 'Normal',
};

const buttons: Readonly<Record<MouseButton, string>> = {
  left: 'MouseButton.Left',
  right: 'MouseButton.Right',
  middle: 'MouseButton.Middle',
  back: 'MouseButton.XButton1',
  forward: 'MouseButton.XButton2',
};

/** FlaUI's VirtualKeyShort. */
const keys: Readonly<Record<string, string>> = {
  ctrl: 'CONTROL',
  shift: 'SHIFT',
  alt: 'ALT',
  meta: 'LWIN',
  altgr: 'RMENU',
  Enter: 'ENTER',
  Tab: 'TAB',
  Space: 'SPACE',
  Escape: 'ESC',
  Backspace: 'BACK',
  Delete: 'DELETE',
  Insert: 'INSERT',
  Home: 'HOME',
  End: 'END',
  PageUp: 'PRIOR',
  PageDown: 'NEXT',
  ArrowLeft: 'LEFT',
  ArrowUp: 'UP',
  ArrowRight: 'RIGHT',
  ArrowDown: 'DOWN',
  ContextMenu: 'APPS',
};

function keysOf(chord: string): readonly string[] {
  const { modifiers, key } = splitChord(chord);
  return [...modifiers, key].map(keyOf);
}

function keyOf(name: string): string {
  const known = Object.hasOwn(keys, name) ? keys[name] : undefined;
  if (known !== undefined) return `VirtualKeyShort.${known}`;
  if (/^F([1-9]|1\d|2[0-4])$/.test(name)) return `VirtualKeyShort.${name}`;
  if (/^[a-z0-9]$/.test(name)) return `VirtualKeyShort.KEY_${name.toUpperCase()}`;
  throw cannot(`FlaUI has no name for ${commentText(name)}`);
}

function windowOf({ window: { title = '', className = '' } }: Step): string {
  if (title) return `Find(desktop, by => by.ByName(${stringLiteral(title)}))`;
  if (className) return `Find(desktop, by => by.ByClassName(${stringLiteral(className)}))`;
  throw cannot('it names no window');
}

function elementOf(step: Step): string {
  if (!step.target) throw cannot('it names no element');
  const { id, name } = findable(step.target);
  const by = id ? `ByAutomationId(${stringLiteral(id)})` : name && `ByName(${stringLiteral(name)})`;
  if (!by) throw cannot('FlaUI finds no element without a name or an id');
  return `Find(${windowOf(step)}, by => by.${by}.And(by.ByControlType(ControlType.${step.target.controlType})))`;
}

function focus(step: Step): string {
  return `${step.target ? elementOf(step) : windowOf(step)}.Focus();`;
}

function textLiteral({ text, secret }: { readonly text: string; readonly secret?: string | undefined }): string {
  return secret === undefined ? stringLiteral(text) : `Secret(${stringLiteral(secretVariable(secret))})`;
}

function header(name: string): string {
  return `// ${commentText(name)}, recorded with Deskscope.
//
// Untried: no test of Deskscope runs what it writes for FlaUI. Read it before you run it.
// dotnet add package FlaUI.UIA3

using System;
using System.Drawing;
using System.Threading;
using FlaUI.Core.AutomationElements;
using FlaUI.Core.Conditions;
using FlaUI.Core.Definitions;
using FlaUI.Core.Input;
using FlaUI.Core.Tools;
using FlaUI.Core.WindowsAPI;
using FlaUI.UIA3;

public static class Recorded
{
    static AutomationElement Find(AutomationElement top, Func<ConditionFactory, ConditionBase> by)
    {
        return Retry.WhileNull(() => top.FindFirstDescendant(by), TimeSpan.FromSeconds(5), throwOnTimeout: true).Result;
    }

    static Point Middle(AutomationElement element)
    {
        var area = element.BoundingRectangle;
        return new Point(area.X + area.Width / 2, area.Y + area.Height / 2);
    }

    static Point Inside(AutomationElement window, int x, int y)
    {
        var area = window.BoundingRectangle;
        return new Point(area.X + x, area.Y + y);
    }

    static string Secret(string name)
    {
        return Environment.GetEnvironmentVariable(name) ?? throw new InvalidOperationException("Set " + name + ".");
    }

    public static void Main()
    {
        var automation = new UIA3Automation();
        var desktop = automation.GetDesktop();`;
}
