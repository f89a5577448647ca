import { defineConfig } from 'vite';

/**
 * `npx vite src-renderer` shows the pages in a plain browser, on the fake bridge. Without the React plugin, because its
 * inline script would require a weaker content security policy than the app's.
 */
export default defineConfig({ base: './' });
