#include "node.h"
#include "pattern-properties.h"

namespace {

struct ControlTypeName {
  CONTROLTYPEID type;
  const wchar_t *name;
};

/** LocalizedControlType in English: https://learn.microsoft.com/windows/win32/winauto/uiauto-supportforcontroltypes */
const ControlTypeName controlTypeNames[] = {
    {UIA_ButtonControlTypeId, L"button"},       {UIA_CheckBoxControlTypeId, L"check box"},
    {UIA_ComboBoxControlTypeId, L"combo box"},  {UIA_DataItemControlTypeId, L"item"},
    {UIA_DocumentControlTypeId, L"document"},   {UIA_EditControlTypeId, L"edit"},
    {UIA_GroupControlTypeId, L"group"},         {UIA_HeaderControlTypeId, L"header"},
    {UIA_HeaderItemControlTypeId, L"header item"}, {UIA_HyperlinkControlTypeId, L"link"},
    {UIA_ImageControlTypeId, L"image"},         {UIA_ListControlTypeId, L"list"},
    {UIA_ListItemControlTypeId, L"list item"},  {UIA_PaneControlTypeId, L"pane"},
    {UIA_ProgressBarControlTypeId, L"progress bar"}, {UIA_RadioButtonControlTypeId, L"radio button"},
    {UIA_ScrollBarControlTypeId, L"scroll bar"}, {UIA_SliderControlTypeId, L"slider"},
    {UIA_SpinnerControlTypeId, L"spinner"},     {UIA_StatusBarControlTypeId, L"status bar"},
    {UIA_TabControlTypeId, L"tab"},             {UIA_TabItemControlTypeId, L"tab item"},
    {UIA_TextControlTypeId, L"text"},           {UIA_SeparatorControlTypeId, L"separator"},
    {UIA_ToolBarControlTypeId, L"tool bar"},    {UIA_TreeControlTypeId, L"tree view"},
    {UIA_TreeItemControlTypeId, L"tree item"},  {UIA_WindowControlTypeId, L"window"},
};

const wchar_t *controlTypeName(CONTROLTYPEID type) {
  for (const ControlTypeName &known : controlTypeNames)
    if (known.type == type) return known.name;
  return L"";
}

int legacyRole(CONTROLTYPEID type) {
  switch (type) {
  case UIA_ButtonControlTypeId: return ROLE_SYSTEM_PUSHBUTTON;
  case UIA_CheckBoxControlTypeId: return ROLE_SYSTEM_CHECKBUTTON;
  case UIA_RadioButtonControlTypeId: return ROLE_SYSTEM_RADIOBUTTON;
  case UIA_EditControlTypeId: return ROLE_SYSTEM_TEXT;
  case UIA_TextControlTypeId: return ROLE_SYSTEM_STATICTEXT;
  case UIA_ListControlTypeId: return ROLE_SYSTEM_LIST;
  case UIA_ListItemControlTypeId: return ROLE_SYSTEM_LISTITEM;
  case UIA_TreeControlTypeId: return ROLE_SYSTEM_OUTLINE;
  case UIA_TreeItemControlTypeId: return ROLE_SYSTEM_OUTLINEITEM;
  case UIA_WindowControlTypeId: return ROLE_SYSTEM_WINDOW;
  default: return ROLE_SYSTEM_CLIENT;
  }
}

int legacyState(const Node &node) {
  return (node.enabled() ? 0 : STATE_SYSTEM_UNAVAILABLE) | (node.focusable() ? STATE_SYSTEM_FOCUSABLE : 0) |
         (node.focused() ? STATE_SYSTEM_FOCUSED : 0) | (node.offscreen() ? STATE_SYSTEM_OFFSCREEN : 0);
}

int processOf(HWND window) {
  DWORD processId = 0;
  GetWindowThreadProcessId(window, &processId);
  return static_cast<int>(processId);
}

} // namespace

bool sameNode(const Node &one, const Node &other) { return one.identity() == other.identity(); }

Variant Node::property(PROPERTYID id) const {
  if (PATTERNID told = patternTold(id)) return supports(told);
  if (PATTERNID owner = patternOf(id); owner && !supports(owner)) return {};
  Variant own = ownProperty(id);
  return own.empty() ? commonProperty(id) : own;
}

Variant Node::commonProperty(PROPERTYID id) const {
  switch (id) {
  case UIA_RuntimeIdPropertyId: return Variant(runtimeId());
  case UIA_BoundingRectanglePropertyId: return Variant(box());
  case UIA_ProcessIdPropertyId: return processOf(window());
  case UIA_ControlTypePropertyId: return controlType();
  case UIA_LocalizedControlTypePropertyId: return controlTypeName(controlType());
  case UIA_NamePropertyId: return name();
  case UIA_HasKeyboardFocusPropertyId: return focused();
  case UIA_IsKeyboardFocusablePropertyId: return focusable();
  case UIA_IsEnabledPropertyId: return enabled();
  case UIA_IsOffscreenPropertyId: return offscreen();
  case UIA_IsControlElementPropertyId:
  case UIA_IsContentElementPropertyId: return true;
  case UIA_IsPasswordPropertyId:
  case UIA_IsRequiredForFormPropertyId:
  case UIA_IsPeripheralPropertyId:
  case UIA_IsDialogPropertyId:
  case UIA_OptimizeForVisualContentPropertyId: return false;
  case UIA_IsDataValidForFormPropertyId: return true;
  case UIA_NativeWindowHandlePropertyId:
  case UIA_OrientationPropertyId:
  case UIA_CulturePropertyId:
  case UIA_LiveSettingPropertyId: return 0;
  case UIA_FrameworkIdPropertyId: return L"Win32";
  case UIA_ProviderDescriptionPropertyId: return L"Deskscope's test fixture";
  case UIA_LegacyIAccessibleNamePropertyId: return name();
  case UIA_LegacyIAccessibleValuePropertyId: return ownProperty(UIA_ValueValuePropertyId);
  case UIA_LegacyIAccessibleRolePropertyId: return legacyRole(controlType());
  case UIA_LegacyIAccessibleStatePropertyId: return legacyState(*this);
  case UIA_LegacyIAccessibleDefaultActionPropertyId: return supports(UIA_InvokePatternId) ? L"Press" : L"";
  case UIA_LegacyIAccessibleChildIdPropertyId: return CHILDID_SELF;
  case UIA_LegacyIAccessibleDescriptionPropertyId:
  case UIA_LegacyIAccessibleHelpPropertyId:
  case UIA_LegacyIAccessibleKeyboardShortcutPropertyId:
  case UIA_AutomationIdPropertyId:
  case UIA_ClassNamePropertyId:
  case UIA_HelpTextPropertyId:
  case UIA_AcceleratorKeyPropertyId:
  case UIA_AccessKeyPropertyId:
  case UIA_ItemTypePropertyId:
  case UIA_ItemStatusPropertyId:
  case UIA_AriaRolePropertyId:
  case UIA_AriaPropertiesPropertyId:
  case UIA_FullDescriptionPropertyId: return L"";
  default: return {};
  }
}
