import type { Prompt } from './define-prompt.ts';
import { openWindowsPrompt } from './open-windows.ts';
import { workInWindow } from './work-in-window.ts';

export const prompts: readonly Prompt[] = [openWindowsPrompt, workInWindow];
