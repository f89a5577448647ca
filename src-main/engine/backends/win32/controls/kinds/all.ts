import type { Control } from '../access/control.ts';
import { ipAddress } from './address.ts';
import { button, group } from './button.ts';
import { comboBox } from './combo-box.ts';
import { bands, documents, topWindow, unknown } from './containers.ts';
import { calendar, datePicker } from './dates.ts';
import { edit } from './text/edit.ts';
import { header } from './bars/header.ts';
import type { ControlKind } from './kind.ts';
import { sysLink } from './text/link.ts';
import { listBox } from './list-box.ts';
import { listView } from './list-view/list-view.ts';
import { popUpMenu } from './menu.ts';
import { progressBar, scrollBar, trackBar, upDown } from './ranges.ts';
import { staticText } from './text/static.ts';
import { statusBar } from './bars/status-bar.ts';
import { tabControl } from './bars/tab-control.ts';
import { toolBar } from './bars/tool-bar.ts';
import { toolTip } from './bars/tool-tip.ts';
import { treeView } from './tree-view/tree-view.ts';

const kinds: readonly ControlKind[] = [
  button,
  group,
  staticText,
  edit,
  listBox,
  comboBox,
  listView,
  header,
  treeView,
  tabControl,
  trackBar,
  progressBar,
  upDown,
  scrollBar,
  statusBar,
  toolBar,
  toolTip,
  sysLink,
  datePicker,
  calendar,
  ipAddress,
  documents,
  bands,
  popUpMenu,
];

const byClass = new Map(kinds.flatMap((kind) => kind.classes.map((name) => [name, kind] as const)));

/** The kind of a control. */
export function kindOf(control: Control): ControlKind {
  if (control.isRoot) return topWindow;
  return byClass.get(control.base) ?? unknown;
}
