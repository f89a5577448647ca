/**
 * Why the tree of a window reports less than the window shows. Only causes that can be distinguished by facts:
 *
 * - `accessibility_off`: accessibility was off on this desktop when the app started, and the app looks only then
 * - `toolkit_bridge_off`: the app was told to offer nothing, e.g. by an environment variable
 * - `chromium_flag_missing`: a Chromium or Electron app that offers its frame alone, or nothing
 * - `no_accessibility`: the app uses no toolkit that offers accessibility
 * - `not_offered`: its toolkit could, but the app is not to be found on the accessibility bus
 * - `window_not_offered`: the app offers elements, but none of them is this window
 * - `empty_window`: the window is offered, with nothing in it
 * - `still_loading`: the app has just started
 * - `starved`: the app is too busy drawing to register with the accessibility bus
 * - `app_not_responding`: the app is stopped or hangs
 * - `incomplete`: the app answers, but had more to say than the time allowed, or failed to tell a part of it
 * - `input_under_way`: the app may not have come to the last keys or clicks that Deskscope sent it
 * - `other_session`: the app was started in another session, which has an accessibility bus of its own
 * - `sandboxed`: the app runs in a sandbox, from which its elements do not reach the accessibility bus, or not provably as its
 * own
 * - `unknown_process`: the window does not report which process it belongs to
 */
export const diagnosisCodes = [
  ...(['accessibility_off', 'toolkit_bridge_off', 'chromium_flag_missing', 'no_accessibility', 'not_offered'] as const),
  ...(['window_not_offered', 'empty_window', 'still_loading', 'starved', 'app_not_responding', 'incomplete'] as const),
  ...(['input_under_way', 'other_session', 'sandboxed', 'unknown_process'] as const),
] as const;
export type DiagnosisCode = (typeof diagnosisCodes)[number];

/** A cause and its remedy, each in full sentences. */
export interface Diagnosis {
  readonly code: DiagnosisCode;
  readonly message: string;
  readonly fix: string;
}

export function describeDiagnosis({ message, fix }: Diagnosis): string {
  return `${message} ${fix}`;
}
