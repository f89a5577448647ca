import type { ActionType } from '#contract/model/action';
import type { StepStatus } from '#contract/api';
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

/** How a status looks, and its word for those who do not see it. */
export const statusLooks: Record<StepStatus, { readonly icon: IconName; readonly word: string }> = {
  pending: { icon: 'circle-large', word: 'pending' },
  running: { icon: 'loading', word: 'running' },
  passed: { icon: 'pass', word: 'passed' },
  healed: { icon: 'wand', word: 'healed' },
  failed: { icon: 'error', word: 'failed' },
  skipped: { icon: 'debug-step-over', word: 'skipped' },
};
