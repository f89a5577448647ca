import { defineConfig } from 'vite';

/**
 * `npx vite src-renderer` shows the pages in a plain browser, on the fake bridge. Without the React plugin, because its
 * inline script would need a weaker content security policy than the app has.
 */
export default defineConfig({ base: './' });
