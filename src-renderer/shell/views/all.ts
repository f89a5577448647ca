import { DesktopsView } from './desktops-view.tsx';
import { InspectView } from './inspect-view.tsx';
import { McpView } from './mcp-view.tsx';
import { RecordView } from './record-view.tsx';
import { RunsView } from './runs-view.tsx';
import { SettingsView } from './settings-view.tsx';

/** The views in the order of the rail; Ctrl+1 shows the first. */
export const views = [
  { id: 'inspect', title: 'Inspect', icon: 'inspect', Content: InspectView },
  { id: 'record', title: 'Record', icon: 'record', Content: RecordView },
  { id: 'runs', title: 'Runs', icon: 'run-all', Content: RunsView },
  { id: 'mcp', title: 'MCP', icon: 'mcp', Content: McpView },
  { id: 'desktops', title: 'Desktops', icon: 'vm', Content: DesktopsView },
  { id: 'settings', title: 'Settings', icon: 'settings-gear', Content: SettingsView },
] as const;

export type View = (typeof views)[number]['id'];
