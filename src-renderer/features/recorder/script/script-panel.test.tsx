import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { ExportFormat } from '#contract/api';
import { testServices } from '../../../bridge/test-services.ts';
import { RecorderProvider } from '../context.ts';
import { createRecorderStore } from '../store.ts';
import { ScriptPanel } from './script-panel.tsx';

it("offers the main process's formats, in their order and groups", async () => {
  const formats: ExportFormat[] = [
    { id: 'json', label: 'Calls', group: 'Tool calls' },
    { id: 'cobol', label: 'COBOL', group: 'Scripts' },
  ];
  const never = () => new Promise<never>(() => undefined);
  const services = testServices({ 'recorder.formats': () => Promise.resolve(formats), 'recorder.state': never });
  const store = createRecorderStore(services);
  store.getState().follow();
  await vi.waitFor(() => expect(store.getState().formats).toEqual(formats));
  const drawn = createStore(() => store.getState());
  const markup = renderToStaticMarkup(
    <RecorderProvider store={drawn}>
      <ScriptPanel commands={[]} theme="dark" />
    </RecorderProvider>,
  );
  expect([...markup.matchAll(/<optgroup label="([^"]+)"/g)].map(([, label]) => label)).toEqual([
    'Tool calls',
    'Scripts',
  ]);
  const options = [...markup.matchAll(/<option value="(\w+)"[^>]*>(\w+)</g)].map(([, id, label]) => [id, label]);
  expect(options).toEqual([
    ['json', 'Calls'],
    ['cobol', 'COBOL'],
  ]);
});
