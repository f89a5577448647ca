import type { Control } from '../../access/control.ts';

/** Of commctrl.h. */
export const lvm = {
  getItemCount: 0x1004,
  getNextItem: 0x100c,
  getItemRect: 0x100e,
  hitTest: 0x1012,
  ensureVisible: 0x1013,
  scroll: 0x1014,
  getHeader: 0x101f,
  getTopIndex: 0x1027,
  getCountPerPage: 0x1028,
  setItemState: 0x102b,
  getItemState: 0x102c,
  getSelectedCount: 0x1032,
  getExtendedStyle: 0x1037,
  getItemText: 0x1073,
  getView: 0x108f,
  isGroupViewEnabled: 0x10af,
} as const;

/** `LVS_SINGLESEL`, `LVS_TYPEMASK`, `LVS_REPORT`; `LVS_EX_CHECKBOXES`. */
export const lvStyle = { single: 0x0004, typeMask: 0x0003, report: 0x0001, checkBoxes: 0x0004 } as const;

/** `LV_VIEW_DETAILS`; lists before version 6 know views by their style alone, and answer 0 for icons. */
const detailsView = 1;

/** Whether it shows a table with columns. */
export function isReport(control: Control): boolean {
  const byStyle = (control.style & lvStyle.typeMask) === lvStyle.report;
  return byStyle || control.ask(lvm.getView) === detailsView;
}
