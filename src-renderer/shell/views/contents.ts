import type { ComponentType } from 'react';
import { DesktopsView } from './desktops-view.tsx';
import { InspectView } from './inspect-view.tsx';
import type { View } from './list.ts';
import { McpView } from './mcp-view.tsx';
import { RecordView } from './record-view.tsx';
import { RunsView } from './runs-view.tsx';
import { SettingsView } from './settings-view.tsx';

export const viewContents: Readonly<Record<View, ComponentType>> = {
  inspect: InspectView,
  record: RecordView,
  runs: RunsView,
  mcp: McpView,
  desktops: DesktopsView,
  settings: SettingsView,
};
