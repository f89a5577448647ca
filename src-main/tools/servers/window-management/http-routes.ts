import type { Tool } from '../../define-tool.ts';
import { closeApp, closeWindow } from './closing.ts';
import { focusWindow, switchToNextWindow } from './focusing.ts';
import { launchApp } from './launching.ts';
import { restoreWindowLayout, saveWindowLayout } from './layouts/index.ts';
import { getActiveWindow, listApps, listWindows } from './looking.ts';
import {
  moveWindow,
  moveWindowToDesktop,
  moveWindowToMonitor,
  resizeWindow,
  showDesktop,
  maximizeWindow,
  minimizeWindow,
  restoreWindow,
  setAlwaysOnTop,
  setFullscreen,
} from './placing.ts';
import { waitForWindow } from './waiting.ts';

export interface HttpRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Its arguments are the query of a GET and the JSON body of a POST. */
  readonly tool: Tool;
  /** The form of the answer: its fields besides `status`, the list in a field of this name, or the bare list. */
  readonly answer: 'fields' | 'list' | { readonly field: string };
}

const get = (path: string, tool: Tool, answer: HttpRoute['answer'] = 'fields'): HttpRoute => {
  return { method: 'GET', path: `/windows/${path}`, tool, answer };
};
const post = (path: string, tool: Tool): HttpRoute => {
  return { method: 'POST', path: `/windows/${path}`, tool, answer: 'fields' };
};

/** The window tools over plain HTTP, for scripts without MCP. */
export const windowRoutes: readonly HttpRoute[] = [
  get('list', listWindows, 'list'),
  get('active', getActiveWindow),
  get('apps', listApps, { field: 'apps' }),
  post('focus', focusWindow),
  post('next', switchToNextWindow),
  post('minimize', minimizeWindow),
  post('maximize', maximizeWindow),
  post('restore', restoreWindow),
  post('fullscreen', setFullscreen),
  post('always_on_top', setAlwaysOnTop),
  post('close', closeWindow),
  post('move', moveWindow),
  post('resize', resizeWindow),
  post('monitor', moveWindowToMonitor),
  post('desktop', moveWindowToDesktop),
  post('show_desktop', showDesktop),
  post('launch', launchApp),
  post('close_app', closeApp),
  post('wait', waitForWindow),
  post('layout/save', saveWindowLayout),
  post('layout/restore', restoreWindowLayout),
];
