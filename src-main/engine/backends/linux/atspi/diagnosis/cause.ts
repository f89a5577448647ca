import type { Diagnosis, DiagnosisCode } from '#contract/model/diagnosis';
import type { WindowInfo } from '#contract/model/windows/window';

export function because(code: DiagnosisCode, message: string, fix: string): Diagnosis {
  return { code, message, fix };
}

export function named(window: WindowInfo): string {
  return window.app === '' ? 'This app' : window.app;
}

export const byPictures = 'Work with pictures, text recognition and coordinates there.';

export function stopped(window: WindowInfo): Diagnosis {
  const fix = `Continue it, e.g. with \`kill -CONT ${window.processId}\`.`;
  return because('app_not_responding', `${named(window)} is stopped, so it answers nothing.`, fix);
}
