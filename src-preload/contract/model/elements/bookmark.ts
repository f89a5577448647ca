import { z } from 'zod';

const bookmark = z.object({
  /** Of its selector and window. */
  id: z.string(),
  /** Describes the element. */
  title: z.string(),
  selector: z.string(),
  /** Its window when it was bookmarked. */
  window: z.object({ title: z.string(), app: z.string(), className: z.string() }),
});
/** An element to return to, also after its app was restarted. */
export type Bookmark = Readonly<z.output<typeof bookmark>>;

export const mostBookmarks = 100;
export const bookmarks = z.array(bookmark).max(mostBookmarks);
