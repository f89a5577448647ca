import { describe, expect, it } from 'vitest';
import type { Bridge } from '#contract/bridge';
import { menuCommands } from '#contract/model/app/menu-commands';
import { commandById } from '../ui/command.ts';
import { createAppModel } from './app-model.ts';
import { chordOf, collisions } from './keys/use-keymap.ts';
import { views } from './views/list.ts';

/** A main process that never answers. */
const silent: Bridge = { call: () => new Promise(() => undefined), on: () => () => undefined };
const { commands, shell } = createAppModel(silent);

describe('the commands of the main window', () => {
  it('have ids, titles and keys of their own', () => {
    expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length);
    expect(new Set(commands.map(({ title }) => title)).size).toBe(commands.length);
    expect(collisions(commands)).toEqual([]);
  });

  it('write their keys as key events are parsed', () => {
    for (const chord of commands.flatMap(({ keys }) => keys ?? [])) {
      const parts = chord.split('+');
      const held = (key: string) => parts.slice(0, -1).includes(key);
      const event = { ctrlKey: held('Ctrl'), altKey: held('Alt'), shiftKey: held('Shift'), metaKey: false };
      expect(chordOf({ ...event, key: parts.at(-1) ?? '' })).toBe(chord);
    }
  });

  it('open each view', () => {
    for (const { id: view } of views) {
      commandById(commands, `view.${view}`).run();
      expect(shell.getState().view).toBe(view);
    }
  });

  it('are in the menu with the same title and key', () => {
    for (const { id, label, keys } of Object.values(menuCommands).flat())
      expect(commandById(commands, id)).toMatchObject({
        title: label,
        keys: expect.arrayContaining([keys]) as string[],
      });
  });

  it('reject an unknown id', () => {
    expect(() => commandById(commands, 'no.such')).toThrow('no.such');
  });
});
