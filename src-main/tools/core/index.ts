import { z } from 'zod';
import { formatSelector } from '#contract/model/elements/selector';
import { modifier } from '#contract/model/schemas/action';
import type { Tool } from '../define-tool.ts';
import { eventStreamStart, eventStreamStatus, eventStreamStop } from '../servers/skills/event-stream.ts';
import { listSkills, runSkill } from '../servers/skills/skills.ts';
import { findAndClick, findAndSelect } from '../servers/ui-automation/actions/find-and-act.ts';
import { find } from '../servers/ui-automation/actions/find.ts';
import { getText } from '../servers/ui-automation/actions/get-text.ts';
import { waitFor } from '../servers/ui-automation/actions/wait-for.ts';
import { clickAt, drag, hover } from '../servers/ui-automation/elements/pointer.ts';
import { pressKeys } from '../servers/ui-automation/elements/keyboard.ts';
import { screenshot } from '../servers/ui-automation/elements/screenshot.ts';
import { scroll } from '../servers/ui-automation/elements/scroll.ts';
import { snapshot } from '../servers/ui-automation/elements/snapshot.ts';
import { focusWindow } from '../servers/window-management/focusing.ts';
import { launchApp } from '../servers/window-management/launching.ts';
import { brief, button, element, name, offset, pixels, places, region, target, timeout, window } from './brief.ts';
import { firstTools } from './first.ts';
import { oneNotation, setState, typeText } from './typing.ts';
import { alsoCalled, inText, onePlace, oneOrTwoClicks, oneRectangle, oneWindow, twoPlaces } from './other-forms.ts';

/** Lines of a snapshot per page. */
const linesAtOnce = 100;

/** Pixels; models do not see more of a wider picture. */
const pictureWidth = 1_568;

const commandNames = ['app', 'app_name', 'name', 'path', 'program', 'application', 'cmd', 'executable'];

/** Playwright’s wait states, and those of other servers. */
const otherStates: Readonly<Record<string, string>> = {
  visible: 'appears',
  attached: 'appears',
  exists: 'appears',
  present: 'appears',
  shown: 'appears',
  appear: 'appears',
  hidden: 'disappears',
  detached: 'disappears',
  gone: 'disappears',
  absent: 'disappears',
  removed: 'disappears',
  disappear: 'disappears',
};

/** The tools of most tasks, with one vocabulary and short schemas. */
export const coreTools: readonly Tool[] = [
  ...firstTools,
  brief(focusWindow, {
    description: 'Bring a desktop window to the front.',
    shown: {
      window: window.optional().describe('Its title or a part of it, program, pid or handle.'),
      task: z.string().optional().describe('Or words of a task that clearly means one.'),
    },
    reads: (given) => {
      const { window: named, ...rest } = oneWindow(alsoCalled(given, 'window', ['name']));
      if (typeof named === 'string') return { ...rest, called: named };
      return typeof named === 'object' ? { ...rest, ...named } : rest;
    },
  }),
  brief(snapshot, {
    description:
      'Look at a desktop window, to use or control its app: a line for each element that can be used, with its ref.',
    wishes: 'use control work with app read screen',
    shown: {
      window: window.optional(),
      element: element.optional().describe('Only what is inside: its ref.'),
      all: z.boolean().optional().describe('Also texts, pictures and groups.'),
      changes_only: z.boolean().optional().describe('Only what is new since the last look.'),
      places: places.optional(),
      offset: offset.optional(),
    },
    reads: ({ all, element: inside, ...given }) => ({
      interactive_only: all === undefined || (typeof all === 'boolean' ? !all : all),
      max_elements: linesAtOnce,
      ...(inside !== undefined && { parent: inside }),
      ...given,
    }),
  }),
  brief(find, {
    description: 'Find elements of a desktop window by name, type or selector.',
    shown: {
      ...target,
      element: z.string().optional().describe('A selector: role=Button name="Save".'),
      places: places.optional(),
      offset: offset.optional(),
    },
    reads: ({ element: selected, ...given }) => ({
      ...alsoCalled(given, 'control_type', ['role', 'type']),
      ...(selected !== undefined && { selector: selected }),
    }),
  }),
  brief(getText, {
    description: 'Read the text of a desktop window, or of an element in it.',
    shown: { window: window.optional(), element: element.optional(), offset: offset.optional() },
    reads({ name, control_type: role, ...given }) {
      const isNamed = typeof name === 'string' && given['selector'] === undefined && given['element'] === undefined;
      if (!isNamed)
        return { ...given, ...(name !== undefined && { name }), ...(role !== undefined && { control_type: role }) };
      return { ...given, selector: formatSelector([{ ...(typeof role === 'string' && { role }), name }]) };
    },
  }),
  brief(screenshot, {
    description: 'Take a picture of a desktop window, an element, a region or a monitor.',
    wishes: 'take photo of screen see',
    shown: {
      window: window.optional(),
      element: element.optional(),
      region: region.optional(),
      monitor: z.int().optional().describe('From 0.'),
      annotate: z.boolean().optional().describe('Number what can be used; the text has the refs.'),
      max_width: z.int().optional().describe(`Of the picture; ${pictureWidth} by default.`),
    },
    takes: { region: region.optional() },
    reads: (given) => ({ max_width: pictureWidth, ...oneRectangle(given) }),
  }),
  brief(findAndClick, {
    description: 'Click a button or any other element of a desktop window, once it can be used.',
    wishes: 'press push button link',
    shown: {
      ...target,
      button,
      double: z.boolean().optional(),
      modifiers: z.array(modifier).optional(),
      timeout_ms: timeout.optional(),
    },
    reads: oneOrTwoClicks,
  }),
  brief(typeText, {
    description:
      'Type text in a field of a desktop window, to fill in a form: in place of what is there, and read back; without an element, where the focus is.',
    wishes: 'fill in form write enter name',
    shown: {
      ...target,
      text: z.string(),
      clear_first: z.boolean().optional().describe('False: behind what is there.'),
      press_enter: z.boolean().optional(),
      secret: z.boolean().optional().describe('Keep it out of traces and answers.'),
      timeout_ms: timeout.optional(),
    },
    reads: (given) => {
      const named = alsoCalled(given, 'text', ['value', 'content', 'string', 'input', 'input_text']);
      return alsoCalled(alsoCalled(named, 'clear_first', ['clear', 'clear_current_text']), 'press_enter', [
        'submit',
        'enter',
      ]);
    },
  }),
  brief(pressKeys, {
    description: 'Press keys or shortcuts in a desktop window.',
    wishes: 'keyboard shortcut',
    shown: {
      keys: z.string().describe('Enter, F5, ctrl+shift+s; several with blanks between.'),
      repeat: z.int().optional(),
      window: window.optional(),
      element: element.optional().describe('Focus it first: its ref.'),
    },
    reads: (given) =>
      oneNotation(
        alsoCalled(alsoCalled(given, 'keys', ['shortcut', 'hotkey']), 'repeat', ['times', 'count', 'presses']),
      ),
  }),
  brief(setState, {
    description: 'Set the value of a field, slider or drop-down list, check a box, or expand a list.',
    wishes: 'fill in form tick box',
    shown: {
      ...target,
      value: z.string().optional(),
      checked: z.boolean().optional(),
      expanded: z.boolean().optional(),
      timeout_ms: timeout.optional(),
    },
    reads(given) {
      const { value, ...named } = alsoCalled(given, 'value', ['text']);
      if (typeof value === 'boolean' && named['checked'] === undefined) return { ...named, checked: value };
      return { ...named, ...(value !== undefined && { value }), ...inText({ value }, 'value') };
    },
  }),
  brief(findAndSelect, {
    description: 'Select an option of a drop-down list, list, tree, table or tab bar in a desktop window.',
    wishes: 'choose option menu',
    shown: {
      element: element.optional(),
      name: name.optional(),
      value: z.string().describe('The text of the option.'),
      window: window.optional(),
      timeout_ms: timeout.optional(),
    },
    reads(given) {
      const { name, control_type: type, ...rest } = alsoCalled(given, 'value', ['option', 'text', 'values', 'label']);
      const isTyped = typeof name === 'string' && typeof type === 'string';
      if (!isTyped)
        return { ...rest, ...(name !== undefined && { name }), ...(type !== undefined && { control_type: type }) };
      return { ...rest, selector: formatSelector([{ role: type, name }]) };
    },
  }),
  brief(hover, {
    description: 'Move the mouse over an element of a desktop window, to open a submenu or show a tool tip.',
    shown: { ...target, timeout_ms: timeout.optional() },
  }),
  brief(drag, {
    description: 'Drag with the mouse from one element or place of the screen to another.',
    shown: {
      from: z.string().describe('Its ref (e12) or place (480,330).'),
      to: z.string().describe('The same.'),
      button,
      modifiers: z.array(modifier).optional(),
    },
    reads: twoPlaces,
  }),
  brief(scroll, {
    description: 'Scroll a desktop window, or an element in it, with the wheel.',
    shown: {
      ...target,
      direction: z.enum(['up', 'down', 'left', 'right']).optional(),
      notches: z.int().optional().describe('3 by default.'),
      timeout_ms: timeout.optional(),
    },
    reads: (given) => alsoCalled(given, 'notches', ['clicks', 'steps', 'ticks']),
  }),
  brief(waitFor, {
    description: 'Wait until an element of a desktop window appears, disappears or is enabled.',
    shown: {
      ...target,
      until: z.enum(['appears', 'disappears', 'enabled']).optional(),
      timeout_ms: timeout.optional(),
    },
    reads(given) {
      const { until, ...named } = alsoCalled(given, 'until', ['state']);
      const words = typeof until === 'string' ? otherStates[until.trim().toLowerCase()] : undefined;
      return { ...named, ...(until !== undefined && { until: words ?? until }) };
    },
  }),
  brief(clickAt, {
    description: 'Click at a point of the screen, for what has no element.',
    shown: { x: z.int().describe('In screen pixels.'), y: z.int(), button, double: z.boolean().optional() },
    takes: { x: pixels, y: pixels },
    reads: (given) => oneOrTwoClicks(onePlace(given)),
  }),
  brief(launchApp, {
    description:
      'Start a program, to open or use it, such as the calculator or the text editor, and wait for its window.',
    wishes: 'open run app editor',
    shown: {
      command: z.string().describe('Its name or path.'),
      args: z.array(z.string()).optional(),
      only_if_not_running: z.boolean().optional().describe('Else focus its window.'),
    },
    reads(given) {
      const named = alsoCalled(given, 'command', commandNames);
      const { command, ...rest } = alsoCalled(named, 'args', ['arguments', 'argv', 'parameters']);
      const [first, ...others] = Array.isArray(command) ? (command as unknown[]) : [command];
      if (others.length === 0 || rest['args'] !== undefined)
        return { ...rest, ...(first !== undefined && { command: first }) };
      return { ...rest, command: first, args: others };
    },
  }),
  brief(eventStreamStart, {
    description: 'Record what the user does, to be shown a task: asks the user. End your turn then.',
    wishes: 'record watch learn what I do',
    shown: { goal: z.string().optional().describe('What the task is called.') },
    ownTerms: true,
  }),
  brief(eventStreamStatus, {
    description: 'Get what the recording of the user has become.',
    shown: {},
    ownTerms: true,
  }),
  brief(eventStreamStop, { description: 'Stop recording the user.', shown: {}, ownTerms: true }),
  brief(listSkills, {
    description: 'List the tasks that the user has shown.',
    shown: { offset: offset.optional() },
    ownTerms: true,
  }),
  brief(runSkill, {
    description: 'Do again a task that the user has shown.',
    wishes: 'repeat replay recorded task',
    shown: {
      name: z.string(),
      inputs: z.record(z.string(), z.string()).optional().describe('Texts in place of the recorded ones.'),
      from_step: z.int().optional(),
      element: z.string().optional().describe('The ref of what that step means now.'),
    },
    ownTerms: true,
  }),
];
