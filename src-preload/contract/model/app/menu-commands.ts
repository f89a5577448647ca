/** Commands of the main window in the application menu, which is drawn outside the page. */
export const menuCommands = {
  File: [
    { id: 'file.open', label: 'Open recording or run…', keys: 'Ctrl+O' },
    { id: 'file.openRecent', label: 'Open recent…', keys: 'Ctrl+Shift+T' },
    { id: 'file.openFolder', label: 'Open folder of a run…', keys: 'Ctrl+Shift+O' },
  ],
  View: [
    { id: 'view.inspect', label: 'Inspect', keys: 'Ctrl+1' },
    { id: 'view.record', label: 'Record', keys: 'Ctrl+2' },
    { id: 'view.runs', label: 'Runs', keys: 'Ctrl+3' },
    { id: 'view.mcp', label: 'MCP', keys: 'Ctrl+4' },
    { id: 'view.desktops', label: 'Desktops', keys: 'Ctrl+5' },
    { id: 'view.settings', label: 'Settings', keys: 'Ctrl+6' },
  ],
  Help: [{ id: 'palette.open', label: 'Show all commands', keys: 'Ctrl+Shift+P' }],
} as const;
