import { AppError } from '#contract/errors';
import type { ComPointer, InterfaceName } from '../../com/pointer.ts';
import { patternOf } from '../details/facts.ts';
import type { PatternName } from '../details/patterns.ts';
import type { Subject } from './subject.ts';

/** The pattern that a call needs. @throws AppError `pattern_not_supported` where the element has not got it */
export function needed<I extends InterfaceName>({ owner, element }: Subject, name: PatternName, as: I): ComPointer<I> {
  const pattern = patternOf(owner, element, name, as);
  if (pattern === null) throw unsupported(`The element has no ${name} pattern any more.`);
  return pattern;
}

export function unsupported(message: string): AppError {
  return new AppError('pattern_not_supported', message, { delivery: 'not_delivered' });
}
