/** @typedef {import('./scripted-model.mjs').Script} Script */

export const task = 'What is 7 times 6? Use the calculator that is on the desktop.';
export const answer = 'The calculator shows 42.';

/**
 * Checks of the task, in order.
 * @typedef {object} Seen
 * @property {boolean} list
 * @property {boolean} look
 * @property {boolean} click
 * @property {boolean} picture the model received it, or was told how to continue in words
 * @property {boolean} error its text reached the model
 * @property {boolean} change a rule set meanwhile takes effect
 * @property {boolean} newTools tools of a set added meanwhile are offered to the model
 */

/** @returns {Seen} */
export function nothingSeen() {
  return { list: false, look: false, click: false, picture: false, error: false, change: false, newTools: false };
}

/** A tool of the added set. */
const newTool = 'check_window';
/** The user's change while the agent works. */
export const change = { permissionRules: ['deny act in galculator'], mcpToolSets: ['core', 'checks'] };

/**
 * What a model might do: lists, looks, clicks, takes a picture, makes a mistake, and continues after the user forbade it.
 * @param {Seen} seen filled meanwhile
 * @param {() => void} changeSettings
 * @returns {Script}
 */
export function* useCalculator(seen, changeSettings) {
  const window = 'galculator';
  const windows = yield { name: 'list_windows', args: {} };
  seen.list = windows.answer.includes(window);
  if (!seen.list) return 'There is no calculator.';
  const elements = (yield { name: 'snapshot', args: { window } }).answer;
  const refs = new Map([...elements.matchAll(/\[(e\d+)\] Button “(.+?)”/g)].map(([, ref, name]) => [name, ref]));
  seen.look = refs.has('7');
  for (const name of ['AC', '7', '*', '6', '=']) {
    yield { name: 'click_element', args: { element: refs.get(name) ?? name } };
  }
  const display = yield { name: 'find_element', args: { window, control_type: 'Edit' } };
  const [, shown = 'nothing'] = /= “(\d+)”/.exec(display.answer) ?? [];
  seen.click = shown === '42';
  const shot = yield { name: 'screenshot', args: { window } };
  seen.picture = shot.picture || shot.answer.includes('passes none on');
  const mistake = yield { name: 'click_element', args: { window, name: 'nothing like it' } };
  seen.error = mistake.answer.includes('nothing like it') && mistake.answer.includes('element_not_found');
  changeSettings();
  // The file is watched: the change arrives a little later, and the model gets other tools in the turn after that.
  for (let i = 0; i < 20 && !(seen.change && (seen.newTools || i >= 4)); i++) {
    const denied = yield { name: 'click_element', args: { window, name: '7' } };
    seen.change = denied.answer.includes('permission_denied');
    seen.newTools ||= denied.offered.includes(newTool);
  }
  return `The calculator shows ${shown}.`;
}
