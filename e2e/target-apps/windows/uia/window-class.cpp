#include "window-node.h"
#include <commctrl.h>

namespace {

constexpr auto invoke = UIA_InvokePatternId, value = UIA_ValuePatternId, toggle = UIA_TogglePatternId,
               expand = UIA_ExpandCollapsePatternId, selection = UIA_SelectionPatternId,
               selectionItem = UIA_SelectionItemPatternId, scroll = UIA_ScrollPatternId, range = UIA_RangeValuePatternId,
               text = UIA_TextPatternId, grid = UIA_GridPatternId, table = UIA_TablePatternId,
               windowed = UIA_WindowPatternId, transform = UIA_TransformPatternId,
               transform2 = UIA_TransformPattern2Id, views = UIA_MultipleViewPatternId, dock = UIA_DockPatternId,
               dropTarget = UIA_DropTargetPatternId;

const ClassFacts classes[] = {
    {L"Edit", editNode, UIA_EditControlTypeId, false, {value, text, scroll}},
    {L"Static", nullptr, UIA_TextControlTypeId, true, {}},
    {L"ComboBox", comboBoxNode, UIA_ComboBoxControlTypeId, false, {value, expand, selection}},
    {L"ListBox", listBoxNode, UIA_ListControlTypeId, false, {selection, scroll}},
    {WC_LISTVIEWW, listViewNode, UIA_ListControlTypeId, false, {selection, scroll, grid, table, views}},
    {WC_HEADERW, headerNode, UIA_HeaderControlTypeId, false, {}},
    {WC_TREEVIEWW, treeViewNode, UIA_TreeControlTypeId, false, {selection, scroll, dropTarget}},
    {WC_TABCONTROLW, tabNode, UIA_TabControlTypeId, false, {selection}},
    {TRACKBAR_CLASSW, rangeNode, UIA_SliderControlTypeId, false, {range}},
    {PROGRESS_CLASSW, rangeNode, UIA_ProgressBarControlTypeId, false, {range}},
    {UPDOWN_CLASSW, rangeNode, UIA_SpinnerControlTypeId, false, {range}},
    {L"ScrollBar", rangeNode, UIA_ScrollBarControlTypeId, false, {range}},
    {STATUSCLASSNAMEW, statusBarNode, UIA_StatusBarControlTypeId, false, {}},
    {TOOLBARCLASSNAMEW, toolBarNode, UIA_ToolBarControlTypeId, false, {dock}},
    {WC_LINK, linkNode, UIA_HyperlinkControlTypeId, true, {invoke}},
    {DATETIMEPICK_CLASSW, editNode, UIA_PaneControlTypeId, false, {value}},
};

const ClassFacts multiLineEdit = {L"Edit", editNode, UIA_DocumentControlTypeId, false, {value, text, scroll}};
const ClassFacts pushButton = {L"Button", buttonNode, UIA_ButtonControlTypeId, true, {invoke}};
const ClassFacts checkBox = {L"Button", buttonNode, UIA_CheckBoxControlTypeId, true, {toggle}};
const ClassFacts radioButton = {L"Button", buttonNode, UIA_RadioButtonControlTypeId, true, {selectionItem}};
const ClassFacts groupBox = {L"Button", buttonNode, UIA_GroupControlTypeId, true, {transform, transform2}};
const ClassFacts topLevel = {L"", nullptr, UIA_WindowControlTypeId, true, {windowed, transform}};
const ClassFacts otherChild = {L"", nullptr, UIA_PaneControlTypeId, true, {}};

const ClassFacts &buttonFacts(HWND window) {
  switch (GetWindowLongW(window, GWL_STYLE) & BS_TYPEMASK) {
  case BS_CHECKBOX:
  case BS_AUTOCHECKBOX:
  case BS_3STATE:
  case BS_AUTO3STATE: return checkBox;
  case BS_RADIOBUTTON:
  case BS_AUTORADIOBUTTON: return radioButton;
  case BS_GROUPBOX: return groupBox;
  default: return pushButton;
  }
}

} // namespace

const ClassFacts &factsOf(HWND window, const std::wstring &className) {
  if (!hasStyle(window, WS_CHILD)) return topLevel;
  if (className == L"Button") return buttonFacts(window);
  if (!lstrcmpiW(className.c_str(), L"Edit") && hasStyle(window, ES_MULTILINE)) return multiLineEdit;
  for (const ClassFacts &known : classes)
    if (!lstrcmpiW(known.className, className.c_str())) return known;
  return otherChild;
}
