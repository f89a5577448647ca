import { agentTools } from '../registry.ts';
import { contractActions } from '../servers/ui-automation/index.ts';
import { computerPromises, type PromiseRow } from './computers.ts';
import { contractDoc } from './contract-doc.ts';
import { hostAgentPromises } from './host-agent.ts';
import { ufoRows } from './ufo.ts';
import { uiAutomationRows } from './ui-automation.ts';

/** The promises of UFO's document on its host server (microsoft/UFO, `host_ui_executor.md`), in order. */
export const hostExecutorPromises = {
  server: {
    claim: 'The server at HostUIExecutor is called “UFO UI HostAgent Action MCP Server”',
    verdict: 'same',
    note: 'UICollector, AppUIExecutor and CommandLineExecutor have UFO’s names too.',
  },
  selects: {
    claim: 'select_application_window answers root_name and window_info, and later tools work in that window',
    verdict: 'fixed',
    note: 'Verified: a window that does not come to the front is an error.',
  },
  noId: { claim: 'Window id is required for select_application_window', verdict: 'same', note: '' },
  noWindows: {
    claim: 'No application windows available. Please call get_desktop_app_info first.',
    verdict: 'same',
    note: '',
  },
  unknownId: { claim: 'Control with id … not found. Available control ids: […]', verdict: 'same', note: '' },
  logs: { claim: 'Available commands are logged', verdict: 'same', note: 'In the server’s log.' },
} as const satisfies Readonly<Record<string, PromiseRow>>;

/** The promises of the design of cross-platform window management (microsoft/OmniParser), in order. */
export const windowPromises = {
  list: {
    claim: 'list_windows answers pid, title, app and active of each',
    verdict: 'same',
    note: 'Also handle, bounds, state, monitor, desktop. Linux and Windows; no macOS.',
  },
  active: { claim: 'get_active_window answers title, app and pid', verdict: 'same', note: '' },
  focus: {
    claim: 'focus_window brings a window to the front by a part of its title',
    verdict: 'stricter',
    note: 'Several matches are refused and listed.',
  },
  fallback: {
    claim: 'If window management fails, fall back to clicking the taskbar',
    verdict: 'other',
    note: 'On Linux the request equals a task bar’s. Nothing is clicked; the obstacle is reported.',
  },
  focusApp: { claim: 'focus_window_by_app takes app_name', verdict: 'same', note: 'Also as app.' },
  states: { claim: 'switch_to_next_window, minimize_window, maximize_window, close_window', verdict: 'same', note: '' },
  parsed: {
    claim: 'Each parsed element has type, bbox, content, interactivity and window, with title, app and pid',
    verdict: 'fixed',
    note: 'parse_screen: elements merged with recognised text; bbox in screen pixels, paged (offset).',
  },
  workflow: {
    claim: 'Copy from Excel, paste to Word: focus_window, Ctrl+C, focus_window, Ctrl+V',
    verdict: 'same',
    note: 'Tested with LibreOffice Calc and Writer, as are list_windows and focus_window.',
  },
  httpList: {
    claim: 'GET /windows/list answers title, left, top, width, height and active of each, as a bare array',
    verdict: 'fixed',
    note: 'Requires the token.',
  },
  httpFocus: {
    claim: 'POST /windows/focus answers status success, or 404 and “Window not found”',
    verdict: 'fixed',
    note: 'Requires the token and a permission.',
  },
} as const satisfies Readonly<Record<string, PromiseRow>>;

/** The text of `docs/contract.md`. */
export function allContracts(): string {
  return contractDoc(
    [
      { title: 'UFO’s servers', rows: ufoRows, tools: agentTools },
      { title: 'ui_automation, by action', rows: uiAutomationRows, tools: contractActions },
    ],
    [
      { title: 'UFO’s host server', rows: Object.values(hostExecutorPromises) },
      { title: 'Window management', rows: Object.values(windowPromises) },
      { title: 'UFO’s Computers', rows: Object.values(computerPromises) },
      { title: 'UFO’s HostAgent', rows: Object.values(hostAgentPromises) },
    ],
  );
}
