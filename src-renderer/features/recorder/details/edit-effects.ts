import type { Expectation } from '#contract/model/recordings/expectation';
import type { Step } from '#contract/model/recordings/recording';

/** The text of an expectation that can be changed; null where it has none. */
export function effectText(expected: Expectation): string | null {
  switch (expected.type) {
    case 'text':
      return expected.text;
    case 'title':
      return expected.title;
    case 'windowOpens':
      return expected.window.title ?? '';
    case 'windowCloses':
    case 'shows':
    case 'gone':
    case 'state':
      return null;
  }
}

export function withEffectText(step: Step, index: number, text: string): Step {
  return withExpected(step, (all) => all.map((one, at) => (at === index ? retexted(one, text) : one)));
}

export function withoutEffect(step: Step, index: number): Step {
  return withExpected(step, (all) => all.filter((_, at) => at !== index));
}

function withExpected(step: Step, change: (all: readonly Expectation[]) => Expectation[]): Step {
  return { ...step, expected: change(step.expected ?? []) };
}

function retexted(expected: Expectation, text: string): Expectation {
  switch (expected.type) {
    case 'text':
      return { ...expected, text };
    case 'title':
      return { ...expected, title: text };
    case 'windowOpens':
      return { ...expected, window: { ...expected.window, title: text } };
    case 'windowCloses':
    case 'shows':
    case 'gone':
    case 'state':
      return expected;
  }
}
