import type { WindowInfo } from '#contract/model/windows/window';

/** The window of an element, as written in every result. */
export interface WindowTag {
  readonly title: string;
  /** File name of the executable; empty if unknown. */
  readonly app: string;
  /** 0 if unknown. */
  readonly pid: number;
}

export function windowTag({ title, app, processId }: Pick<WindowInfo, 'title' | 'app' | 'processId'>): WindowTag {
  return { title, app, pid: processId };
}
