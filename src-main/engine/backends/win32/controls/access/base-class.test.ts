import { expect, it } from 'vitest';
import { baseClass } from './base-class.ts';

it.each([
  ['Edit', 'edit'],
  ['WindowsForms10.EDIT.app.0.141b42a_r6_ad1', 'edit'],
  ['WindowsForms10.SysListView32.app.0.2bf8098_r7_ad1', 'syslistview32'],
  ['WindowsForms10.RichEdit20W.app.0.1', 'richedit'],
  ['RICHEDIT50W', 'richedit'],
  ['ThunderRT6OptionButton', 'button'],
  ['ThunderFrame', 'button'],
  ['TGroupBox', 'group'],
  ['TMemo', 'edit'],
  ['TMyOwnPanel', 'tmyownpanel'],
  ['ATL:SysTreeView32', 'systreeview32'],
  ['ATL:0042A8B0', 'atl:0042a8b0'],
  ['Afx:ToolBar:10000000:8:10003:10', 'toolbarwindow32'],
  ['tooltips_class32', 'tooltips_class32'],
  ['#32770', '#32770'],
])('%s is a %s', (className, base) => expect(baseClass(className)).toBe(base));
