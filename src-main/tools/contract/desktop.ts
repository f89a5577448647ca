import type { PromiseRow } from './computers.ts';

/** What UFO's document on its host server (microsoft/UFO, `host_ui_executor.md`) promises, in its order. */
export const hostExecutorPromises = {
  server: {
    says: 'The server at HostUIExecutor is called “UFO UI HostAgent Action MCP Server”',
    verdict: 'same',
    note: 'So are those of UICollector, AppUIExecutor and CommandLineExecutor called as UFO’s.',
  },
  selects: {
    says: 'select_application_window answers root_name and window_info, and later tools work in that window',
    verdict: 'fixed',
    note: 'Looked at afterwards: a window that does not come to the front is an error.',
  },
  noId: { says: 'Window id is required for select_application_window', verdict: 'same', note: '' },
  noWindows: {
    says: 'No application windows available. Please call get_desktop_app_info first.',
    verdict: 'same',
    note: '',
  },
  unknownId: { says: 'Control with id … not found. Available control ids: […]', verdict: 'same', note: '' },
  logs: { says: 'Available commands are logged', verdict: 'same', note: 'In the log of the server.' },
} as const satisfies Readonly<Record<string, PromiseRow>>;

/** What the design of cross-platform window management (microsoft/OmniParser) promises, in its order. */
export const windowPromises = {
  list: {
    says: 'list_windows answers pid, title, app and active of each',
    verdict: 'same',
    note: 'And handle, place, state, monitor and desktop. On Linux and Windows: there is no macOS.',
  },
  active: { says: 'get_active_window answers title, app and pid', verdict: 'same', note: '' },
  focus: {
    says: 'focus_window brings a window to the front by a part of its title',
    verdict: 'stricter',
    note: 'Several that fit are refused, and listed.',
  },
  fallback: {
    says: 'If window management fails, fall back to clicking the taskbar',
    verdict: 'other',
    note: 'On Linux the request itself is that of a task bar’s entry. Nothing is clicked: what stands in the way is said.',
  },
  focusApp: { says: 'focus_window_by_app takes app_name', verdict: 'same', note: 'Also as app.' },
  states: { says: 'switch_to_next_window, minimize_window, maximize_window, close_window', verdict: 'same', note: '' },
  parsed: {
    says: 'Each parsed element has type, bbox, content, interactivity and window, with title, app and pid',
    verdict: 'fixed',
    note: 'parse_screen: elements and text in pixels, merged; bbox in screen pixels, a page at a time (offset).',
  },
  workflow: {
    says: 'Copy from Excel, paste to Word: focus_window, Ctrl+C, focus_window, Ctrl+V',
    verdict: 'same',
    note: 'Tried with LibreOffice’s Calc and Writer, as are list_windows and focus_window.',
  },
  httpList: {
    says: 'GET /windows/list answers title, left, top, width, height and active of each, as a bare array',
    verdict: 'fixed',
    note: 'Only with the token.',
  },
  httpFocus: {
    says: 'POST /windows/focus answers status success, or 404 and “Window not found”',
    verdict: 'fixed',
    note: 'Only with the token, and a permission.',
  },
} as const satisfies Readonly<Record<string, PromiseRow>>;
