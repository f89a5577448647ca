/** Maximum number of entries, so that a folder stays readable; tests beside the code are not counted. */
export const mostEntries = 20;

/**
 * Folders with too many entries: files except tests, and folders.
 * @param {readonly string[]} files with paths from the root
 * @returns {string[]} as `src-main/cli: 33 entries`
 */
export function fullFolders(files) {
  /** @type {Map<string, Set<string>>} */
  const entries = new Map();
  for (const file of files.filter((path) => !/\.test\.\w+$/.test(path))) {
    const parts = file.split('/');
    for (let depth = 1; depth < parts.length; depth += 1) {
      const folder = parts.slice(0, depth).join('/');
      entries.set(folder, (entries.get(folder) ?? new Set()).add(parts[depth] ?? ''));
    }
  }
  return [...entries].flatMap(([folder, { size }]) => (size > mostEntries ? [`${folder}: ${size} entries`] : []));
}
