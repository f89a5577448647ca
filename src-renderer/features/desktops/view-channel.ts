import type { Services } from '../../bridge/services.ts';

/** The part of a web socket that noVNC uses. */
export interface ViewChannel {
  binaryType: string;
  readonly protocol: string;
  readyState: 'connecting' | 'open' | 'closed';
  onopen: (() => void) | null;
  onmessage: ((event: { readonly data: Uint8Array }) => void) | null;
  onclose: ((event: { readonly code: number; readonly reason: string }) => void) | null;
  onerror: ((error: unknown) => void) | null;
  send(bytes: Uint8Array): void;
  close(): void;
}

/** @param restMs minimum time between two update requests, in milliseconds; 0 for none */
export type Connect = (desktop: string, restMs: number) => ViewChannel;

let count = 0;

/** Connects through the main process to the socket of a desktop's X server: no port, no token. */
export function connectTo({ client, on, report }: Pick<Services, 'client' | 'on' | 'report'>): Connect {
  return (desktop, restMs) => {
    const viewer = `${desktop} ${++count}`;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ended = () => {
      if (channel.readyState === 'closed') return;
      channel.readyState = 'closed';
      clearTimeout(timer);
      unhear();
      channel.onclose?.({ code: 1000, reason: '' });
    };
    const sendBytes = (bytes: Uint8Array<ArrayBuffer>) => {
      client['desktops.send']({ viewer, bytes }).catch(report);
    };
    const channel: ViewChannel = {
      binaryType: 'arraybuffer',
      protocol: '',
      readyState: 'connecting',
      onopen: null,
      onmessage: null,
      onclose: null,
      onerror: null,
      send(bytes) {
        // noVNC reuses the same buffer.
        const kept = new Uint8Array(bytes);
        if (restMs > 0 && kept[0] === updateRequest) timer = setTimeout(sendBytes, restMs, kept);
        else sendBytes(kept);
      },
      close() {
        client['desktops.unwatch']({ viewer }).catch(report);
        ended();
      },
    };
    const unhear = on('desktops.picture', (picture) => {
      if (picture.viewer !== viewer) return;
      if (picture.bytes === null) ended();
      else channel.onmessage?.({ data: picture.bytes });
    });
    client['desktops.watch']({ id: desktop, viewer }).catch((error: unknown) => {
      channel.onerror?.(error);
      ended();
    });
    // Opens on the server's greeting; noVNC listens once it has the channel.
    queueMicrotask(() => {
      if (channel.readyState !== 'connecting') return;
      channel.readyState = 'open';
      channel.onopen?.();
    });
    return channel;
  };
}

/** FramebufferUpdateRequest: https://datatracker.ietf.org/doc/html/rfc6143#section-7.5.3 */
const updateRequest = 3;
