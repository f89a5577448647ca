import { answer, task } from './calculator-task.mjs';

/** @typedef {import('./scripted-model.mjs').Call} Call */
/**
 * @typedef {object} Done
 * @property {import('./clients.mjs').Agent} agent
 * @property {string} way
 * @property {string} version
 * @property {Call[]} calls
 * @property {number} offered tools of ours that stood before the model at once
 * @property {number} tokens
 * @property {import('./calculator-task.mjs').Seen} seen
 * @property {boolean | null} late whether a question was answered late; null where none is asked
 * @property {boolean} ok
 * @property {string} output
 */

/**
 * A table, one whole transcript, and of each other agent how it frames an answer.
 * @param {readonly Done[]} done
 */
export function describe(done) {
  const [first] = done;
  const others = done.filter(({ agent, way }) => agent !== first?.agent && way === first?.way);
  return [
    '# Agent test run\n',
    `Real agents with a scripted model (\`npm run test:agent\`) on a virtual desktop with galculator, as \`deskscope connect\` ` +
      `configures them, in an environment without a display. Task: “${task}” Expected: “${answer}” Over HTTP a permission question precedes the first ` +
      'click and is answered after 50 seconds; over stdio the client starts a server that lets agents act. The change is a rule ' +
      'that forbids clicks, and another tool set, set while the agent works. Tokens are our tools as each agent sends them to its model, ' +
      'counted by o200k.\n',
    '| Agent | Way | Tools at once | Tokens | List | Look | Click | Question | Picture | Error | Change | New tools |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...done.map(row),
    '\nPicture in words: the agent passes none on, and its answer names the tools that describe a window. New tools: whether the agent puts tools before its model that came after it connected. A server on stdio keeps its sets.',
    ...(first ? [`\n## ${first.agent.name}\n`, ...first.calls.map(turn)] : []),
    ...others.flatMap(({ agent, calls }) => [
      `\n## ${agent.name}\n`,
      'An answer as its model receives it:\n',
      ...calls.slice(0, 1).map(turn),
    ]),
  ].join('\n');
}

/** @param {Done} done */
function row({ agent, way, version, calls, offered, tokens, seen, late }) {
  const is = (/** @type {boolean} */ yes) => (yes ? 'yes' : 'no');
  const question = late === null ? '–' : late ? 'yes' : 'no';
  const inWords = seen.picture && !calls.some(({ picture }) => picture);
  const newTools = late === null ? '–' : is(seen.newTools);
  const atOnce = calls.some(({ searched }) => searched) ? 'by search' : offered.toLocaleString('en');
  const cells = [
    `${agent.name} ${version}`,
    way,
    atOnce,
    offered > 0 ? tokens.toLocaleString('en') : '–',
    is(seen.list),
    is(seen.look),
    is(seen.click),
    question,
    inWords ? 'in words' : is(seen.picture),
    is(seen.error),
    is(seen.change),
    newTools,
  ];
  return `| ${cells.join(' | ')} |`;
}

/**
 * @param {Call} call
 * @param {number} i
 */
function turn({ name, args, answer: got = '' }, i) {
  return `${i + 1}. \`${name} ${JSON.stringify(args)}\`\n\n   \`\`\`\n${indent(cut(got))}\n   \`\`\`\n`;
}

/** @param {string} text */
function cut(text) {
  return text.length > 300 ? `${text.slice(0, 300)}… (${text.length} characters)` : text;
}

/** @param {string} text */
function indent(text) {
  return text.replaceAll(/^/gm, '   ');
}
