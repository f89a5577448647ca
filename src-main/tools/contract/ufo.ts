import { rowsOf, type ContractRow } from './row.ts';

const listFields = [
  'fixed',
  'Also process_id, class_name, is_visible and is_enabled, which the documentation promises; optional; an unknown field is refused instead of left out.',
] as const;
const controlId = [
  'fixed',
  'Ids of another window are refused: selecting a window drops them. Also a ref such as e12, an element id, or a point such as 480,330.',
] as const;
const controlName = [
  'stricter',
  'Another name is refused before anything is done, and not reported afterwards.',
] as const;
const button = ['fixed', 'Also back and forward; x is back.'] as const;
const fraction = ['stricter', 'From 0 to 1; what lies outside the window is refused.'] as const;

/** The tools of UFO's servers (microsoft/UFO, commit b28183fd: ui_mcp_server.py, cli_mcp_server.py). */
export const ufoRows: readonly ContractRow[] = [
  ...rowsOf(
    'get_desktop_app_info',
    [
      'fixed',
      'A window whose properties cannot be read costs itself and not the whole list; long lists come a page at a time (offset).',
    ],
    {
      remove_empty: 'same',
      refresh_app_windows: 'same',
    },
  ),
  ...rowsOf('get_desktop_app_target_info', ['fixed', 'Long lists come a page at a time (offset).'], {
    remove_empty: 'same',
    refresh_app_windows: 'same',
  }),
  ...rowsOf('get_app_window_info', 'same', { field_list: listFields }),
  ...rowsOf(
    'get_app_window_controls_info',
    [
      'fixed',
      'A page at a time, with limit and offset, where UFO loses what is beyond 500; what is missing is said, and why.',
    ],
    { field_list: listFields },
  ),
  ...rowsOf(
    'get_app_window_controls_target_info',
    [
      'fixed',
      'A page at a time, with limit and offset, where UFO loses what is beyond 500; what is missing is said, and why.',
    ],
    { field_list: ['fixed', 'May be empty, and may leave out control_text.'] },
  ),
  ...rowsOf('capture_window_screenshot', [
    'fixed',
    'An image block and not a data URL as text; no window is an error and not a text; other windows do not show in it where a compositor runs.',
  ]),
  ...rowsOf('capture_desktop_screenshot', ['fixed', 'An image block and not a data URL as text.'], {
    all_screens: 'same',
  }),
  ...rowsOf('get_ui_tree', [
    'fixed',
    'Bounded by max_depth and max_nodes, and a page at a time (offset); no window is an error and not a result.',
  ]),
  ...rowsOf('add_control_list', 'same', {
    control_list: ['fixed', 'A control without a rectangle is skipped instead of placed at 0, 0.'],
  }),
  ...rowsOf(
    'select_application_window',
    [
      'fixed',
      'Looked at afterwards: a window that does not come to the front is an error. annotation_id is filled in.',
    ],
    { id: 'same', name: ['stricter', 'Must be the name of that window, as documented; else nothing is selected.'] },
  ),
  ...rowsOf(
    'click_input',
    ['fixed', 'A click that failed, or would hit another window, is an error; a disabled control is said to be so.'],
    { id: controlId, name: controlName, button, double: 'same' },
  ),
  ...rowsOf('click_on_coordinates', ['fixed', 'A click that failed, or would hit another window, is an error.'], {
    x: fraction,
    y: fraction,
    button,
    double: 'same',
  }),
  ...rowsOf('drag_on_coordinates', ['fixed', 'A drag that failed is an error; button and key are always released.'], {
    start_x: fraction,
    start_y: fraction,
    end_x: fraction,
    end_y: fraction,
    button,
    duration: ['stricter', 'From 0 to 60 seconds.'],
    key_hold: ['stricter', 'ctrl, shift, alt or win; anything else is refused.'],
  }),
  ...rowsOf(
    'set_edit_text',
    ['fixed', 'The field is read back: a text that did not arrive is an error. Password text is masked in the answer.'],
    {
      id: controlId,
      name: controlName,
      text: ['fixed', 'Any Unicode, as it is: braces are no keys.'],
      clear_current_text: 'same',
    },
  ),
  ...rowsOf('keyboard_input', ['fixed', 'Keys that could not be sent are an error; modifiers are always released.'], {
    id: [
      'stricter',
      'An unknown one is refused, where UFO sent the keys to the window. Also a ref, an element id or a point.',
    ],
    name: controlName,
    keys: ['fixed', 'Spaces are typed. {{} is a brace; a name in braces that is no key is refused.'],
    control_focus: 'same',
  }),
  ...rowsOf('wheel_mouse_input', ['fixed', 'A turn that failed, or would hit another window, is an error.'], {
    id: controlId,
    name: controlName,
    wheel_dist: ['stricter', 'From -1000 to 1000 notches.'],
  }),
  ...rowsOf(
    'texts',
    [
      'fixed',
      'Answers the list of texts, long ones a part at a time (offset); in UFO the answer does not fit its own schema.',
    ],
    {
      id: controlId,
      name: controlName,
    },
  ),
  ...rowsOf('wait', ['fixed', 'Ends when the call is cancelled, and says how far it is.'], { seconds: 'same' }),
  ...rowsOf('summary', 'same', { text: 'same' }),
  ...rowsOf(
    'run_shell',
    ['fixed', 'Says which process started and which window it shows, and does not wait longer than for that.'],
    {
      bash_command: [
        'fixed',
        'The allow list can be added to; backslashes in paths survive; an address with curl in it is no command.',
      ],
    },
  ),
];
