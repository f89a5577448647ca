const encoded = (text) => new TextEncoder().encode(text);

/** What a client is told instead of an answer. @param code `gone`, `overview`, `clipboard`, `grabbed` or `malformed` */
class Refusal extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

const isRect = (value) => ['x', 'y', 'width', 'height'].every((side) => Number.isFinite(value?.[side]));
const isColor = (value) => ['r', 'g', 'b'].every((part) => Number.isInteger(value?.[part]));
const isText = (value) => typeof value === 'string';
const isLabel = (value) => isRect(value) && isText(value.text) && Number.isFinite(value.size);
const isBox = (value) =>
  isRect(value?.place) &&
  isColor(value.color) &&
  Array.isArray(value.pieces) &&
  value.pieces.every(isRect) &&
  (value.label === undefined || isLabel(value.label));

const kinds = {
  number: Number.isFinite,
  whole: Number.isInteger,
  flag: (value) => typeof value === 'boolean',
  text: isText,
  rect: isRect,
  act: (value) => Object.hasOwn(acts, value),
  direction: (value) => Object.hasOwn(directions, value),
  boxes: (value) => Array.isArray(value) && value.every(isBox),
};

/** All that can be asked: what each takes, and how a client is answered. */
const asks = {
  list: { takes: {}, answer: listing },
  act: { takes: { id: 'whole', act: 'act' }, answer: (_, { id, act }) => acts[act](windowOf(id)) },
  move: {
    takes: { id: 'whole', frame: 'rect' },
    answer: (_, { id, frame }) => moveTo(windowOf(id), frame),
  },
  desktop: {
    takes: { id: 'whole', desktop: 'whole' },
    answer: (_, { id, desktop }) => windowOf(id).change_workspace_by_index(desktop, false),
  },
  show: { takes: { desktop: 'whole' }, answer: (_, { desktop }) => showDesktop(desktop) },
  hands: { takes: {}, answer: (client) => void client.hands },
  point: { takes: { x: 'number', y: 'number' }, answer: ({ hands }, { x, y }) => hands.move(x, y) },
  button: {
    takes: { button: 'whole', down: 'flag' },
    answer: ({ hands }, { button, down }) => hands.button(button, down),
  },
  notch: { takes: { direction: 'direction' }, answer: ({ hands }, { direction }) => hands.notch(direction) },
  key: { takes: { code: 'whole', down: 'flag' }, answer: ({ hands }, { code, down }) => hands.key(code, down) },
  where: { takes: {}, answer: () => global.get_pointer().slice(0, 2) },
  layout: { takes: {}, answer: () => getKeyboardManager().currentLayout?.groupIndex ?? 0 },
  commit: { takes: { text: 'text' }, answer: (_, { text }) => commit(text) },
  lend: { takes: { text: 'text' }, answer: (client, { text }) => client.lend(text) },
  restore: { takes: {}, answer: (client) => client.restore() },
  picture: { takes: { area: 'rect' }, answer: (_, { area }) => pictureOf(area) },
  window: { takes: { id: 'whole' }, answer: (_, { id }) => pictureOfWindow(windowOf(id)) },
  outline: { takes: { boxes: 'boxes' }, answer: ({ outline }, { boxes }) => outline.show(boxes) },
  grab: { takes: { on: 'flag' }, answer: (client, { on }) => client.grab(on) },
  presses: { takes: { on: 'flag' }, answer: (client, { on }) => client.presses(on) },
};

/** @throws Refusal for what nobody can be asked */
function answerTo(client, name, told) {
  if (!Object.hasOwn(asks, name)) throw new Refusal('malformed', 'This cannot be asked.');
  const { takes, answer } = asks[name];
  for (const [key, kind] of Object.entries(takes))
    if (!kinds[kind](told?.[key])) throw new Refusal('malformed', `${name} takes ${key}, a ${kind}.`);
  return answer(client, told);
}
