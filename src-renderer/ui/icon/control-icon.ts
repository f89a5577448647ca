import type { ControlType } from '#contract/model/elements/element';
import type { IconName } from './icon.tsx';

const icons: Partial<Record<ControlType, IconName>> = {
  Button: 'symbol-event',
  Calendar: 'calendar',
  CheckBox: 'pass',
  ComboBox: 'chevron-down',
  DataGrid: 'table',
  Document: 'file',
  Edit: 'symbol-key',
  Group: 'group-by-ref-type',
  Header: 'layout-panel-justify',
  Hyperlink: 'link',
  Image: 'file-media',
  List: 'list-unordered',
  ListItem: 'dash',
  Menu: 'menu',
  MenuBar: 'menu',
  MenuItem: 'menu',
  Pane: 'symbol-namespace',
  ProgressBar: 'loading',
  RadioButton: 'circle-large-filled',
  ScrollBar: 'arrow-both',
  Separator: 'horizontal-rule',
  Slider: 'settings',
  Spinner: 'arrow-both',
  SplitButton: 'split-horizontal',
  StatusBar: 'layout-statusbar',
  Tab: 'browser',
  TabItem: 'browser',
  Table: 'table',
  Text: 'symbol-string',
  TitleBar: 'layout-menubar',
  ToolBar: 'tools',
  Tree: 'list-tree',
  TreeItem: 'list-tree',
  Window: 'window',
};

export function controlIcon(type: ControlType): IconName {
  return icons[type] ?? 'symbol-misc';
}
