import { AppError } from '#contract/errors';
import type { ActsIn, ToolContext } from '../../define-tool.ts';
import type { SkillHost } from '../../skill-host.ts';

/** @throws AppError `unsupported_platform` where there is none */
export function hostOf({ skills }: Pick<ToolContext, 'skills'>): SkillHost {
  if (skills) return skills;
  throw new AppError('unsupported_platform', 'Skills are stored in a profile, and this session has none.', {
    hint: 'Use the app or the command line.',
    delivery: 'not_delivered',
  });
}

/** What acts in no window of its own, so that no answer for an app covers it. */
export const noWindow: ActsIn = { id: null, title: 'recorded skills', app: '' };
