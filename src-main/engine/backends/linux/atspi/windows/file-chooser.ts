import type { Accessibles } from '../bus/accessibles.ts';
import { parseRef, type Ref } from '../vocabulary/ref.ts';

/** GTK 4 names unnamed elements by their class, in every language. */
const chooser = 'GtkFileChooserWidget';
/** Its maximum depth in the dialog (4.8), which has few elements above it. */
const levels = 4;
const maxLooked = 40;

/** Whether a GTK 4 window is a file chooser. @param runtimeId of its root */
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
