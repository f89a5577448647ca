import { rowTokens } from '../../tools/answers/room.ts';
import { windowTitles } from '../open-windows.ts';
import { getAppWindowControlsTargetInfo } from '../../tools/servers/ui-collector/window-controls.ts';
import type { AskTool } from '../../tools/runner/ask-tool.ts';
import type { Prompt } from './define-prompt.ts';
import { quoted, oneLine } from '#contract/foreign-text';

/** What is in one window and how to act in it. */
export const workInWindow: Prompt = {
  name: 'work_in_window',
  title: 'Work in a window',
  description: 'The controls of one window, and how to act on them.',
  arguments: [
    {
      name: 'window',
      description: 'Title of the window, or a part of it.',
      required: true,
      values: windowTitles,
    },
    {
      name: 'element',
      description: 'Name of the control that matters most.',
      required: false,
      values: async (ask, { window }) => (window ? elementNames(ask, window) : []),
    },
    { name: 'task', description: 'What should be done there.', required: false },
  ],
  async text(ask, { window = '', element, task }) {
    const named = { window: { called: window } };
    const { text, note } = await ask(getAppWindowControlsTargetInfo, named, rowTokens);
    return [
      `You work in the desktop window ${quoted(window)} through Deskscope’s tools.`,
      'Its controls (id, name, type, rectangle in screen pixels):',
      text,
      note && `${note} They come from ${getAppWindowControlsTargetInfo.name}.`,
      'Act by a selector such as role=Button name="Save", and look again after each act: controls change.',
      element && `The control that matters most is ${quoted(element)}.`,
      task && `The task: ${task}`,
    ]
      .filter(Boolean)
      .join('\n\n');
  },
};

async function elementNames(ask: AskTool, window: string): Promise<readonly string[]> {
  const { data } = await ask(getAppWindowControlsTargetInfo, { window: { called: window } });
  return (data as readonly { readonly name: string }[])
    .map(({ name }) => name)
    .filter((name) => name !== '' && name === oneLine(name));
}
