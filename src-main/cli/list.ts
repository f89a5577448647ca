import type { Command } from './command.ts';
import { connect } from './commands/connect.ts';
import { audit } from './commands/audit.ts';
import { device } from './commands/device.ts';
import { doctor } from './commands/doctor.ts';
import { exportCommand } from './commands/export.ts';
import { importCommand } from './commands/import.ts';
import { find } from './commands/find.ts';
import { help, version } from './commands/help.ts';
import { at, selectors, tree } from './commands/inspect.ts';
import { mcp } from './commands/mcp.ts';
import { ocr } from './commands/ocr.ts';
import { record } from './commands/record.ts';
import { replay } from './commands/replay.ts';
import { screenshot } from './commands/screenshot.ts';
import { call, tools } from './commands/tools.ts';
import { run } from './commands/run.ts';
import { runs } from './commands/runs.ts';
import * as acts from './commands/window-acts.ts';
import { active, windows } from './commands/windows.ts';

/** In the order in which help shows them. */
export const commands: readonly Command[] = [
  windows,
  active,
  acts.focus,
  acts.next,
  acts.minimize,
  acts.maximize,
  acts.fullscreen,
  acts.restore,
  acts.pin,
  acts.close,
  acts.move,
  acts.resize,
  acts.toMonitor,
  acts.toDesktop,
  acts.launch,
  tree,
  find,
  at,
  selectors,
  screenshot,
  ocr,
  record,
  exportCommand,
  importCommand,
  replay,
  call,
  tools,
  mcp,
  run,
  runs,
  device,
  connect,
  audit,
  doctor,
  help,
  version,
];
