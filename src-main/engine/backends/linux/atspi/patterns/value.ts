import type { Subject } from '../reading/subject.ts';
import * as names from '../vocabulary/names.ts';
import { confirm } from './refuse.ts';

/** @throws AppError `pattern_not_supported` where the app refuses */
export async function setValue({ accessibles, facts, signal }: Subject, value: string): Promise<void> {
  confirm(await accessibles.call(facts.ref, names.editableText, 'SetTextContents', signal, 's', [value]));
}
