import type { Command } from './command.ts';

/**
 * By name, in the order in which help shows them. A command is loaded when it is called: what the others need would cost it
 * more time than it takes. A test says that each is called what it is found by.
 */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  windows: async () => (await import('./commands/windows.ts')).windows,
  active: async () => (await import('./commands/windows.ts')).active,
  focus: async () => (await import('./commands/window-acts.ts')).focus,
  next: async () => (await import('./commands/window-acts.ts')).next,
  minimize: async () => (await import('./commands/window-acts.ts')).minimize,
  maximize: async () => (await import('./commands/window-acts.ts')).maximize,
  fullscreen: async () => (await import('./commands/window-acts.ts')).fullscreen,
  restore: async () => (await import('./commands/window-acts.ts')).restore,
  pin: async () => (await import('./commands/window-acts.ts')).pin,
  close: async () => (await import('./commands/window-acts.ts')).close,
  move: async () => (await import('./commands/window-acts.ts')).move,
  resize: async () => (await import('./commands/window-acts.ts')).resize,
  'to-monitor': async () => (await import('./commands/window-acts.ts')).toMonitor,
  'to-desktop': async () => (await import('./commands/window-acts.ts')).toDesktop,
  'show-desktop': async () => (await import('./commands/window-acts.ts')).showDesktop,
  launch: async () => (await import('./commands/window-acts.ts')).launch,
  tree: async () => (await import('./commands/inspect.ts')).tree,
  find: async () => (await import('./commands/find.ts')).find,
  at: async () => (await import('./commands/inspect.ts')).at,
  selectors: async () => (await import('./commands/inspect.ts')).selectors,
  desktop: async () => (await import('./commands/desktop.ts')).desktop,
  screenshot: async () => (await import('./commands/screenshot.ts')).screenshot,
  ocr: async () => (await import('./commands/ocr.ts')).ocr,
  record: async () => (await import('./commands/record.ts')).record,
  export: async () => (await import('./commands/export.ts')).exportCommand,
  import: async () => (await import('./commands/import.ts')).importCommand,
  replay: async () => (await import('./commands/replay.ts')).replay,
  skills: async () => (await import('./commands/skills.ts')).skills,
  permissions: async () => (await import('./commands/permissions.ts')).permissions,
  call: async () => (await import('./commands/tools.ts')).call,
  tools: async () => (await import('./commands/tools.ts')).tools,
  mcp: async () => (await import('./commands/mcp.ts')).mcp,
  run: async () => (await import('./commands/run.ts')).run,
  keys: async () => (await import('./commands/keys.ts')).keys,
  prompts: async () => (await import('./commands/prompts.ts')).prompts,
  runs: async () => (await import('./commands/runs.ts')).runs,
  device: async () => (await import('./commands/device.ts')).device,
  connect: async () => (await import('./commands/connect.ts')).connect,
  gnome: async () => (await import('./commands/gnome.ts')).gnome,
  path: async () => (await import('./commands/path.ts')).pathCommand,
  update: async () => (await import('./commands/update.ts')).update,
  audit: async () => (await import('./commands/audit.ts')).audit,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
  completion: async () => (await import('./commands/completion.ts')).completion,
  open: async () => (await import('./commands/open.ts')).open,
  help: async () => (await import('./commands/help.ts')).help,
  version: async () => (await import('./commands/help.ts')).version,
};

export const allCommands = (): Promise<readonly Command[]> =>
  Promise.all(Object.values(commands).map((load) => load()));
