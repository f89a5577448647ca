import { AppError } from '#contract/errors';
import type { TreeView } from '#contract/model/elements/element';
import { create, query } from '../com/create.ts';
import { treeScope } from '../com/generated/enums.ts';
import { method } from '../com/method.ts';
import { type ComPointer, Scope, type Owner } from '../com/memory.ts';
import { ComFailure, resultCode } from '../native/errors.ts';

export type UiaElement = ComPointer<'IUIAutomationElement'>;
export type UiaCacheRequest = ComPointer<'IUIAutomationCacheRequest'>;
export type UiaCondition = ComPointer<'IUIAutomationCondition'>;
export type Scopes = keyof typeof treeScope;

const createCacheRequest = method('IUIAutomation', 'CreateCacheRequest');
const addProperty = method('IUIAutomationCacheRequest', 'AddProperty');
const putTreeScope = method('IUIAutomationCacheRequest', 'put_TreeScope');
const putTreeFilter = method('IUIAutomationCacheRequest', 'put_TreeFilter');
const createTrueCondition = method('IUIAutomation', 'CreateTrueCondition');
const getViewCondition = {
  control: method('IUIAutomation', 'get_ControlViewCondition'),
  content: method('IUIAutomation', 'get_ContentViewCondition'),
} as const;
const createPropertyCondition = method('IUIAutomation', 'CreatePropertyCondition');
const createTreeWalker = method('IUIAutomation', 'CreateTreeWalker');
const putConnectionTimeout = method('IUIAutomation2', 'put_ConnectionTimeout');
const putAutoSetFocus = method('IUIAutomation2', 'put_AutoSetFocus');
const putCoalesceEvents = method('IUIAutomation6', 'put_CoalesceEvents');
const putConnectionRecovery = method('IUIAutomation6', 'put_ConnectionRecoveryBehavior');
const putTransactionTimeout = method('IUIAutomation2', 'put_TransactionTimeout');

/** Timeout for an app to search all its elements, in milliseconds. */
export const searchMs = 12_000;
/**
 * Timeouts for an app to connect, and to answer one query; milliseconds. Windows' own defaults are 2 and 20 s:
 * https://learn.microsoft.com/windows/win32/api/uiautomationclient/nf-uiautomationclient-iuiautomation2-get_transactiontimeout
 */
const connectMs = 1_000;
const answerMs = 2_000;

/** `CoalesceEventsOptions_Enabled` and `ConnectionRecoveryBehaviorOptions_Enabled` of uiautomationclient.h. */
const enabled = 1;

/** UI Automation for one thread. Its objects live as long as the thread. */
export class UiaClient {
  readonly automation: ComPointer<'IUIAutomation'>;
  /** Matches everything: reads the raw view by default. */
  readonly everything: UiaCondition;
  readonly walker: ComPointer<'IUIAutomationTreeWalker'>;
  readonly #modern: ComPointer<'IUIAutomation2'> | null;
  readonly #owner = new Scope();
  readonly #requests = new Map<readonly number[], Map<string, UiaCacheRequest>>();
  readonly #views = new Map<TreeView, UiaCondition>();

  /** @throws ComFailure without UI Automation */
  constructor() {
    this.automation = createAutomation(this.#owner);
    this.everything = given(createTrueCondition(this.#owner, this.automation), 'CreateTrueCondition');
    this.walker = given(createTreeWalker(this.#owner, this.automation, this.everything), 'CreateTreeWalker');
    this.#modern = query(this.#owner, this.automation, 'IUIAutomation2');
    if (this.#modern) attempt(putConnectionTimeout, this.#modern, connectMs);
    this.#setQueryTimeout(answerMs);
    this.#spareApps();
  }

  /** A cache request for those properties, of the elements in the scope that a view contains; created once. */
  request(properties: readonly number[], scope: Scopes, view: TreeView = 'raw'): UiaCacheRequest {
    const key = `${scope} ${view}`;
    let ofProperties = this.#requests.get(properties);
    if (!ofProperties) {
      ofProperties = new Map();
      this.#requests.set(properties, ofProperties);
    }
    const known = ofProperties.get(key);
    if (known) return known;
    const made = this.#makeRequest(properties, scope, this.#condition(view));
    ofProperties.set(key, made);
    return made;
  }

  /** @param value of the property's type; integers, not doubles */
  condition(owner: Owner, property: number, value: number | boolean | string | readonly number[]): UiaCondition {
    return given(createPropertyCondition(owner, this.automation, property, value), 'CreatePropertyCondition');
  }

  /** Gives one query a longer timeout, in milliseconds. */
  withTimeout<T>(work: () => T, milliseconds: number): T {
    this.#setQueryTimeout(milliseconds);
    try {
      return work();
    } finally {
      this.#setQueryTimeout(answerMs);
    }
  }

  /**
   * Whether patterns first focus their element, which brings its window to the front; on by default:
   * https://learn.microsoft.com/windows/win32/api/uiautomationclient/nf-uiautomationclient-iuiautomation2-get_autosetfocus
   */
  focusesBeforeActs(does: boolean): void {
    if (this.#modern) attempt(putAutoSetFocus, this.#modern, does);
  }

  /** Coalesces events of one kind, and retries connections to apps that did not answer. Windows 10 and later. */
  #spareApps(): void {
    const newest = query(this.#owner, this.automation, 'IUIAutomation6');
    if (!newest) return;
    attempt(putCoalesceEvents, newest, enabled);
    attempt(putConnectionRecovery, newest, enabled);
  }

  #setQueryTimeout(milliseconds: number): void {
    if (this.#modern) attempt(putTransactionTimeout, this.#modern, milliseconds);
  }

  #condition(view: TreeView): UiaCondition {
    if (view === 'raw') return this.everything;
    const known = this.#views.get(view);
    if (known) return known;
    const asked = given(getViewCondition[view](this.#owner, this.automation), 'the condition of a view');
    this.#views.set(view, asked);
    return asked;
  }

  #makeRequest(properties: readonly number[], scope: Scopes, filter: UiaCondition): UiaCacheRequest {
    const request = given(createCacheRequest(this.#owner, this.automation), 'CreateCacheRequest');
    // Older systems lack some properties; the others are still useful.
    for (const property of properties) attempt(addProperty, request, property);
    putTreeScope(request, treeScope[scope]);
    // The default is the control view: https://learn.microsoft.com/windows/win32/api/uiautomationclient/nf-uiautomationclient-iuiautomationcacherequest-get_treefilter
    putTreeFilter(request, filter);
    return request;
  }
}

/** Windows 8 and later have the first, which supports timeouts; Windows 7 only the second. */
function createAutomation(owner: Owner): ComPointer<'IUIAutomation'> {
  try {
    return create(owner, 'CUIAutomation8', 'IUIAutomation');
  } catch (error) {
    if (!(error instanceof ComFailure)) throw error;
    return create(owner, 'CUIAutomation', 'IUIAutomation');
  }
}

/** For results that may be null on success. @throws AppError `accessibility_unavailable` */
export function given<T>(value: T | null, what: string): T {
  if (value !== null) return value;
  throw new AppError('accessibility_unavailable', `UI Automation did not respond to ${what}.`);
}

/** For features missing on older systems: whether it succeeded. */
function attempt<A extends unknown[]>(call: (...args: A) => unknown, ...args: A): boolean {
  try {
    call(...args);
    return true;
  } catch (error) {
    if (error instanceof ComFailure) return false;
    throw error;
  }
}

/**
 * For queries that involve many elements, of which one may fail by chance: retries once, and returns the second failure.
 * Timeouts are not retried.
 */
export function twice<T>(work: () => T): T | ComFailure {
  const first = failureOr(work);
  return first instanceof ComFailure && first.result !== resultCode.timeout ? failureOr(work) : first;
}

function failureOr<T>(work: () => T): T | ComFailure {
  try {
    return work();
  } catch (error) {
    if (error instanceof ComFailure) return error;
    throw error;
  }
}

/** If an app fails to report a fact, only that fact is lost. `results` limits this to those errors. */
export function orNull<T>(work: () => T, ...results: readonly number[]): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof ComFailure && (results.length === 0 || results.includes(error.result))) return null;
    throw error;
  }
}
