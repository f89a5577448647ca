import { quoted } from '#contract/foreign-text';
import type { AgentAnswer } from '#contract/model/agent';
import type { SessionParts } from './session-parts.ts';
import { throwIfAborted } from './steps/commands.ts';

/** How long an app may take to show what was done, in milliseconds, and how often it is looked at. */
const settleMs = 2_000;
const againMs = 200;

/**
 * Whether what an agent says of its work can be seen, read anew. Empty where all of it can; else what is missing, in a
 * sentence.
 */
export async function missingProof(parts: SessionParts, { evidence }: AgentAnswer): Promise<string> {
  const [open] = parts.subTasks.open;
  if (open) return `The sub-task ${quoted(open.text)} was not done.`;
  if (evidence.length === 0) return 'The agent names nothing that shows it.';
  for (const { window, text } of evidence) {
    if (!(await isShown(parts, window, text))) return `${quoted(text)} is not to be seen in ${quoted(window)}.`;
  }
  return '';
}

async function isShown({ textOfWindow, signal }: SessionParts, window: string, text: string): Promise<boolean> {
  for (let waited = 0; ; waited += againMs) {
    const shown = await textOfWindow(window, signal).catch(() => '');
    throwIfAborted(signal);
    if (plain(shown).includes(plain(text))) return true;
    if (waited >= settleMs) return false;
    await new Promise((resolve) => setTimeout(resolve, againMs));
  }
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
