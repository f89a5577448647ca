import codepoints from '@vscode/codicons/src/template/mapping.json';
import type { ReactNode } from 'react';
import type { ControlType } from '#contract/model/elements/element';
import { classNames } from '../class-names.ts';
import styles from './icon.module.css';

/** A codicon by its name, https://microsoft.github.io/vscode-codicons/dist/codicon.html */
export type IconName = string;

const glyphs = new Map(
  Object.entries(codepoints).flatMap(([code, names]) =>
    names.map((name) => [name, String.fromCodePoint(Number(code))] as const),
  ),
);

interface IconProps {
  readonly name: IconName;
  readonly className?: string | undefined;
  readonly spin?: boolean;
}

/**
 * Decorative: text beside it or its control's name says the same. The classes are our own:
 * codicon's belong to Monaco, which changes their size and motion once loaded.
 */
export function Icon({ name, className, spin }: IconProps): ReactNode {
  return (
    <span
      aria-hidden="true"
      data-icon={name}
      data-glyph={glyphs.get(name)}
      className={classNames(styles.icon, spin && styles.spin, className)}
    />
  );
}

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
