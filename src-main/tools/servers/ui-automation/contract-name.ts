/** The parameters whose contract name is not their own in camel case. */
const exceptions: Readonly<Record<string, string>> = {
  element: 'elementId',
  parent: 'parentElementId',
  window: 'windowHandle',
  timeout_ms: 'timeout_ms',
};

/** What the contract of `ui_automation` calls a parameter. */
export function contractName(parameter: string): string {
  return exceptions[parameter] ?? parameter.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
