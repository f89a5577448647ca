import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { find } from './method.ts';
import type { InterfaceName } from './memory.ts';

/**
 * Vtable slots from a source independent of the headers that our tables are generated from: the slot numbers of a library that
 * runs on real machines, https://github.com/Descolada/UIA-v2 at a67b55c, Lib/UIA.ahk. That of QueryInterface is COM's own.
 */
const places: ReadonlySet<string> = new Set([
  'IUnknown.QueryInterface 0',
  'IUIAutomation.GetRootElement 5',
  'IUIAutomation.ElementFromHandle 6',
  'IUIAutomation.GetRootElementBuildCache 9',
  'IUIAutomation.ElementFromHandleBuildCache 10',
  'IUIAutomation.ElementFromPointBuildCache 11',
  'IUIAutomation.GetFocusedElementBuildCache 12',
  'IUIAutomation.CreateTreeWalker 13',
  'IUIAutomation.get_ControlViewCondition 18',
  'IUIAutomation.get_ContentViewCondition 19',
  'IUIAutomation.CreateCacheRequest 20',
  'IUIAutomation.CreateTrueCondition 21',
  'IUIAutomation.CreateFalseCondition 22',
  'IUIAutomation.CreatePropertyCondition 23',
  'IUIAutomation.CreateAndCondition 25',
  'IUIAutomation.CreateNotCondition 31',
  'IUIAutomation.AddAutomationEventHandler 32',
  'IUIAutomation.RemoveAutomationEventHandler 33',
  'IUIAutomation.AddPropertyChangedEventHandler 35',
  'IUIAutomation.RemovePropertyChangedEventHandler 36',
  'IUIAutomation.AddStructureChangedEventHandler 37',
  'IUIAutomation.RemoveStructureChangedEventHandler 38',
  'IUIAutomation.AddFocusChangedEventHandler 39',
  'IUIAutomation.RemoveFocusChangedEventHandler 40',
  'IUIAutomation2.put_AutoSetFocus 59',
  'IUIAutomation2.put_ConnectionTimeout 61',
  'IUIAutomation2.put_TransactionTimeout 63',
  'IUIAutomation6.put_ConnectionRecoveryBehavior 74',
  'IUIAutomation6.put_CoalesceEvents 76',
  'IUIAutomationBoolCondition.get_BooleanValue 3',
  'IUIAutomationPropertyCondition.get_PropertyValue 4',
  'IUIAutomationCacheRequest.AddProperty 3',
  'IUIAutomationCacheRequest.put_TreeScope 7',
  'IUIAutomationCacheRequest.put_TreeFilter 9',
  'IUIAutomationElement.SetFocus 3',
  'IUIAutomationElement.GetRuntimeId 4',
  'IUIAutomationElement.FindFirst 5',
  'IUIAutomationElement.FindAll 6',
  'IUIAutomationElement.FindFirstBuildCache 7',
  'IUIAutomationElement.FindAllBuildCache 8',
  'IUIAutomationElement.BuildUpdatedCache 9',
  'IUIAutomationElement.GetCachedPropertyValue 12',
  'IUIAutomationElement.GetCurrentPatternAs 14',
  'IUIAutomationElement.GetCachedChildren 19',
  'IUIAutomationElement.get_CurrentName 23',
  'IUIAutomationElement.get_CurrentLabeledBy 44',
  'IUIAutomationElement.get_CurrentControllerFor 48',
  'IUIAutomationElement.get_CurrentDescribedBy 49',
  'IUIAutomationElement.get_CurrentFlowsTo 50',
  'IUIAutomationElement.get_CachedBoundingRectangle 75',
  'IUIAutomationElement2.get_CurrentFlowsFrom 89',
  'IUIAutomationElementArray.get_Length 3',
  'IUIAutomationElementArray.GetElement 4',
  'IUIAutomationTreeWalker.GetParentElementBuildCache 9',
  'IUIAutomationTreeWalker.GetFirstChildElementBuildCache 10',
  'IUIAutomationTreeWalker.GetNextSiblingElementBuildCache 12',
  'IUIAutomationTreeWalker.GetPreviousSiblingElementBuildCache 13',
  'IUIAutomationDockPattern.SetDockPosition 3',
  'IUIAutomationExpandCollapsePattern.Expand 3',
  'IUIAutomationExpandCollapsePattern.Collapse 4',
  'IUIAutomationGridPattern.GetItem 3',
  'IUIAutomationInvokePattern.Invoke 3',
  'IUIAutomationItemContainerPattern.FindItemByProperty 3',
  'IUIAutomationLegacyIAccessiblePattern.DoDefaultAction 4',
  'IUIAutomationMultipleViewPattern.GetViewName 3',
  'IUIAutomationMultipleViewPattern.SetCurrentView 4',
  'IUIAutomationRangeValuePattern.SetValue 3',
  'IUIAutomationScrollItemPattern.ScrollIntoView 3',
  'IUIAutomationScrollPattern.SetScrollPercent 4',
  'IUIAutomationScrollPattern.get_CurrentHorizontalScrollPercent 5',
  'IUIAutomationScrollPattern.get_CurrentVerticalScrollPercent 6',
  'IUIAutomationSelectionItemPattern.Select 3',
  'IUIAutomationSelectionItemPattern.AddToSelection 4',
  'IUIAutomationSelectionItemPattern.RemoveFromSelection 5',
  'IUIAutomationSelectionPattern.GetCurrentSelection 3',
  'IUIAutomationTablePattern.GetCurrentRowHeaders 3',
  'IUIAutomationTablePattern.GetCurrentColumnHeaders 4',
  'IUIAutomationTextPattern.GetSelection 5',
  'IUIAutomationTextPattern.get_DocumentRange 7',
  'IUIAutomationTextPattern.get_SupportedTextSelection 8',
  'IUIAutomationTextRange.Clone 3',
  'IUIAutomationTextRange.GetText 12',
  'IUIAutomationTextRange.MoveEndpointByUnit 14',
  'IUIAutomationTextRange.MoveEndpointByRange 15',
  'IUIAutomationTextRange.Select 16',
  'IUIAutomationTextRangeArray.get_Length 3',
  'IUIAutomationTextRangeArray.GetElement 4',
  'IUIAutomationTogglePattern.Toggle 3',
  'IUIAutomationTransformPattern.Move 3',
  'IUIAutomationTransformPattern.Resize 4',
  'IUIAutomationTransformPattern.Rotate 5',
  'IUIAutomationTransformPattern2.Zoom 12',
  'IUIAutomationValuePattern.SetValue 3',
  'IUIAutomationVirtualizedItemPattern.Realize 3',
]);

/**
 * Same for the Windows Runtime: by the order in Microsoft's own C++/WinRT headers (1.0.170224.5), after the six methods of
 * IInspectable, and by the slot numbers of https://github.com/Descolada/OCR at 0a94432 and
 * https://github.com/ynkdir/py-win32more , which run on real machines, for the methods that they call.
 */
const runtimePlaces: ReadonlySet<string> = new Set([
  'IAsyncInfo.get_Status 7',
  'IAsyncInfo.get_ErrorCode 8',
  'IAsyncInfo.Cancel 9',
  'IAsyncOperation.GetResults 8',
  'IVectorView.GetAt 6',
  'IVectorView.get_Size 7',
  'IReference<double>.get_Value 6',
  'ILanguageFactory.CreateLanguage 6',
  'ILanguage.get_LanguageTag 6',
  'IBufferFactory.Create 6',
  'IBuffer.put_Length 8',
  'IBufferByteAccess.Buffer 3',
  'ISoftwareBitmapStatics.CreateCopyFromBuffer 9',
  'IOcrEngineStatics.get_MaxImageDimension 6',
  'IOcrEngineStatics.get_AvailableRecognizerLanguages 7',
  'IOcrEngineStatics.TryCreateFromLanguage 9',
  'IOcrEngineStatics.TryCreateFromUserProfileLanguages 10',
  'IOcrEngine.RecognizeAsync 6',
  'IOcrEngine.get_RecognizerLanguage 7',
  'IOcrResult.get_Lines 6',
  'IOcrResult.get_TextAngle 7',
  'IOcrLine.get_Words 6',
  'IOcrWord.get_BoundingRect 6',
  'IOcrWord.get_Text 7',
]);

it('every called method has the slot of real Windows', () => {
  const called = new Set(
    [...calledMethods()].map(([type, name]) => `${type}.${name} ${find(type as InterfaceName, name).slot}`),
  );
  expect(called.size).toBeGreaterThan(100);
  expect([...called].filter((one) => !places.has(one) && !runtimePlaces.has(one))).toEqual([]);
});

/** The engine's declarations with `method(type, name)`. */
function* calledMethods(): Iterable<readonly [string, string]> {
  const engine = path.dirname(import.meta.dirname);
  for (const file of readdirSync(engine, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
    const source = readFileSync(path.join(engine, file), 'utf8');
    for (const [, type = '', name = ''] of source.matchAll(/\bmethod\('([\w<>]+)', '(\w+)'\)/g)) yield [type, name];
  }
}
