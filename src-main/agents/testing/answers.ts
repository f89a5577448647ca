/** Scripted answers on the scripted desktop; ids are those that the question lists. */
const windowId = (title: string) => `{{"name":"${title.replace('*', '\\*')}","id":"(\\d+)"}}`;
const controlId = (type: string, name: string) => `{{(\\d+)\\. ${type}: "${name}"}}`;

export const editor = 'Untitled - Editor';

export const select = (title: string) => ({
  function: 'select_application_window',
  arguments: { id: windowId(title), name: title },
});

export const assign = (title: string, subTask: string, plan: readonly string[] = []) => ({
  ...select(title),
  status: 'ASSIGN',
  current_subtask: subTask,
  plan,
});

export const click = (name: string) => ({
  function: 'click_input',
  arguments: { id: controlId('Button', name), name },
});

export const write = (text: string) => ({
  function: 'set_edit_text',
  arguments: { id: controlId('Document', 'Text'), name: 'Text', text, clear_current_text: true },
});

export const shows = (window: string, text: string) => ({
  status: 'FINISH',
  result: 'done',
  evidence: [{ window, text }],
});
