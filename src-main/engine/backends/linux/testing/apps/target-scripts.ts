import { fileURLToPath } from 'node:url';

/** The system's Python: it has the bindings of GTK and D-Bus. */
export const python = '/usr/bin/python3';

type Script =
  | 'strange_tree.py'
  | 'gtk3_drag.py'
  | 'gtk3_order.py'
  | 'gtk3_submenu.py'
  | 'gtk3_windows.py'
  | 'gtk3_pages.py'
  | 'gtk3_whole_screen.py'
  | 'gtk4_pages.py'
  | 'gtk4_busy.py'
  | 'gtk4_labels.py'
  | 'one_button.py'
  | 'run_dialog.py'
  | 'unlabelled_form.py'
  | 'covered_gtk3.py'
  | 'covered_gtk4.py';

/** Path of a program in `e2e/target-apps/linux`. */
export function targetScript(name: Script): string {
  return fileURLToPath(new URL(`../../../../../../e2e/target-apps/linux/${name}`, import.meta.url));
}
