import type { Accessibles } from '../bus/accessibles.ts';
import { parseRef, type Ref } from '../vocabulary/ref.ts';

/** GTK 4 names what has no name by its class, in every language. */
const chooser = 'GtkFileChooserWidget';
/** It is not deeper in its dialog (4.8), in which there is not more above it. */
const levels = 4;
const maxLooked = 40;

/** Whether a window of GTK 4 is a dialog for choosing files. @param runtimeId of its root */
export async function choosesFiles(accessibles: Accessibles, runtimeId: string, signal: AbortSignal): Promise<boolean> {
  let level: readonly Ref[] = [parseRef(runtimeId)];
  for (let depth = 0; depth < levels; depth++) {
    const below = await Promise.all(level.map((ref) => accessibles.children(ref, signal)));
    level = below.flat().slice(0, maxLooked);
    const names = await Promise.all(level.map((ref) => accessibles.name(ref, signal)));
    if (names.includes(chooser)) return true;
  }
  return false;
}
