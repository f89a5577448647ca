import { rowsOf, type ContractRow } from './row.ts';

const listFields = [
  'fixed',
  'Optional. Also the documented process_id, class_name, is_visible (not minimized; as on Windows, true on another virtual desktop too) and is_enabled. Unknown fields are refused, not dropped.',
] as const;
const controlId = [
  'fixed',
  'Also a ref (e12), an element id or a point (480,330). Ids of another window are refused: selecting a window drops them.',
] as const;
const controlName = ['stricter', 'A different name is refused before the action, not reported after it.'] as const;
const button = ['fixed', 'Also back and forward; x is back.'] as const;
const fraction = ['stricter', '0 to 1; points outside the window are refused.'] as const;

/** The tools of UFO's servers (microsoft/UFO, commit b28183fd: ui_mcp_server.py, cli_mcp_server.py). */
export const ufoRows: readonly ContractRow[] = [
  ...rowsOf(
    'get_desktop_app_info',
    ['fixed', 'One unreadable window does not fail the list. Long lists are paged (offset).'],
    {
      remove_empty: 'same',
      refresh_app_windows: 'same',
    },
  ),
  ...rowsOf('get_desktop_app_target_info', ['fixed', 'Long lists are paged (offset).'], {
    remove_empty: 'same',
    refresh_app_windows: 'same',
  }),
  ...rowsOf('get_app_window_info', 'same', { field_list: listFields }),
  ...rowsOf(
    'get_app_window_controls_info',
    ['fixed', 'Paged (limit, offset), where UFO drops everything beyond 500. Omissions are reported with the reason.'],
    { field_list: listFields },
  ),
  ...rowsOf(
    'get_app_window_controls_target_info',
    ['fixed', 'Paged (limit, offset), where UFO drops everything beyond 500. Omissions are reported with the reason.'],
    { field_list: ['fixed', 'May be empty, and may omit control_text.'] },
  ),
  ...rowsOf('capture_window_screenshot', [
    'fixed',
    'An image block instead of a data URL. A missing window is an error. With a compositor, covering windows are not in the picture.',
  ]),
  ...rowsOf('capture_desktop_screenshot', ['fixed', 'An image block instead of a data URL.'], {
    all_screens: 'same',
  }),
  ...rowsOf('get_ui_tree', [
    'fixed',
    'Limited by max_depth and max_nodes, and paged (offset). A missing window is an error.',
  ]),
  ...rowsOf('add_control_list', 'same', {
    control_list: ['fixed', 'A control without a rectangle is skipped, not placed at 0, 0.'],
  }),
  ...rowsOf(
    'select_application_window',
    ['fixed', 'Verified: a window that does not come to the front is an error. annotation_id is filled in.'],
    { id: 'same', name: ['stricter', 'Must be that window’s name, as documented; otherwise nothing is selected.'] },
  ),
  ...rowsOf(
    'click_input',
    [
      'fixed',
      'A failed click, or one that would hit another window, is an error; a disabled control is reported as such.',
    ],
    { id: controlId, name: controlName, button, double: 'same' },
  ),
  ...rowsOf('click_on_coordinates', ['fixed', 'A failed click, or one that would hit another window, is an error.'], {
    x: fraction,
    y: fraction,
    button,
    double: 'same',
  }),
  ...rowsOf('drag_on_coordinates', ['fixed', 'A failed drag is an error; button and key are always released.'], {
    start_x: fraction,
    start_y: fraction,
    end_x: fraction,
    end_y: fraction,
    button,
    duration: ['stricter', '0 to 60 seconds.'],
    key_hold: ['stricter', 'ctrl, shift, alt or win; others are refused.'],
  }),
  ...rowsOf(
    'set_edit_text',
    ['fixed', 'Read back: text that did not arrive is an error. Passwords are masked in the answer.'],
    {
      id: controlId,
      name: controlName,
      text: ['fixed', 'Any Unicode, literally: braces are not keys.'],
      clear_current_text: 'same',
    },
  ),
  ...rowsOf('keyboard_input', ['fixed', 'Unsent keys are an error; modifiers are always released.'], {
    id: ['stricter', 'Also a ref, element id or point. An unknown one is refused; UFO sends the keys to the window.'],
    name: controlName,
    keys: ['fixed', 'Spaces are typed. {{} is a brace; an unknown key name in braces is refused.'],
    control_focus: 'same',
  }),
  ...rowsOf('wheel_mouse_input', ['fixed', 'A failed turn, or one that would hit another window, is an error.'], {
    id: controlId,
    name: controlName,
    wheel_dist: ['stricter', '-1000 to 1000 notches.'],
  }),
  ...rowsOf('texts', ['fixed', 'Returns the list of texts, paged (offset). UFO’s answer violates its own schema.'], {
    id: controlId,
    name: controlName,
  }),
  ...rowsOf('wait', ['fixed', 'Can be cancelled, and reports progress.'], { seconds: 'same' }),
  ...rowsOf('summary', 'same', { text: 'same' }),
  ...rowsOf('run_shell', ['fixed', 'Returns the process and its window as soon as it shows.'], {
    bash_command: [
      'fixed',
      'The allow list is extensible; backslashes in paths survive; an address containing curl is not a command.',
    ],
  }),
];
