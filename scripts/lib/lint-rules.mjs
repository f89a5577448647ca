import { oldWords, oldWordsIn } from './old-words.mjs';

/**
 * Rules of our own for oxlint (`.oxlintrc.json`), in the form of ESLint's plugins.
 * https://oxc.rs/docs/guide/usage/linter/writing-js-plugins
 * @typedef {{ type: string, value: { cooked: string | null } }} Node
 * @typedef {{ value: string }} Comment
 * @typedef {{
 *   report: (problem: { node: Node | Comment, message: string }) => void,
 *   sourceCode: { getAllComments: () => Comment[] },
 * }} Context
 */

/** TypeScript does not check a spread literal for unknown properties. */
const noSpreadLiteral = {
  create: (/** @type {Context} */ context) => ({
    'SpreadElement > ObjectExpression': (/** @type {Node} */ node) => {
      context.report({ node, message: 'Write the properties themselves.' });
    },
    'SpreadElement > ArrayExpression': (/** @type {Node} */ node) => {
      context.report({ node, message: 'Write the elements themselves.' });
    },
  }),
};

const noBareQuotes = {
  create: (/** @type {Context} */ context) => ({
    TemplateElement: (/** @type {Node} */ node) => {
      if (!node.value.cooked?.endsWith('“')) return;
      context.report({
        node,
        message: 'Words from outside are quoted by quoted() of #contract/foreign-text, which nothing inside can end.',
      });
    },
  }),
};

const everywhere = oldWords.filter((word) => word.everywhere);

/** In strings and comments; `scripts/words.mjs` checks the documents. */
const noOldWords = {
  create: (/** @type {Context} */ context) => {
    const check = (/** @type {Node | Comment} */ node, /** @type {unknown} */ text) => {
      if (typeof text !== 'string') return;
      for (const { word, write } of oldWordsIn(text, everywhere))
        context.report({ node, message: `“${word}” is an old word. Write: ${write}.` });
    };
    return {
      Program: () => {
        for (const comment of context.sourceCode.getAllComments()) check(comment, comment.value);
      },
      Literal: (/** @type {Node} */ node) => check(node, node.value),
      JSXText: (/** @type {Node} */ node) => check(node, node.value),
      TemplateElement: (/** @type {Node} */ node) => check(node, node.value.cooked),
    };
  },
};

export default {
  meta: { name: 'deskscope' },
  rules: { 'no-spread-literal': noSpreadLiteral, 'no-bare-quotes': noBareQuotes, 'no-old-words': noOldWords },
};
