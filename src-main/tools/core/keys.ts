import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { parseKeys } from '../servers/app-ui-executor/key-notation.ts';
import type { Given } from './other-forms.ts';

/**
 * Keys as `press_keys` takes them: lists are joined, and UFO's braces, `{VK_CONTROL}s` or `{TAB 2}`, are read.
 * @throws AppError `invalid_parameter` for braces that cannot be read, or hold texts
 */
export function oneNotation(given: Given): Record<string, unknown> {
  const { keys } = given;
  if (Array.isArray(keys)) return { ...given, keys: keys.join(' ') };
  if (typeof keys !== 'string' || !/\{[^{}\s]/.test(keys)) return { ...given };
  return { ...given, keys: chordsOf(keys).join(' ') };
}

function chordsOf(keys: string): readonly string[] {
  return parseKeys(keys).flatMap((stroke) => {
    if (stroke.type === 'chord') return Array.from({ length: stroke.repeat }, () => stroke.keys);
    throw new AppError('invalid_parameter', `${quoted('keys')}: ${quoted(stroke.text)} is text and no key.`, {
      hint: 'Type texts with type_text; press_keys takes keys and chords: Enter, ctrl+s.',
      delivery: 'not_delivered',
    });
  });
}
