/** The views in the order of the rail; Ctrl+1 shows the first. */
export const views = [
  { id: 'inspect', title: 'Inspect', icon: 'inspect' },
  { id: 'record', title: 'Record', icon: 'record' },
  { id: 'runs', title: 'Runs', icon: 'run-all' },
  { id: 'mcp', title: 'MCP', icon: 'mcp' },
  { id: 'desktops', title: 'Desktops', icon: 'vm' },
  { id: 'settings', title: 'Settings', icon: 'settings-gear' },
] as const;

export type View = (typeof views)[number]['id'];
