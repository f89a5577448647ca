import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import { channels, type Bridge } from './contract/bridge.ts';
import type { Reply } from './contract/errors.ts';

/** The whole preload: one function to call, one to subscribe. Main decides what each window may use. */
const bridge: Bridge = {
  call: (method, input) => ipcRenderer.invoke(channels.call, method, input) as Promise<Reply<unknown>>,

  on(topic, listener) {
    const receive = (_event: IpcRendererEvent, received: unknown, payload: unknown) => {
      if (received === topic) listener(payload as never);
    };
    ipcRenderer.on(channels.event, receive);
    void ipcRenderer.invoke(channels.subscribe, topic, true);
    return () => {
      ipcRenderer.off(channels.event, receive);
      void ipcRenderer.invoke(channels.subscribe, topic, false);
    };
  },
};

// A page subscribes to a dozen topics; Node warns of a leak from eleven listeners on.
ipcRenderer.setMaxListeners(50);
contextBridge.exposeInMainWorld('deskscope', bridge);
