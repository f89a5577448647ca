import { expect, it } from 'vitest';
import { inputSchema, scopeOf } from '../../tools/registry.ts';
import { instructionsFor } from './build-server.ts';

const { shown } = scopeOf(['core']);

/** The fields that Codex (0.171) indexes: name, description and arguments with theirs. */
const documents = shown.map((tool) => ({
  name: tool.name,
  words: wordsIn(`${tool.name} ${tool.title} ${tool.description} ${JSON.stringify(inputSchema(tool))}`),
}));

function wordsIn(text: string): readonly string[] {
  // As stemmers do with the plainest endings.
  return (text.toLowerCase().match(/[a-z]+/g) ?? []).map((word) => word.replace(/(?<=..)(ing|es|s)$/, ''));
}

/** The tools that share words with a wish, best first, by BM25: the search of clients that show no tool at once. */
function found(wish: string): readonly string[] {
  const average = documents.reduce((sum, { words }) => sum + words.length, 0) / documents.length;
  const scores = documents.map(({ name, words }) => {
    const terms = [...new Set(wordsIn(wish))].map((term) => {
      const having = documents.filter((other) => other.words.includes(term)).length;
      const count = words.filter((word) => word === term).length;
      const weight = Math.log(1 + (documents.length - having + 0.5) / (having + 0.5));
      return (weight * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * words.length) / average));
    });
    return { name, score: terms.reduce((sum, term) => sum + term, 0) };
  });
  return scores
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ name }) => name);
}

it.each([
  ['take a picture of the screen', 'screenshot'],
  ['use my calculator', 'launch_app'],
  ['what windows are open', 'list_windows'],
  ['fill in this form', 'type_text'],
  ['click a button in a window', 'click_element'],
  ['start a program', 'launch_app'],
  ['type text', 'type_text'],
  ['press a keyboard shortcut', 'press_keys'],
  ['read what the window says', 'get_text'],
  ['choose an option from a menu', 'select_option'],
  ['control an app on the desktop', 'snapshot'],
  ['click the OK button', 'click_element'],
  ['type my name into the field', 'type_text'],
  ['record what I do', 'event_stream_start'],
  ['do again what I have shown you', 'run_skill'],
  ['scroll down in that list', 'scroll'],
  ['which app is in front', 'list_windows'],
  ['open the text editor', 'launch_app'],
])('“%s” finds %s', (wish, tool) => {
  expect(found(wish).slice(0, 5)).toContain(tool);
});

it('reports what it is for where clients read the beginning of the instructions alone', () => {
  const beginning = instructionsFor(scopeOf(['core'])).slice(0, 250);
  for (const word of ['desktop', 'app', 'window', 'screen', 'click', 'type', 'form']) expect(beginning).toContain(word);
});
