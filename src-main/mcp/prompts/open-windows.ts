import { openWindows } from '../open-windows.ts';
import type { Prompt } from './define-prompt.ts';
import { windowPrompt } from './window-prompt.ts';

export const openWindowsPrompt: Prompt = {
  name: 'open_windows',
  title: 'Open windows',
  description: 'Which windows are open now, and how to switch between them.',
  arguments: [],
  text: async (ask) => windowPrompt(await openWindows(ask)),
};
