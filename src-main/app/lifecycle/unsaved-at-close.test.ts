import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { expect, it, vi } from 'vitest';
import type { RecorderStore } from '../../recorder/store.ts';
import { tellOfUnsaved } from './unsaved-at-close.ts';

it('keeps the window open and says so if the recording cannot be saved', async () => {
  const window = Object.assign(new EventEmitter(), { close: vi.fn<() => void>() });
  const state = { dirty: true, leftUnsaved: false, recording: { steps: [{}] } };
  const full = new Error('no space left');
  const failed = vi.fn<(error: unknown) => void>();
  tellOfUnsaved(window as unknown as BrowserWindow, {
    recorder: { state } as unknown as RecorderStore,
    ask: () => Promise.resolve('save'),
    save: () => Promise.reject(full),
    failed,
  });
  const preventDefault = vi.fn<() => void>();
  window.emit('close', { preventDefault });
  await vi.waitFor(() => expect(failed).toHaveBeenCalledWith(full));
  expect(preventDefault).toHaveBeenCalledOnce();
  expect(window.close).not.toHaveBeenCalled();
});
