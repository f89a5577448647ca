import { describeElement, type ElementDetails } from '#contract/model/elements/element';
import type { RankedSelector } from '#contract/model/elements/selector';
import { toolKey, type ToolCall } from '#contract/model/tools/tool-call';

/** The tool call that clicks an element, found by its best selector; the others are what to fall back to. */
export function clickCall(element: ElementDetails, selectors: readonly RankedSelector[]): ToolCall {
  const [selector, ...alternatives] = selectors.map((ranked) => ranked.selector);
  const { title, app } = element.window;
  return {
    tool_key: toolKey('action', 'click_input'),
    tool_name: 'click_input',
    namespace: 'AppUIExecutor',
    tool_type: 'action',
    description: `Click ${describeElement(element)}`,
    parameters: {
      ...(element.name && { name: element.name }),
      selector,
      ...(alternatives.length > 0 && { alternatives }),
      window: { ...(title && { title }), ...(app && { app }) },
      button: 'left',
      double: false,
    },
  };
}

export function clickCallJson(element: ElementDetails, selectors: readonly RankedSelector[]): string {
  return `${JSON.stringify(clickCall(element, selectors), null, 2)}\n`;
}
