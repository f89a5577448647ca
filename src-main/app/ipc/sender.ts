import type { IpcMainInvokeEvent, WebContents } from 'electron';

/** The role of a window; it may call only the methods and receive only the topics of its role. */
export type Role = 'main' | 'permission' | 'pick' | 'record' | 'held';

/** The page of each role, under the app's own origin. */
export const pages: Readonly<Record<Role, string>> = {
  main: 'app://deskscope/index.html',
  permission: 'app://deskscope/permission.html',
  pick: 'app://deskscope/pick.html',
  record: 'app://deskscope/record-bar.html',
  held: 'app://deskscope/held-bar.html',
};

/** The roles of windows. Set by a window's creator, before its page loads. */
export class Roles {
  readonly #roles = new Map<number, Role>();

  register(contents: WebContents, role: Role): void {
    const { id } = contents;
    this.#roles.set(id, role);
    contents.once('destroyed', () => this.#roles.delete(id));
  }

  /** The sender's role, or null unless it is the main frame of one of our windows on its own page. */
  of(event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>): Role | null {
    const role = this.#roles.get(event.sender.id);
    // From Electron 33 on the frame is null once it navigated away or was destroyed.
    const frame = event.senderFrame;
    if (role === undefined || frame === null || frame.parent !== null) return null;
    return isPage(frame.url, pages[role]) ? role : null;
  }
}

/** True for the page itself with any fragment or query; an empty or `about:blank` address is refused. */
export function isPage(url: string, page: string): boolean {
  return url === page || url.startsWith(`${page}#`) || url.startsWith(`${page}?`);
}
