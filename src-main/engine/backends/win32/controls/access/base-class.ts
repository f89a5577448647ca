/** Toolkit classes that subclass standard controls; the first match counts. */
const disguises: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
  // Windows Forms: WindowsForms10.EDIT.app.0.141b42a_r6_ad1
  [/^windowsforms\d+\.([^.]+)\./, (match) => match[1] ?? ''],
  // ATL: ATL:SysListView32
  [/^atl:([a-z]\w+)$/, (match) => match[1] ?? ''],
  [/^afx:toolbar/, () => 'toolbarwindow32'],
  [/^richedit/, () => 'richedit'],
  // Visual Basic 6: ThunderRT6CommandButton
  [/^thunder(?:rt\d)?(\w+)$/, (match) => visualBasic[match[1] ?? ''] ?? ''],
  // Delphi and C++Builder: TEdit
  [/^t(\w+)$/, (match) => vcl[match[1] ?? ''] ?? ''],
];

const visualBasic: Readonly<Record<string, string>> = {
  commandbutton: 'button',
  checkbox: 'button',
  optionbutton: 'button',
  frame: 'button',
  textbox: 'edit',
  listbox: 'listbox',
  combobox: 'combobox',
  hscrollbar: 'scrollbar',
  vscrollbar: 'scrollbar',
};

const vcl: Readonly<Record<string, string>> = {
  edit: 'edit',
  memo: 'edit',
  maskedit: 'edit',
  labelededit: 'edit',
  spinedit: 'edit',
  richedit: 'richedit',
  button: 'button',
  bitbtn: 'button',
  checkbox: 'button',
  radiobutton: 'button',
  statictext: 'static',
  groupbox: 'group',
  radiogroup: 'group',
  listbox: 'listbox',
  checklistbox: 'listbox',
  combobox: 'combobox',
  listview: 'syslistview32',
  treeview: 'systreeview32',
  headercontrol: 'sysheader32',
  scrollbar: 'scrollbar',
  pagecontrol: 'systabcontrol32',
  tabcontrol: 'systabcontrol32',
  trackbar: 'msctls_trackbar32',
  progressbar: 'msctls_progress32',
  updown: 'msctls_updown32',
  statusbar: 'msctls_statusbar32',
  toolbar: 'toolbarwindow32',
  coolbar: 'rebarwindow32',
  datetimepicker: 'sysdatetimepick32',
  monthcalendar: 'sysmonthcal32',
};

/**
 * The standard class that a toolkit's class is based on, in lower case; its own name if unknown.
 * @example baseClass('WindowsForms10.EDIT.app.0.141b42a_r6_ad1') === 'edit'
 */
export function baseClass(className: string): string {
  const name = className.toLowerCase();
  for (const [disguise, base] of disguises) {
    const match = disguise.exec(name);
    const found = match && base(match);
    if (found) return found === name ? name : baseClass(found);
  }
  return name;
}
