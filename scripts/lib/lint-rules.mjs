/**
 * Rules of our own for oxlint (`.oxlintrc.json`), in the form of ESLint's plugins.
 * https://oxc.rs/docs/guide/usage/linter/writing-js-plugins
 * @typedef {{ type: string, value: { cooked: string | null } }} Node
 * @typedef {{ report: (problem: { node: Node, message: string }) => void }} Context
 */

/** A literal that is spread is not checked for properties that nobody knows. */
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

export default {
  meta: { name: 'deskscope' },
  rules: { 'no-spread-literal': noSpreadLiteral, 'no-bare-quotes': noBareQuotes },
};
