/** A `Path` of Windows with a folder appended, unless it contains it already. The rest stays unchanged. */
export function withFolder(all: string, folder: string): string {
  if (has(all, folder)) return all;
  return all === '' || all.endsWith(';') ? all + folder : `${all};${folder}`;
}

/** The same without it, wherever it stands. */
export function withoutFolder(all: string, folder: string): string {
  if (!has(all, folder)) return all;
  return all
    .split(';')
    .filter((one) => !same(one, folder))
    .join(';');
}

export function has(all: string, folder: string): boolean {
  return all.split(';').some((one) => same(one, folder));
}

/** Windows minds neither case nor a backslash at the end, nor the quotation marks that some put around. */
function same(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(folder: string): string {
  return folder.trim().replaceAll('"', '').replace(/\\+$/, '').toLowerCase();
}
