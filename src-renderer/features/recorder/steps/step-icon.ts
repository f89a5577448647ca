import type { ActionType } from '#contract/model/recordings/action';
import type { StepResult, StepStatus } from '#contract/api';
import type { IconName } from '../../../ui/icon/icon.tsx';

export const actionIcons: Record<ActionType, IconName> = {
  click: 'inspect',
  drag: 'move',
  hover: 'target',
  setText: 'edit',
  typeText: 'symbol-string',
  pressKeys: 'record-keys',
  scroll: 'arrow-both',
  launch: 'rocket',
  window: 'window',
  placeWindow: 'multiple-windows',
  expect: 'eye',
  wait: 'watch',
};

interface Look {
  readonly icon: IconName;
  readonly word: string;
}

const looks: Record<StepStatus, Look> = {
  pending: { icon: 'circle-large', word: 'pending' },
  running: { icon: 'loading', word: 'running' },
  passed: { icon: 'pass-filled', word: 'passed' },
  healed: { icon: 'wand', word: 'healed' },
  failed: { icon: 'error', word: 'failed' },
  skipped: { icon: 'debug-step-over', word: 'skipped' },
};

/** How a result looks, and its word for those who do not see it. A hollow tick: done, and nothing showed that it worked. */
export function lookOf({ status, unproven }: Pick<StepResult, 'status' | 'unproven'>): Look {
  return status === 'passed' && unproven ? { icon: 'pass', word: 'passed, nothing to check' } : looks[status];
}
