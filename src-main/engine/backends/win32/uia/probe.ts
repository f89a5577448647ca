import { treeScope } from '../com/generated/enums.ts';
import { controlTypeIds, patternIds, propertyIds } from '../com/generated/ids.ts';
import { interfaces } from '../com/generated/interfaces.ts';
import { method } from '../com/method.ts';
import { scoped } from '../com/memory.ts';
import { ComFailure } from '../native/errors.ts';
import { AppError } from '#contract/errors';
import { given, UiaClient } from './client.ts';
import { identity } from './elements.ts';

const getRoot = method('IUIAutomation', 'GetRootElementBuildCache');
const findFirst = method('IUIAutomationElement', 'FindFirst');
const getCurrentPatternAs = method('IUIAutomationElement', 'GetCurrentPatternAs');

/**
 * UI Automation, if it is complete: it reads whole trees at once, supports conditions, and has patterns. Wine's is a stub.
 * Queries only the desktop, which no app can block. Null if missing.
 */
export function startFullUia(): UiaClient | null {
  try {
    const client = new UiaClient();
    client.request(identity, 'Subtree');
    scoped((scope) => {
      const type = client.condition(scope, propertyIds.ControlType, controlTypeIds.Pane);
      const root = given(getRoot(scope, client.automation, client.request(identity, 'Element')), 'GetRootElement');
      findFirst(scope, root, treeScope.Element, type);
      const { iid } = interfaces.IUIAutomationLegacyIAccessiblePattern;
      getCurrentPatternAs(scope, root, patternIds.LegacyIAccessible, iid);
    });
    return client;
  } catch (error) {
    if (error instanceof ComFailure || error instanceof AppError) return null;
    throw error;
  }
}
