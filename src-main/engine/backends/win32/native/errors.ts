import { AppError, type ErrorCode } from '#contract/errors';
import { declare } from './library.ts';

const getLastError = declare<() => number>('kernel32', 'uint32 GetLastError()');

const setLastError = declare<(code: number) => void>('kernel32', 'void SetLastError(uint32 code)');

/** `ERROR_ACCESS_DENIED`, `_INVALID_WINDOW_HANDLE`, `_TIMEOUT` of winerror.h. */
export const errorCode = { accessDenied: 5, invalidWindow: 1400, timeout: 1460 } as const;

/** A Win32 function that failed. `code` is a system error code: https://learn.microsoft.com/windows/win32/debug/system-error-codes */
export class Win32Failure extends Error {
  readonly code: number;
  constructor(what: string, code: number) {
    super(`${what} failed with error ${code}`);
    this.name = 'Win32Failure';
    this.code = code;
  }
}

/**
 * `E_NOINTERFACE`, `E_POINTER`, `E_INVALIDARG` of winerror.h; `UIA_E_ELEMENTNOTAVAILABLE`, `UIA_E_TIMEOUT`:
 * https://learn.microsoft.com/windows/win32/winauto/uiauto-error-codes; and `COR_E_ARGUMENTOUTOFRANGE`, which .NET apps return
 * instead of `E_INVALIDARG`: https://learn.microsoft.com/dotnet/framework/interop/how-to-map-hresults-and-exceptions
 */
export const resultCode = {
  noInterface: 0x80004002,
  nullPointer: 0x80004003,
  invalidArgument: 0x80070057,
  outOfRange: 0x80131502,
  elementGone: 0x80040201,
  timeout: 0x80131505,
} as const;

/** A COM method that failed. `result` is its HRESULT as an unsigned number. */
export class ComFailure extends Error {
  readonly result: number;
  constructor(what: string, result: number) {
    super(`${what} failed with 0x${(result >>> 0).toString(16)}`);
    this.name = 'ComFailure';
    this.result = result >>> 0;
  }
}

type Meaning = readonly [code: ErrorCode, message: string];

/** System error codes of winerror.h: https://learn.microsoft.com/windows/win32/debug/system-error-codes */
const win32Errors: Readonly<Record<number, Meaning>> = {
  2: ['not_found', 'There is no such file.'],
  3: ['not_found', 'There is no such path.'],
  [errorCode.accessDenied]: ['elevated_target', 'Windows denies access: the target runs with higher privileges.'],
  [errorCode.invalidWindow]: ['window_not_found', 'The window is gone.'],
  [errorCode.timeout]: ['target_not_responding', 'The app does not answer.'],
};

/** HRESULTs of uiautomationcoreapi.h, winerror.h and RPC: https://learn.microsoft.com/windows/win32/winauto/uiauto-error-codes */
const comErrors: Readonly<Record<number, Meaning>> = {
  0x80004001: ['pattern_not_supported', 'The app does not offer this for the element.'],
  0x80040200: ['pattern_not_supported', 'The element is disabled.'],
  [resultCode.elementGone]: ['element_stale', 'The app no longer has this element.'],
  0x80040202: ['element_stale', 'The element has no place that could be clicked.'],
  0x80040204: ['pattern_not_supported', 'The element cannot do this now.'],
  [resultCode.timeout]: ['target_not_responding', 'The app does not answer.'],
  0x80131509: ['pattern_not_supported', 'The element cannot do this now.'],
  0x80070005: ['elevated_target', 'Windows denies access: the target runs with higher privileges.'],
  0x80131515: ['pattern_not_supported', 'The app does not offer this for the element.'],
  [resultCode.invalidArgument]: ['invalid_parameter', 'The element does not take this.'],
  [resultCode.outOfRange]: ['invalid_parameter', 'The element does not take this.'],
  0x80070578: ['window_not_found', 'The window is gone.'],
  0x800706ba: ['element_stale', 'The app that had this element is gone.'],
  0x800706be: ['element_stale', 'The app that had this element is gone.'],
  0x80010108: ['element_stale', 'The app that had this element is gone.'],
  0x80010007: ['element_stale', 'The app that had this element is gone.'],
  0x80010012: ['element_stale', 'The app that had this element is gone.'],
  0x800401fd: ['element_stale', 'The app that had this element is gone.'],
  0x80010001: ['target_not_responding', 'The app is busy and takes no calls.'],
  0x8001010a: ['target_not_responding', 'The app is busy and takes no calls.'],
  0x8001011f: ['target_not_responding', 'The app does not answer.'],
  0x800705b4: ['target_not_responding', 'The app does not answer.'],
  0x8001010d: ['target_not_responding', 'The app is inside a call and does not answer.'],
  0x80004005: ['accessibility_unavailable', 'The app failed while it answered.'],
  0x8000ffff: ['accessibility_unavailable', 'The app failed while it answered.'],
  0x80010105: ['accessibility_unavailable', 'The app failed while it answered.'],
  0x80040155: ['accessibility_unavailable', 'UI Automation is not registered on this machine.'],
  0x80040154: ['accessibility_unavailable', 'UI Automation is not registered on this machine.'],
};

/** Converts errors of native layers to AppErrors; unexpected errors pass and become `internal`. */
export function translateError(error: unknown): unknown {
  const meaning =
    error instanceof Win32Failure
      ? win32Errors[error.code]
      : error instanceof ComFailure
        ? comErrors[error.result]
        : undefined;
  return meaning ? new AppError(...meaning, { cause: error }) : error;
}

/** Runs native work and converts its errors. */
export async function translated<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw translateError(error);
  }
}

/** For functions that may fail without an error code: {@link lastFailure} is then code 0, and not a stale one. */
export function forgetFailure(): void {
  setLastError(0);
}

/** The error of the last function on this thread. Must be read immediately. */
export function lastFailure(what: string): Win32Failure {
  return new Win32Failure(what, getLastError());
}
