import { answer, task } from './calculator-task.mjs';
import { unfulfilled, wishes } from './wishes.mjs';

/** @typedef {import('./scripted-model.mjs').Call} Call */
/**
 * @typedef {object} Done
 * @property {import('./clients.mjs').Agent} agent
 * @property {string} way
 * @property {string} version
 * @property {Call[]} calls
 * @property {readonly string[]} offered tools of ours that stood before the model at once
 * @property {number} tokens
 * @property {import('./calculator-task.mjs').Seen} seen
 * @property {boolean | null} late whether a question was answered late; null if none is asked
 * @property {boolean} ok
 * @property {string} output
 */
/** @typedef {{ agent: import('./clients.mjs').Agent, version: string, found: import('./wishes.mjs').Found }} Searched */

/**
 * A report of this run: a table, search results, one agent's calls, and each agent's framing of an answer.
 * @param {readonly Done[]} done
 * @param {readonly Searched[]} searched
 */
export function describe(done, searched) {
  const [first] = done;
  const ways = done.filter(({ way }) => way === first?.way);
  return [
    '# Agent test run\n',
    `Real agents with a scripted model (\`npm run test:agent\`) on a virtual desktop with galculator, as \`deskscope connect\` ` +
      `configures them, in an environment without a display. Task: “${task}” Expected: “${answer}”\n`,
    '| Agent | Way | Tools at once | Tokens | Passed | Picture | New tools | Wishes |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...done.map((one) => row(one, searched)),
    '',
    '- Way: the app over HTTP, or a server that the client starts (stdio) and that lets agents act; its tool sets are fixed.',
    '- Tokens: our tools as the agent sends them to its model, counted by o200k.',
    '- Passed: the answer is right, and the agent lists, looks, clicks, passes an error on, notices a rule that forbids clicks, and ' +
      'over HTTP waits 50 seconds for the answer to a permission question. Otherwise what is missing.',
    '- Picture in words: the agent passes none on, and its answer names the tools that describe a window.',
    '- New tools: whether tools of a set that is added meanwhile reach the model.',
    `- Wishes: of ${wishes.length}, those for which a tool stands before the model at once, or is found by the agent’s search.`,
    ...foundBy(searched),
    ...(first ? [`\n## The calls of ${first.agent.name}\n`, '```', ...first.calls.map(call), '```'] : []),
    '\n## An answer as each model receives it\n',
    ...ways.map(({ agent, calls }) => `- ${agent.name}: \`${inOneLine(calls[0]?.answer ?? '')}\``),
    '',
  ].join('\n');
}

/**
 * Results of each search for each wish.
 * @param {readonly Searched[]} searched
 */
function foundBy(searched) {
  if (searched.length === 0) return [];
  return [
    '\n## Tools found by the words of a wish\n',
    'And their rank among those found. Codex always searches. Claude Code and Qwen Code do so only where neither `deskscope connect` nor the ' +
      'server has them show the tools at once, as here.\n',
    `| Wish | ${searched.map(({ agent, version }) => `${agent.name} ${version}`).join(' | ')} |`,
    `| --- |${' --- |'.repeat(searched.length)}`,
    ...wishes.map(([wish, right]) => {
      const cells = searched.map(({ found }) => firstOf(found.get(wish) ?? [], right));
      return `| ${wish} | ${cells.join(' | ')} |`;
    }),
  ];
}

/**
 * @param {readonly string[]} tools
 * @param {readonly string[]} right
 */
function firstOf(tools, right) {
  const at = tools.findIndex((name) => right.includes(name));
  return at < 0 ? 'nothing' : `\`${tools[at]}\`, ${at + 1}`;
}

/**
 * @param {Done} done
 * @param {readonly Searched[]} searched
 */
function row({ agent, way, version, calls, offered, tokens, seen, late, ok }, searched) {
  const is = (/** @type {boolean} */ yes) => (yes ? 'yes' : 'no');
  const { newTools, ...needed } = seen;
  const missing = Object.entries({ ...needed, question: late !== false }).flatMap(([what, had]) => (had ? [] : [what]));
  const inWords = seen.picture && !calls.some(({ picture }) => picture);
  const isFound = calls.some((one) => one.searched);
  const tools = isFound ? searched.find((one) => one.agent === agent)?.found : null;
  const fulfilled = wishes.length - unfulfilled((wish) => tools?.get(wish) ?? offered).length;
  const cells = [
    `${agent.name} ${version}`,
    way,
    isFound ? 'by search' : offered.length.toLocaleString('en'),
    offered.length > 0 ? tokens.toLocaleString('en') : '–',
    ok ? 'yes' : `without ${missing.join(', ') || 'the answer'}`,
    inWords ? 'in words' : is(seen.picture),
    late === null ? '–' : is(newTools),
    tools === undefined ? '–' : `${fulfilled}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** @param {Call} call */
function call({ name, args }) {
  return `${name} ${JSON.stringify(args)}`;
}

/** @param {string} text */
function inOneLine(text) {
  const line = text
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ⏎ ')
    .replaceAll('`', "'");
  return line.length > 160 ? `${line.slice(0, 160)}… (${text.length} characters)` : line;
}
