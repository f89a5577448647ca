import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Bridge } from '#contract/bridge';
import { AppProvider } from '../app-context.tsx';
import { createAppModel } from '../app-model.ts';
import { viewContents } from './contents.ts';

/** A main process that never answers. */
const silent: Bridge = { call: () => new Promise(() => undefined), on: () => () => undefined };

// Node has none; layouts are read from it.
beforeAll(() => void vi.stubGlobal('localStorage', { getItem: () => null }));
afterAll(() => void vi.unstubAllGlobals());

it.each(Object.entries(viewContents))(
  '%s can be shown before any data arrives, and F6 finds its main part',
  (_, Content) => {
    const markup = renderToStaticMarkup(
      <AppProvider model={createAppModel(silent)}>
        <Content />
      </AppProvider>,
    );
    expect(markup).toContain('data-region="main"');
  },
);
