#include "pattern-properties.h"

namespace {

struct Availability {
  PROPERTYID property;
  PATTERNID pattern;
};

const Availability availabilities[] = {
    {UIA_IsInvokePatternAvailablePropertyId, UIA_InvokePatternId},
    {UIA_IsSelectionPatternAvailablePropertyId, UIA_SelectionPatternId},
    {UIA_IsValuePatternAvailablePropertyId, UIA_ValuePatternId},
    {UIA_IsRangeValuePatternAvailablePropertyId, UIA_RangeValuePatternId},
    {UIA_IsScrollPatternAvailablePropertyId, UIA_ScrollPatternId},
    {UIA_IsExpandCollapsePatternAvailablePropertyId, UIA_ExpandCollapsePatternId},
    {UIA_IsGridPatternAvailablePropertyId, UIA_GridPatternId},
    {UIA_IsGridItemPatternAvailablePropertyId, UIA_GridItemPatternId},
    {UIA_IsMultipleViewPatternAvailablePropertyId, UIA_MultipleViewPatternId},
    {UIA_IsWindowPatternAvailablePropertyId, UIA_WindowPatternId},
    {UIA_IsSelectionItemPatternAvailablePropertyId, UIA_SelectionItemPatternId},
    {UIA_IsDockPatternAvailablePropertyId, UIA_DockPatternId},
    {UIA_IsTablePatternAvailablePropertyId, UIA_TablePatternId},
    {UIA_IsTableItemPatternAvailablePropertyId, UIA_TableItemPatternId},
    {UIA_IsTextPatternAvailablePropertyId, UIA_TextPatternId},
    {UIA_IsTogglePatternAvailablePropertyId, UIA_TogglePatternId},
    {UIA_IsTransformPatternAvailablePropertyId, UIA_TransformPatternId},
    {UIA_IsTransformPattern2AvailablePropertyId, UIA_TransformPattern2Id},
    {UIA_IsDragPatternAvailablePropertyId, UIA_DragPatternId},
    {UIA_IsDropTargetPatternAvailablePropertyId, UIA_DropTargetPatternId},
    {UIA_IsScrollItemPatternAvailablePropertyId, UIA_ScrollItemPatternId},
    {UIA_IsLegacyIAccessiblePatternAvailablePropertyId, UIA_LegacyIAccessiblePatternId},
    {UIA_IsItemContainerPatternAvailablePropertyId, UIA_ItemContainerPatternId},
    {UIA_IsVirtualizedItemPatternAvailablePropertyId, UIA_VirtualizedItemPatternId},
};

/** The properties of a pattern are numbered in a row. */
struct Series {
  PROPERTYID first, last;
  PATTERNID pattern;
};

const Series series[] = {
    {UIA_ValueValuePropertyId, UIA_ValueIsReadOnlyPropertyId, UIA_ValuePatternId},
    {UIA_RangeValueValuePropertyId, UIA_RangeValueSmallChangePropertyId, UIA_RangeValuePatternId},
    {UIA_ScrollHorizontalScrollPercentPropertyId, UIA_ScrollVerticallyScrollablePropertyId, UIA_ScrollPatternId},
    {UIA_SelectionSelectionPropertyId, UIA_SelectionIsSelectionRequiredPropertyId, UIA_SelectionPatternId},
    {UIA_GridRowCountPropertyId, UIA_GridColumnCountPropertyId, UIA_GridPatternId},
    {UIA_GridItemRowPropertyId, UIA_GridItemContainingGridPropertyId, UIA_GridItemPatternId},
    {UIA_DockDockPositionPropertyId, UIA_DockDockPositionPropertyId, UIA_DockPatternId},
    {UIA_ExpandCollapseExpandCollapseStatePropertyId, UIA_ExpandCollapseExpandCollapseStatePropertyId,
     UIA_ExpandCollapsePatternId},
    {UIA_MultipleViewCurrentViewPropertyId, UIA_MultipleViewSupportedViewsPropertyId, UIA_MultipleViewPatternId},
    {UIA_WindowCanMaximizePropertyId, UIA_WindowIsTopmostPropertyId, UIA_WindowPatternId},
    {UIA_SelectionItemIsSelectedPropertyId, UIA_SelectionItemSelectionContainerPropertyId, UIA_SelectionItemPatternId},
    {UIA_TableRowHeadersPropertyId, UIA_TableRowOrColumnMajorPropertyId, UIA_TablePatternId},
    {UIA_TableItemRowHeaderItemsPropertyId, UIA_TableItemColumnHeaderItemsPropertyId, UIA_TableItemPatternId},
    {UIA_ToggleToggleStatePropertyId, UIA_ToggleToggleStatePropertyId, UIA_TogglePatternId},
    {UIA_TransformCanMovePropertyId, UIA_TransformCanRotatePropertyId, UIA_TransformPatternId},
    {UIA_Transform2CanZoomPropertyId, UIA_Transform2CanZoomPropertyId, UIA_TransformPattern2Id},
    {UIA_Transform2ZoomLevelPropertyId, UIA_Transform2ZoomMaximumPropertyId, UIA_TransformPattern2Id},
    {UIA_DragIsGrabbedPropertyId, UIA_DragDropEffectsPropertyId, UIA_DragPatternId},
    {UIA_DropTargetDropTargetEffectPropertyId, UIA_DropTargetDropTargetEffectsPropertyId, UIA_DropTargetPatternId},
    {UIA_LegacyIAccessibleChildIdPropertyId, UIA_LegacyIAccessibleDefaultActionPropertyId, UIA_LegacyIAccessiblePatternId},
};

} // namespace

PATTERNID patternTold(PROPERTYID availability) {
  for (const Availability &known : availabilities)
    if (known.property == availability) return known.pattern;
  return 0;
}

PATTERNID patternOf(PROPERTYID property) {
  for (const Series &one : series)
    if (property >= one.first && property <= one.last) return one.pattern;
  return 0;
}

/** https://learn.microsoft.com/windows/win32/winauto/uiauto-control-pattern-propids */
Variant defaultOf(PROPERTYID property) {
  switch (property) {
  case UIA_ValueValuePropertyId: return L"";
  case UIA_ValueIsReadOnlyPropertyId:
  case UIA_RangeValueIsReadOnlyPropertyId: return true;
  case UIA_RangeValueValuePropertyId:
  case UIA_RangeValueMinimumPropertyId:
  case UIA_RangeValueMaximumPropertyId:
  case UIA_RangeValueLargeChangePropertyId:
  case UIA_RangeValueSmallChangePropertyId:
  case UIA_ScrollHorizontalScrollPercentPropertyId:
  case UIA_ScrollVerticalScrollPercentPropertyId: return 0.0;
  case UIA_ScrollHorizontalViewSizePropertyId:
  case UIA_ScrollVerticalViewSizePropertyId: return 100.0;
  case UIA_ScrollHorizontallyScrollablePropertyId:
  case UIA_ScrollVerticallyScrollablePropertyId:
  case UIA_SelectionCanSelectMultiplePropertyId:
  case UIA_SelectionIsSelectionRequiredPropertyId:
  case UIA_SelectionItemIsSelectedPropertyId:
  case UIA_WindowCanMaximizePropertyId:
  case UIA_WindowCanMinimizePropertyId:
  case UIA_WindowIsModalPropertyId:
  case UIA_WindowIsTopmostPropertyId:
  case UIA_TransformCanMovePropertyId:
  case UIA_TransformCanResizePropertyId:
  case UIA_TransformCanRotatePropertyId:
  case UIA_Transform2CanZoomPropertyId:
  case UIA_DragIsGrabbedPropertyId: return false;
  case UIA_DragDropEffectPropertyId:
  case UIA_DropTargetDropTargetEffectPropertyId: return L"";
  case UIA_Transform2ZoomLevelPropertyId:
  case UIA_Transform2ZoomMinimumPropertyId:
  case UIA_Transform2ZoomMaximumPropertyId: return 1.0;
  case UIA_DockDockPositionPropertyId: return int(DockPosition_None);
  case UIA_MultipleViewCurrentViewPropertyId: return 0;
  case UIA_GridRowCountPropertyId:
  case UIA_GridColumnCountPropertyId:
  case UIA_GridItemRowPropertyId:
  case UIA_GridItemColumnPropertyId:
  case UIA_WindowWindowVisualStatePropertyId:
  case UIA_WindowWindowInteractionStatePropertyId:
  case UIA_PositionInSetPropertyId:
  case UIA_SizeOfSetPropertyId:
  case UIA_LevelPropertyId: return 0;
  case UIA_GridItemRowSpanPropertyId:
  case UIA_GridItemColumnSpanPropertyId: return 1;
  case UIA_ExpandCollapseExpandCollapseStatePropertyId: return int(ExpandCollapseState_LeafNode);
  case UIA_ToggleToggleStatePropertyId: return int(ToggleState_Indeterminate);
  case UIA_TableRowOrColumnMajorPropertyId: return int(RowOrColumnMajor_Indeterminate);
  default: return {};
  }
}
