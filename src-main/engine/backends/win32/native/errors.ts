import { AppError, type ErrorCode } from '#contract/errors';
import { ComFailure, errorCode, resultCode, Win32Failure } from './failure.ts';

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

/** Turns what native layers throw into the project's errors; what no one foresaw passes and becomes `internal`. */
export function translateError(error: unknown): unknown {
  const meaning =
    error instanceof Win32Failure
      ? win32Errors[error.code]
      : error instanceof ComFailure
        ? comErrors[error.result]
        : undefined;
  return meaning ? new AppError(...meaning, { cause: error }) : error;
}

/** Runs native work; what it throws comes out in the project's words. */
export async function translated<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw translateError(error);
  }
}
