import { createStore, type StoreApi } from 'zustand/vanilla';
import type { OwnDesktopInfo } from '#contract/model/own-desktop';
import type { Events } from '#contract/events';
import { describeElement } from '#contract/model/elements/element';
import { type Services, together } from '../../bridge/services.ts';
import type { Connect } from './view-channel.ts';
import { connectTo } from './view-channel.ts';

/** Polling interval of the list while it is shown, in milliseconds. */
const lookMs = 1_000;

export interface DesktopsState {
  /** Oldest first; null until known. */
  readonly list: readonly OwnDesktopInfo[] | null;
  /** Why the list is unknown. */
  readonly failure: unknown;
  /** The desktop shown large. */
  readonly opened: string | null;
  readonly starting: boolean;
  /** Between the request for control and its start: the agent finishes its act first. */
  readonly taking: boolean;
  /** Polls the list until the returned function is called. */
  readonly look: () => () => void;
  readonly refresh: () => Promise<void>;
  readonly open: (id: string | null) => void;
  readonly start: () => Promise<void>;
  readonly stop: (id: string) => Promise<void>;
  readonly launch: (id: string, command: string) => Promise<void>;
  readonly takeOver: (id: string) => Promise<void>;
  readonly giveBack: (id: string) => Promise<void>;
  /** Where the user inspects, picks, records and replays; null is their own desktop. */
  readonly inspected: string | null;
  /** The desktop that they left because it ended. */
  readonly ended: string | null;
  /** Label of the element under the pointer, empty for none; null when not picking. */
  readonly pointing: string | null;
  /** Moves to a desktop, or back with null; true once there. */
  readonly inspect: (id: string | null) => Promise<boolean>;
  /** Subscribes to the main process; returns the unsubscribe function. */
  readonly follow: () => () => void;
  /** Connection to a desktop's live view. */
  readonly connect: Connect;
}

export type DesktopsStore = StoreApi<DesktopsState>;

/** Deskscope's own desktops, and what the user does with them. */
export function createDesktopsStore({ client, on, report }: Services): DesktopsStore {
  return createStore<DesktopsState>()((set, get) => {
    const attempt = async (work: () => Promise<unknown>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        report(error);
      }
      await get().refresh();
    };
    return {
      list: null,
      failure: null,
      opened: null,
      starting: false,
      taking: false,
      inspected: null,
      ended: null,
      pointing: null,
      look() {
        // Viewers of an earlier page are gone.
        if (get().list === null) client['desktops.unwatch']({}).catch(report);
        void get().refresh();
        const timer = setInterval(() => void get().refresh(), lookMs);
        return () => clearInterval(timer);
      },
      async refresh() {
        try {
          const list = await client['desktops.list']({});
          const { opened } = get();
          set({ list, failure: null, opened: list.some(({ id }) => id === opened) ? opened : null });
        } catch (failure) {
          set({ failure });
        }
      },
      open: (opened) => set({ opened }),
      async start() {
        set({ starting: true });
        await attempt(async () => {
          const id = await client['desktops.start']({});
          await get().refresh();
          set({ opened: id });
        });
        set({ starting: false });
      },
      stop: (id) => attempt(() => client['desktops.stop']({ id })),
      launch: (id, command) => attempt(() => client['desktops.launch']({ id, command })),
      async takeOver(id) {
        set({ taking: true });
        await attempt(() => client['desktops.takeOver']({ id }));
        set({ taking: false });
      },
      giveBack: (id) => attempt(() => client['desktops.giveBack']({ id })),
      async inspect(id) {
        try {
          await client['desktops.inspect']({ id });
          return true;
        } catch (error) {
          report(error);
          return false;
        }
      },
      follow() {
        const setInspected = ({ id, ended }: Events['desktops.inspected']) => set({ inspected: id, ended });
        const end = together(
          on('desktops.inspected', setInspected),
          on('pick.changed', (event) => {
            if (event.type === 'started') set({ pointing: '' });
            if (event.type === 'hovered') set({ pointing: event.hit ? describeElement(event.hit.element) : '' });
            if (event.type === 'ended') set({ pointing: null });
            // Taken over for the pick, or given back after it.
            if (event.type === 'started' || event.type === 'ended') void get().refresh();
          }),
        );
        client['desktops.inspected']({}).then(setInspected, report);
        return end;
      },
      connect: connectTo({ client, on, report }),
    };
  });
}

/** The desktop shown large; null for none. */
export function openedDesktop({ list, opened }: DesktopsState): OwnDesktopInfo | null {
  return list?.find(({ id }) => id === opened) ?? null;
}

/** For users: the desktop's purpose says more than its id. */
export function nameOf({ id, openedBy }: OwnDesktopInfo): string {
  return openedBy === '' ? id : `${openedBy}, ${id}`;
}
