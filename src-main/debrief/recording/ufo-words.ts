/** Our tools for elements by the names and arguments that UFO has for the same. */
const names: Readonly<Record<string, string>> = { click_element: 'click_input', type_text: 'set_edit_text' };

interface Called {
  readonly tool: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** @param key with its namespace; which window it is, is told beside it */
export function asUfoCall(key: string, { window: _, ...given }: Called['parameters']): Called {
  const tool = key.replace(/^.*::/, '');
  const { clear_first: clears, ...rest } = given;
  return {
    tool: names[tool] ?? tool,
    parameters: clears === undefined ? rest : { ...rest, clear_current_text: clears },
  };
}
