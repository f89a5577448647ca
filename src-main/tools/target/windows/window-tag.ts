import type { WindowInfo } from '#contract/model/windows/window';

/** Where an element lives, as every element in any result says. */
export interface WindowTag {
  readonly title: string;
  /** File name of the executable; empty where unknown. */
  readonly app: string;
  /** 0 where unknown. */
  readonly pid: number;
}

export function windowTag({ title, app, processId }: Pick<WindowInfo, 'title' | 'app' | 'processId'>): WindowTag {
  return { title, app, pid: processId };
}
