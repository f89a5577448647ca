import type { AskTool } from '../tools/runner/ask-tool.ts';
import { listWindows } from '../tools/servers/window-management/looking.ts';
import type { WindowFacts } from '../tools/servers/window-management/window-facts.ts';
import { oneLine } from '#contract/foreign-text';

/** The windows open now, topmost first. @throws AppError */
export async function openWindows(ask: AskTool): Promise<readonly WindowFacts[]> {
  return (await ask(listWindows, {})).data as readonly WindowFacts[];
}

/** Longer titles are none to pick by, in characters. */
const longest = 200;

/**
 * The names by which a person picks a window: its title if it is plain and unique, else its handle. @throws AppError
 */
export async function windowTitles(ask: AskTool): Promise<readonly string[]> {
  const windows = await openWindows(ask);
  const alone = ({ title }: WindowFacts) => windows.filter((window) => window.title === title).length === 1;
  const plain = ({ title }: WindowFacts) => title.trim() !== '' && title.length <= longest && title === oneLine(title);
  return windows.map((window) => (plain(window) && alone(window) ? window.title : window.handle));
}
