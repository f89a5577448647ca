import type { ElementDetails, ElementNode } from '#contract/model/element';
import { AppError } from '#contract/errors';
import type { Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/window';
import type { ToolContext } from '../define-tool.ts';
import { ensureInFront } from '../target/in-front.ts';
import { typingMs } from './strokes.ts';

/** A field as it was looked at; one that no one can look at has no patterns. */
export type EditField = ElementNode & Pick<ElementDetails, 'patterns'>;

export interface TextEntry {
  readonly window: WindowInfo;
  readonly field: EditField;
  /** Null where no one tells where it is. */
  readonly at: Point | null;
  /** What to enter. */
  readonly text: string;
  /** Instead of what is there; else behind it. */
  readonly replace: boolean;
  /** The whole value the field shall have. */
  readonly wanted: string;
  /** As a person would, though there may be another way. */
  readonly byKeys?: boolean;
}

/** Through the value pattern where the field has it and its value is known, else with mouse and keyboard. */
export async function enterText(context: ToolContext, entry: TextEntry): Promise<{ readonly typed: boolean }> {
  const { field, replace, wanted, byKeys } = entry;
  const { engine, signal } = context;
  if (!byKeys && field.patterns.includes('value') && (replace || field.value !== null)) {
    try {
      await engine.runPattern({ element: field.id, call: { pattern: 'value', value: wanted } }, { signal });
      return { typed: false };
    } catch (error) {
      // The field says it can and cannot: a person would type. Half a text in it is only harmless where it is replaced.
      const code = error instanceof AppError ? error.code : null;
      const mayType = code === 'pattern_not_supported' || (code === 'not_verified' && replace);
      if (!mayType) throw error;
    }
  }
  await typeInto(context, entry);
  return { typed: true };
}

async function typeInto(context: ToolContext, { window, field, at, text, replace }: TextEntry): Promise<void> {
  const { engine, signal } = context;
  if (at) {
    await ensureInFront(context, window, at);
    await engine.click({ at, button: 'left', count: 1 }, { signal });
  } else await engine.focusElement({ element: field.id }, { signal });
  const press = (keys: string) => engine.pressKeys({ keys, window: window.id }, { signal });
  if (replace) await press('ctrl+a');
  else await press('ctrl+End');
  if (text === '' && replace) return press('Delete');
  await engine.typeText({ text, window: window.id }, { signal, timeoutMs: typingMs(text) });
}
