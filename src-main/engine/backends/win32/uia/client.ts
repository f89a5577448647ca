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

/** How long an app may look through all its elements, in milliseconds. */
export const searchMs = 12_000;
/**
 * How long an app may take to claim that it is there, and to answer one question; milliseconds. Windows' own defaults are 2 and
 * 20 s:
 * https://learn.microsoft.com/windows/win32/api/uiautomationclient/nf-uiautomationclient-iuiautomation2-get_transactiontimeout
 */
const connectMs = 1_000;
const answerMs = 2_000;

/** `CoalesceEventsOptions_Enabled` and `ConnectionRecoveryBehaviorOptions_Enabled` of uiautomationclient.h. */
const enabled = 1;

/** UI Automation as one thread uses it. Its objects live as long as the thread. */
export class UiaClient {
  readonly automation: ComPointer<'IUIAutomation'>;
  /** Matches everything: what we read is the raw view by default. */
  readonly everything: UiaCondition;
  readonly walker: ComPointer<'IUIAutomationTreeWalker'>;
  readonly #modern: ComPointer<'IUIAutomation2'> | null;
  readonly #owner = new Scope();
  readonly #requests = new Map<readonly number[], Map<string, UiaCacheRequest>>();
  readonly #views = new Map<TreeView, UiaCondition>();

  /** @throws ComFailure if there is no UI Automation */
  constructor() {
    this.automation = createAutomation(this.#owner);
    this.everything = given(createTrueCondition(this.#owner, this.automation), 'CreateTrueCondition');
    this.walker = given(createTreeWalker(this.#owner, this.automation, this.everything), 'CreateTreeWalker');
    this.#modern = query(this.#owner, this.automation, 'IUIAutomation2');
    if (this.#modern) attempt(putConnectionTimeout, this.#modern, connectMs);
    this.#setPatience(answerMs);
    this.#spareApps();
  }

  /** A request for those properties, of the elements in that scope that a view shows; made once. */
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

  /** @param value of the type that the property has; whole numbers, not doubles */
  condition(owner: Owner, property: number, value: number | boolean | string | readonly number[]): UiaCondition {
    return given(createPropertyCondition(owner, this.automation, property, value), 'CreatePropertyCondition');
  }

  /** Lets one question take longer than usual, in milliseconds. */
  patiently<T>(work: () => T, milliseconds: number): T {
    this.#setPatience(milliseconds);
    try {
      return work();
    } finally {
      this.#setPatience(answerMs);
    }
  }

  /**
   * Whether patterns give their element the focus first, which brings its window to the front. They do until it is said:
   * https://learn.microsoft.com/windows/win32/api/uiautomationclient/nf-uiautomationclient-iuiautomation2-get_autosetfocus
   */
  focusesBeforeActs(does: boolean): void {
    if (this.#modern) attempt(putAutoSetFocus, this.#modern, does);
  }

  /** Many events of one kind come as one, and what an app missed while it did not answer it is asked again. Windows 10 and later. */
  #spareApps(): void {
    const newest = query(this.#owner, this.automation, 'IUIAutomation6');
    if (!newest) return;
    attempt(putCoalesceEvents, newest, enabled);
    attempt(putConnectionRecovery, newest, enabled);
  }

  #setPatience(milliseconds: number): void {
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
    // Older systems do not know every property; the others are worth reading all the same.
    for (const property of properties) attempt(addProperty, request, property);
    putTreeScope(request, treeScope[scope]);
    // The default is the control view: https://learn.microsoft.com/windows/win32/api/uiautomationclient/nf-uiautomationclient-iuiautomationcacherequest-get_treefilter
    putTreeFilter(request, filter);
    return request;
  }
}

/** Windows 8 and later have the first, which knows of time-outs; Windows 7 only the second. */
function createAutomation(owner: Owner): ComPointer<'IUIAutomation'> {
  try {
    return create(owner, 'CUIAutomation8', 'IUIAutomation');
  } catch (error) {
    if (!(error instanceof ComFailure)) throw error;
    return create(owner, 'CUIAutomation', 'IUIAutomation');
  }
}

/** For what may be null though the call went well. @throws AppError `accessibility_unavailable` */
export function given<T>(value: T | null, what: string): T {
  if (value !== null) return value;
  throw new AppError('accessibility_unavailable', `UI Automation did not respond to ${what}.`);
}

/** For what may be missing on an older system: whether it went well. */
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
 * For questions that many elements take part in: one of them may fail by chance, so that it goes well the next time.
 * Answers how it failed then. An app that did not answer in time is not asked again.
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

/** What one fact costs where an app fails to tell it: that fact. `results` limit it to those failures. */
export function orNull<T>(work: () => T, ...results: readonly number[]): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof ComFailure && (results.length === 0 || results.includes(error.result))) return null;
    throw error;
  }
}
