import { quoted } from '#contract/foreign-text';
import type { AgentAnswer } from '#contract/model/agents/agent';
import type { AppWindow } from './selected-window.ts';
import type { SessionParts } from './session/session-parts.ts';
import { throwIfAborted } from './steps/commands.ts';

/** How long an app may take to show what was done, in milliseconds, and how often it is looked at. */
const settleMs = 2_000;
const againMs = 200;

/**
 * Whether what an agent says of its work can be seen, read again. Empty where all of it can; else what is missing, in a
 * sentence. The answers of UFO's documents have no field for evidence: there it is what their comment quotes, in a window
 * in which its agents worked.
 * @param windows those windows
 */
export async function missingProof(
  parts: SessionParts,
  answer: AgentAnswer,
  windows: readonly AppWindow[],
): Promise<string> {
  const [open] = parts.subTasks.open;
  if (open) return `The sub-task ${quoted(open.text)} was not done.`;
  const { evidence } = answer;
  const claims =
    evidence.length > 0
      ? evidence.map(({ window, text }) => ({ names: [window], where: quoted(window), text }))
      : quotedIn(answer, windows).map((text) => ({ ...namesOf(windows), text }));
  if (claims.length === 0) return 'The agent names nothing that shows it.';
  for (const { names, where, text } of claims) {
    if (!(await isShown(parts, names, text))) return `${quoted(text)} is not to be seen in ${where}.`;
  }
  return '';
}

/** A window is found again by its handle: its title may be another since. */
function namesOf(windows: readonly AppWindow[]) {
  const titles = windows.map(({ title }) => quoted(title));
  return { names: windows.map(({ handle }) => String(handle)), where: titles.join(' or ') };
}

/** Texts in quotation marks that are no titles of windows; none where no window was worked in. */
function quotedIn({ comment, result, message }: AgentAnswer, windows: readonly AppWindow[]): readonly string[] {
  if (windows.length === 0) return [];
  const said = [comment, result, ...message].join('\n');
  const texts = [...said.matchAll(/[“"«„]([^“”"«»„]{1,200})[”"»“]/gu)].map(([, text = '']) => text.trim());
  return texts.filter((text) => text !== '' && !windows.some(({ title }) => title.includes(text)));
}

async function isShown(
  { textOfWindow, signal }: SessionParts,
  names: readonly string[],
  text: string,
): Promise<boolean> {
  for (let waited = 0; ; waited += againMs) {
    for (const window of names) {
      const shown = await textOfWindow(window, signal).catch(() => '');
      throwIfAborted(signal);
      if (plain(shown).includes(plain(text))) return true;
    }
    if (waited >= settleMs) return false;
    await new Promise((resolve) => setTimeout(resolve, againMs));
  }
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
