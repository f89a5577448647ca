import { assertNever } from '../../base/assert-never.ts';
import { AppError } from '#contract/errors';
import { ariaRoleOfType } from '#contract/model/elements/aria-roles';
import { controlTypes, type ControlType } from '#contract/model/elements/element';
import { parseSelector } from '#contract/model/elements/selector';
import type { Action, Modifier } from '#contract/model/recordings/action';
import { splitChord } from '#contract/model/recordings/chord';
import { describeExpectation, type Expectation } from '#contract/model/recordings/expectation';
import type { Recording, Step, StepTarget } from '#contract/model/recordings/recording';
import type { WindowMatch } from '#contract/model/windows/window';
import type { Point } from '#contract/model/geometry';
import { isByPicture } from '../../dialects/element.ts';
import { leftOutOf } from '../../dialects/gaps.ts';
import { ownTimeout } from '../../dialects/steps.ts';
import { appsToStart, notKnown, type AppToStart } from '../steps/apps-to-start.ts';
import { secretsOf } from '../steps/inputs.ts';
import { secretVariable } from '../steps/secret-name.ts';
import { callsIn } from './code-call.ts';
import { defineExporter } from './exporter.ts';
import { cannot, runnerStep, type Spelling } from './foreign-runner.ts';
import { commentText, literal, spellOut, typescriptDialect } from './literals.ts';

const spelling: Spelling = {
  comment: '//',
  indent: '  ',
  fail: (why) => `throw new Error(${text(why)});`,
  gaps: ['rules', 'folder'],
  joinsWindows: true,
};

/** The calls that a replay makes, for what locators cannot do. */
const callOf = callsIn({
  write: ownTimeout,
  gaps: [],
  secret: (name) => `secret(${text(secretVariable(name))})`,
});

/** A test for Playwright Test with `deskscope/test`, to be run unchanged and read. */
export const playwright = defineExporter({
  id: 'playwright',
  label: 'TypeScript, for Playwright Test',
  group: 'Scripts',
  language: 'typescript',
  extension: 'spec.ts',
  header,
  step: (step, at) => runnerStep(step, at, spelling, () => linesOf(step, at.recording, at.index)),
  footer: () => '});',
});

function header(recording: Recording): string {
  const programs = appsToStart(recording);
  const started = programs.map((program, index) => {
    const isFirst = programs.findIndex(({ app }) => app === program.app) === index;
    return `  ${isFirst ? `const ${nameOf(program.app)} = ` : ''}${starting(program)};`;
  });
  return [
    `// ${commentText(recording.name)}, recorded with Deskscope.`,
    '//',
    '// npm install --save-dev deskscope @playwright/test',
    '// npx playwright test',
    '',
    `import { expect, test } from 'deskscope/test';`,
    ...(secretsOf(recording).length > 0 ? [secret] : []),
    ...(programs.some(({ command }) => command === undefined) ? [unknown] : []),
    '',
    `test(${text(recording.name)}, async ({ desktop }) => {`,
    ...started,
  ].join('\n');
}

function starting(program: AppToStart): string {
  if (program.command === undefined) return `await desktop.launch(unknown(${text(notKnown(program))}))`;
  return launching({ ...program, command: program.command });
}

function launching({ command, args, folder }: Omit<Extract<Action, { type: 'launch' }>, 'type'>): string {
  const words = args.length === 0 && folder === undefined ? '' : `, [${args.map(text).join(', ')}]`;
  return `await desktop.launch(${text(command)}${words}${folder === undefined ? '' : `, { folder: ${text(folder)} }`})`;
}

const secret = `
function secret(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error('Set ' + name + '.');
  return value;
}`;

const unknown = `
function unknown(why: string): string {
  throw new Error(why + ' Write its command here.');
}`;

/** The act, then its expectations; or the call, which has both, where locators would do less than a replay. */
function linesOf(step: Step, recording: Recording, index: number): readonly string[] {
  if (isBeyondLocators(step)) return calling(step, recording, index);
  try {
    const lines = act(step, recording, index);
    return [...lines, ...(step.expected ?? []).map((expected) => expectation(step, expected))];
  } catch (error) {
    if (error instanceof AppError) return calling(step, recording, index);
    throw error;
  }
}

/** Whether it depends on more than elements: on what the place looks like, the way, the time, or on what is not known. */
function isBeyondLocators({ action, around, aroundEnd, unseen, ontoWindow, until }: Step): boolean {
  if (around || aroundEnd || unseen || ontoWindow) return true;
  if (action.type === 'click') return action.holdMs !== undefined || action.count > 2;
  if (action.type === 'scroll') return !until;
  return action.type === 'drag' && action.via !== undefined;
}

function calling(step: Step, recording: Recording, index: number): readonly string[] {
  const { call } = callOf(step, { index, recording });
  if (!call) return [];
  if ('why' in call) throw cannot(call.why);
  if (step.ontoWindow && call.tool === 'step_drag') throw cannot('its end is in another window than its beginning');
  return `await desktop.call(${text(call.tool)}, ${literal(call.parameters, typescriptDialect, '')});`.split('\n');
}

function act(step: Step, recording: Recording, index: number): readonly string[] {
  const { action } = step;
  switch (action.type) {
    case 'click': {
      const { button, count, modifiers } = action;
      if (button !== 'left' && button !== 'right' && button !== 'middle')
        throw cannot(`no browser has a button ${button}`);
      const options = [
        ...(button === 'left' ? [] : [`button: ${text(button)}`]),
        ...(modifiers.length === 0 ? [] : [`modifiers: [${modifiers.map((name) => text(held(name))).join(', ')}]`]),
        ...(leftOutOf(step, { index, recording }, ['place']).length === 0 ? [] : [`position: ${point(action.at)}`]),
      ];
      const given = options.length === 0 ? '' : `{ ${options.join(', ')} }`;
      return [`await ${targetOf(step)}.${count > 1 ? 'dblclick' : 'click'}(${given});`];
    }
    case 'drag':
      return [`await ${targetOf(step)}.dragTo(${endOfDrag(step, action)});`];
    case 'hover':
      return [`await ${targetOf(step)}.hover();`];
    case 'setText':
      return [`await ${targetOf(step)}.fill(${textLiteral(action)});`];
    case 'typeText':
      if (step.target) return [`await ${targetOf(step)}.pressSequentially(${textLiteral(action)});`];
      return [`await ${placeOf(step.window)}.keyboard.type(${textLiteral(action)});`];
    case 'pressKeys': {
      const keys = text(chord(action.keys));
      const press = step.target
        ? `${targetOf(step)}.press(${keys})`
        : `${placeOf(step.window)}.keyboard.press(${keys})`;
      if (action.repeat === 1) return [`await ${press};`];
      return [`for (let n = 0; n < ${action.repeat}; n++) await ${press};`];
    }
    case 'scroll':
      if (!step.until) throw cannot('locators do not turn the wheel');
      return [`await ${locatorOf(placeOf(step.window), step.until)}.scrollIntoViewIfNeeded();`];
    case 'launch': {
      const start = `${launching(action)};`;
      return [isFirstStart(step, recording, index) ? `const ${nameOf(appOf(step))} = ${start}` : start];
    }
    case 'window': {
      if (!['focus', 'maximize', 'minimize', 'close'].includes(action.act))
        throw cannot('windows have no method for it');
      return [`await ${windowOf(step.window)}.${action.act}();`];
    }
    case 'placeWindow':
      throw cannot('windows have no method for it');
    case 'expect':
      return [];
    case 'wait':
      return [`await new Promise((resolve) => setTimeout(resolve, ${action.ms}));`];
    default:
      return assertNever(action);
  }
}

function expectation(step: Step, expected: Expectation): string {
  const place = placeOf('window' in expected && expected.window ? expected.window : step.window);
  const found = (isShown = false) => {
    if (!('element' in expected) || !expected.element) return targetOf(step, !isShown);
    return locator(place, expected.element.selector, !isShown);
  };
  const no = (is: boolean) => (is ? '' : 'not.');
  const left = `// not checked here: expects that ${commentText(describeExpectation(expected))}`;
  // What was typed where no element was known.
  if ((expected.type === 'state' || expected.type === 'text') && !expected.element && !step.target) return left;
  switch (expected.type) {
    case 'windowOpens': {
      const { title = '', app = '' } = expected.window;
      if (title === '') break;
      return `await ${app === (step.window.app ?? '') ? nameOf(app) : 'desktop'}.window(${text(title)});`;
    }
    case 'title':
      return `await ${nameOf(appOf(step))}.window(${text(expected.title)});`;
    case 'shows':
      // As at replay, others may match as well.
      return `await expect(${found(true)}.filter({ visible: true }).first()).toBeVisible();`;
    case 'gone':
      return `await expect(${found(true)}).toBeHidden();`;
    case 'state': {
      if (expected.state === 'mixed') break;
      const name = expected.state.charAt(0).toUpperCase() + expected.state.slice(1);
      return `await expect(${found()}).${no(expected.is)}toBe${name}();`;
    }
    case 'text': {
      const renamed = expected.element ? null : renamedTo(step.target, expected.text);
      const exact = expected.contains ? '' : ', exact: true';
      if (renamed) return `await expect(${place}.getByRole(${renamed}${exact} })).toBeVisible();`;
      return `await expect(${found()}).${expected.contains ? 'toContainText' : 'toHaveText'}(${text(expected.text)});`;
    }
    case 'windowCloses': {
      const { app = '', title = '', role } = step.window;
      if (app === '' || title === '' || role !== 'dialog') break;
      return `await expect(${nameOf(app)}.getByRole('dialog', { name: ${text(title)}, exact: true })).toBeHidden();`;
    }
  }
  return left;
}

/** Elements that hold a text besides their name. */
const valued: ReadonlySet<ControlType> = new Set<ControlType>(['Edit', 'Document', 'ComboBox', 'Spinner', 'Slider']);

/**
 * The beginning of `getByRole` for an element that the step renamed, as a button that says what it did; null for others. It is
 * not found again by its name before.
 */
function renamedTo(target: StepTarget | null, wanted: string): string | null {
  if (!target || target.name === '' || target.name === wanted || valued.has(target.controlType)) return null;
  const [primary] = target.selectors;
  if (!primary || parseSelector(primary.selector).at(-1)?.name !== target.name) return null;
  return `${text(ariaRoleOfType(target.controlType))}, { name: ${text(wanted)}`;
}

/** The element where it ends; else the points in its own, as a slider is dragged. */
function endOfDrag(step: Step, { at, to }: Extract<Step['action'], { type: 'drag' }>): string {
  if (step.onto) return locatorOf(placeOf(step.window), step.onto);
  const [own, window] = [step.target?.bounds, step.windowBounds];
  if (!own || !window) throw cannot('it ends on no element');
  const inside = ({ x, y }: Point) => point({ x: x + window.x - own.x, y: y + window.y - own.y });
  return `${targetOf(step)}, { sourcePosition: ${inside(at)}, targetPosition: ${inside(to)} }`;
}

function point({ x, y }: Point): string {
  return `{ x: ${x}, y: ${y} }`;
}

function targetOf(step: Step, mayBeHidden = false): string {
  if (!step.target) throw cannot('what was there is no element');
  return locatorOf(placeOf(step.window), step.target, mayBeHidden);
}

function locatorOf(place: string, { selectors }: StepTarget, mayBeHidden = false): string {
  const [primary] = selectors;
  if (!primary) throw cannot('it has no selector');
  if (isByPicture(selectors)) throw cannot('it is found by its picture, which locators do not');
  return locator(place, primary.selector, mayBeHidden);
}

/** Menus and drop-down lists close when one of these is chosen, and hide it. */
const inPopups: ReadonlySet<ControlType> = new Set<ControlType>(['MenuItem', 'ListItem']);

/**
 * In words if the selector is no more specific.
 * @param mayBeHidden whether it is looked for where it is hidden as well
 */
function locator(place: string, selector: string, mayBeHidden = false): string {
  const [step = {}, ...others] = parseSelector(selector);
  const { role, id, name, label, ...rest } = step;
  if (others.length > 0 || Object.keys(rest).length > 0) return `${place}.locator(${text(selector)})`;
  if (id !== undefined && [role, name, label].every((part) => part === undefined))
    return `${place}.getById(${text(id)})`;
  if (label !== undefined && id === undefined && name === undefined)
    return `${place}.getByLabel(${text(label)}, { exact: true })`;
  if (role === undefined || id !== undefined || label !== undefined) return `${place}.locator(${text(selector)})`;
  const type = controlTypes.find((each) => each === role);
  const given = [
    ...(name === undefined ? [] : [`name: ${text(name)}`, 'exact: true']),
    ...(mayBeHidden && type && inPopups.has(type) ? ['includeHidden: true'] : []),
  ];
  const options = given.length === 0 ? '' : `, { ${given.join(', ')} }`;
  return `${place}.getByRole(${text(type ? ariaRoleOfType(type) : role)}${options})`;
}

/** A dialog by its title, since the window below may have an element of the same name. */
function placeOf(window: WindowMatch): string {
  const { app = '', title = '', role } = window;
  const place = app === '' ? 'desktop' : nameOf(app);
  if (app === '' || (role === 'dialog' && title !== '')) return `(await ${place}.window(${text(title)}))`;
  return place;
}

function windowOf(window: WindowMatch): string {
  const place = placeOf(window);
  return place.startsWith('(') ? place : `${place}.mainWindow`;
}

function appOf({ window: { app = '' }, action }: Step): string {
  return app === '' && action.type === 'launch' ? (action.command.split('/').at(-1) ?? '') : app;
}

/** Whether the step starts its program. */
function isFirstStart(step: Step, { steps }: Recording, index: number): boolean {
  const name = nameOf(appOf(step));
  return !steps.slice(0, index).some((other) => other.enabled && nameOf(appOf(other)) === name);
}

/** Names used by the file, and reserved words. */
const taken: ReadonlySet<string> = new Set(
  `
  desktop expect test app process n secret unknown await break case catch class const continue debugger default delete do else
  enum export extends false finally for function if implements import in instanceof interface let new null
  package private protected public return static super switch this throw true try typeof var void while with
  yield arguments eval
`.split(/\s+/),
);

/** The variable name of an app. */
function nameOf(app: string): string {
  const words = app
    .replace(/\.exe$/i, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  const [first = '', ...others] = words;
  const name =
    first.charAt(0).toLowerCase() +
    first.slice(1) +
    others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  if (/^\d/.test(name)) return `app${name}`;
  return taken.has(name) ? `${name}App` : name;
}

const names: Readonly<Record<Exclude<Modifier, 'altgr'>, string>> = {
  ctrl: 'Control',
  shift: 'Shift',
  alt: 'Alt',
  meta: 'Meta',
};

function held(modifier: Modifier): string {
  if (modifier === 'altgr') throw cannot('Playwright has no name for AltGr');
  return names[modifier];
}

function chord(keys: string): string {
  const { modifiers, key } = splitChord(keys);
  return [...modifiers.map(held), key].join('+');
}

function textLiteral({ text: own, secret }: { readonly text: string; readonly secret?: string | undefined }): string {
  return secret === undefined ? text(own) : `secret(${text(secretVariable(secret))})`;
}

/** In single quotes, as usual in tests. */
function text(own: string): string {
  const inner = JSON.stringify(own).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return spellOut(`'${inner}'`);
}
