import { AppError } from '#contract/errors';
import type { PatternCall } from '#contract/model/elements/pattern';
import type { Operations } from '../kinds/kind.ts';
import type { Element } from '../reading/element.ts';

/** Does one thing to an element. @throws AppError `pattern_not_supported` */
export function runOn({ facets }: Element, call: PatternCall): void {
  const operations: Operations = facets.operations ?? {};
  const operation = operations[call.pattern] as ((call: PatternCall) => void) | undefined;
  if (!operation) {
    throw new AppError('pattern_not_supported', `The element has no ${call.pattern}.`, { delivery: 'not_delivered' });
  }
  operation(call);
}
