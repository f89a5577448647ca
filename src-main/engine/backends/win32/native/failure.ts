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
 * https://learn.microsoft.com/windows/win32/winauto/uiauto-error-codes; and what apps in .NET say instead of
 * `E_INVALIDARG`, `COR_E_ARGUMENTOUTOFRANGE`: https://learn.microsoft.com/dotnet/framework/interop/how-to-map-hresults-and-exceptions
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

/** For what fails without always saying why: {@link lastFailure} is then code 0, and not what another one left. */
export function forgetFailure(): void {
  setLastError(0);
}

/** The failure that the last function of this thread left. To be asked at once. */
export function lastFailure(what: string): Win32Failure {
  return new Win32Failure(what, getLastError());
}
