/** Made by scripts/uia-tables.mjs from uiautomationclient.h and uiautomationcore.h of Debian's mingw-w64-common 12.0.0-5. */
export const treeScope = { Element: 1, Children: 2, Descendants: 4, Parent: 8, Ancestors: 16, Subtree: 7 } as const;
export const propertyConditionFlags = { None: 0, IgnoreCase: 1 } as const;
export const automationElementMode = { None: 0, Full: 1 } as const;
export const treeTraversalOptions = { Default: 0, PostOrder: 1, LastToFirstOrder: 2 } as const;
export const connectionRecoveryBehaviorOptions = { Disabled: 0, Enabled: 1 } as const;
export const coalesceEventsOptions = { Disabled: 0, Enabled: 1 } as const;
export const navigateDirection = {
  Parent: 0,
  NextSibling: 1,
  PreviousSibling: 2,
  FirstChild: 3,
  LastChild: 4,
} as const;
export const providerOptions = {
  ClientSideProvider: 1,
  ServerSideProvider: 2,
  NonClientAreaProvider: 4,
  OverrideProvider: 8,
  ProviderOwnsSetFocus: 16,
  UseComThreading: 32,
  RefuseNonClientSupport: 64,
  HasNativeIAccessible: 128,
  UseClientCoordinates: 256,
} as const;
export const structureChangeType = {
  ChildAdded: 0,
  ChildRemoved: 1,
  ChildrenInvalidated: 2,
  ChildrenBulkAdded: 3,
  ChildrenBulkRemoved: 4,
  ChildrenReordered: 5,
} as const;
export const textEditChangeType = {
  None: 0,
  AutoCorrect: 1,
  Composition: 2,
  CompositionFinalized: 3,
  AutoComplete: 4,
} as const;
export const orientationType = { None: 0, Horizontal: 1, Vertical: 2 } as const;
export const dockPosition = { Top: 0, Left: 1, Bottom: 2, Right: 3, Fill: 4, None: 5 } as const;
export const expandCollapseState = { Collapsed: 0, Expanded: 1, PartiallyExpanded: 2, LeafNode: 3 } as const;
export const scrollAmount = {
  LargeDecrement: 0,
  SmallDecrement: 1,
  NoAmount: 2,
  LargeIncrement: 3,
  SmallIncrement: 4,
} as const;
export const rowOrColumnMajor = { RowMajor: 0, ColumnMajor: 1, Indeterminate: 2 } as const;
export const toggleState = { Off: 0, On: 1, Indeterminate: 2 } as const;
export const windowVisualState = { Normal: 0, Maximized: 1, Minimized: 2 } as const;
export const synchronizedInputType = {
  KeyUp: 1,
  KeyDown: 2,
  LeftMouseUp: 4,
  LeftMouseDown: 8,
  RightMouseUp: 16,
  RightMouseDown: 32,
} as const;
export const windowInteractionState = {
  Running: 0,
  Closing: 1,
  ReadyForUserInteraction: 2,
  BlockedByModalWindow: 3,
  NotResponding: 4,
} as const;
export const textUnit = { Character: 0, Format: 1, Word: 2, Line: 3, Paragraph: 4, Page: 5, Document: 6 } as const;
export const textPatternRangeEndpoint = { Start: 0, End: 1 } as const;
export const supportedTextSelection = { None: 0, Single: 1, Multiple: 2 } as const;
export const liveSetting = { Off: 0, Polite: 1, Assertive: 2 } as const;
export const zoomUnit = {
  NoAmount: 0,
  LargeDecrement: 1,
  SmallDecrement: 2,
  LargeIncrement: 3,
  SmallIncrement: 4,
} as const;
export const notificationProcessing = {
  ImportantAll: 0,
  ImportantMostRecent: 1,
  All: 2,
  MostRecent: 3,
  CurrentThenMostRecent: 4,
} as const;
export const notificationKind = {
  ItemAdded: 0,
  ItemRemoved: 1,
  ActionCompleted: 2,
  ActionAborted: 3,
  Other: 4,
} as const;
export const uIAutomationType = {
  Int: 1,
  Bool: 2,
  String: 3,
  Double: 4,
  Point: 5,
  Rect: 6,
  Element: 7,
  Array: 65536,
  Out: 131072,
  IntArray: 65537,
  BoolArray: 65538,
  StringArray: 65539,
  DoubleArray: 65540,
  PointArray: 65541,
  RectArray: 65542,
  ElementArray: 65543,
  OutInt: 131073,
  OutBool: 131074,
  OutString: 131075,
  OutDouble: 131076,
  OutPoint: 131077,
  OutRect: 131078,
  OutElement: 131079,
  OutIntArray: 196609,
  OutBoolArray: 196610,
  OutStringArray: 196611,
  OutDoubleArray: 196612,
  OutPointArray: 196613,
  OutRectArray: 196614,
  OutElementArray: 196615,
} as const;
