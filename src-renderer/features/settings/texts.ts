import type { ToolSet } from '#contract/model/settings';

/** A setting's title and description. */
export interface SettingText {
  readonly title: string;
  readonly text: string;
}

/** Each line of the page, for the page, its search and the palette. */
export const settingTexts = {
  theme: { title: 'Theme', text: 'System follows your desktop.' },
  density: { title: 'Density', text: 'Height of rows in trees, lists and panels.' },
  showOutline: {
    title: 'Outline on the desktop',
    text: 'A red frame around the element under the pointer, in the tree, the picture and while picking.',
  },
  maximizeWindow: {
    title: 'Maximise a window when it is selected',
    text: 'In the window list and by the select_application_window tool.',
  },
  elementBackend: { title: 'Read elements by', text: 'Messages cover only the standard controls of Windows.' },
  stepTimeoutMs: { title: 'Step timeout', text: 'How long a step waits for its element, in milliseconds.' },
  keptRuns: { title: 'Runs kept', text: 'When the limit is reached, the oldest finished runs are deleted.' },
  keptRunsMegabytes: { title: 'Space for runs', text: 'In megabytes, for all of them together.' },
  mcpEnabled: {
    title: 'MCP server',
    text: 'Lets agents on this machine see the desktop, and act where you allow it.',
  },
  mcpPort: { title: 'Port', text: 'On 127.0.0.1; 0 lets the system choose one.' },
  mcpConfig: {
    title: 'Computers',
    text: 'A configuration in the shape of UFO’s mcp.yaml; agents then get its tools instead of those below.',
  },
  desktopProfile: {
    title: 'Profile of agents’ desktops',
    text: 'Path of a deskscope.yaml: size, apps, and which of your folders and whether your network are open to them. Empty: nothing of yours.',
  },
  allowedCommands: {
    title: 'Apps agents may start',
    text: 'For run_shell, in addition to its defaults. Comma-separated names.',
  },
  agentPolicy: {
    title: 'Agents may',
    text: 'Sensitive apps, destructive labels and programs always need your approval.',
  },
  localModelUrl: {
    title: 'Model server on this machine',
    text: 'A server with OpenAI’s chat completions. Its models are local:MODEL and need no key.',
  },
  haltKey: {
    title: 'Key to halt everything',
    text: 'Works in every app. Agents cannot act again until you resume.',
  },
  callsPerSecond: { title: 'Calls per second', text: 'For each agent. Further calls are refused.' },
  callsAtOnce: { title: 'Calls at once', text: 'Simultaneous calls of one agent. Further calls are refused.' },
  sensitiveApps: {
    title: 'Sensitive apps',
    text: 'Need approval each time, also for looking. One per line: a program or window class with * for any text, or title: and a title.',
  },
  destructiveWords: {
    title: 'Destructive labels',
    text: 'Elements with these words need approval each time. One word per line; * continues it.',
  },
  allowedFolders: {
    title: 'Folders agents may use',
    text: 'For the file_ops tools, which are not listed by default. One absolute path per line.',
  },
  permissionRules: {
    title: 'Your rules',
    text: 'deny, ask or allow; then a tool with * for any text, or observe, act or program; then in and an app, or nothing for all. A denial holds before all else.',
  },
} as const satisfies Readonly<Record<string, SettingText>>;

export const toolSetTexts: Readonly<Record<ToolSet, SettingText>> = {
  core: {
    title: 'Show the core tools',
    text: 'Twenty-two tools in one vocabulary for most tasks, with a quarter of the tokens of the other sets.',
  },
  ufo: {
    title: 'Show UFO’s tools',
    text: 'UICollector, HostUIExecutor, AppUIExecutor and CommandLineExecutor, under their own names.',
  },
  windows: { title: 'Show window tools', text: 'List, focus, move, arrange, start and close windows and apps.' },
  elements: { title: 'Show element tools', text: 'Find, click, type, select, read: one small tool for each.' },
  skills: { title: 'Show skill tools', text: 'Ask you to show a task, and do again what you showed.' },
  checks: { title: 'Show check tools', text: 'Find what hinders people and tests in a window.' },
  desktops: { title: 'Show desktop tools', text: 'Open desktops apart from yours and work there (Linux).' },
  ui_automation: { title: 'Show ui_automation', text: 'The same in a single tool with an action argument.' },
};

/** Sections of the page with lines of their own. */
export const partTexts = {
  models: { title: 'Agent models', text: 'Keys of model providers.' },
  tokens: { title: 'Tokens', text: 'Tokens of the MCP server, full and read-only.' },
  grants: { title: 'Your answers', text: 'Permissions you gave, for this session and for always.' },
  checks: { title: 'This machine', text: 'Checks of the desktop, accessibility and fonts; the doctor.' },
} as const satisfies Readonly<Record<string, SettingText>>;

/** All searchable lines. */
export const allTexts: readonly SettingText[] = [
  ...Object.values(settingTexts),
  ...Object.values(toolSetTexts),
  ...Object.values(partTexts),
];

/** Whether a text contains each word of the search. */
export function fitsQuery({ title, text }: SettingText, query: string): boolean {
  const all = `${title} ${text}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
