/** Longer lists of options are not helpful in a message; characters. */
const longest = 160;

/** What a schema found wrong, in words for people who do not know it. @param issue of zod; nothing if it gave none */
export function issueText(issue: { readonly message: string } | undefined): string {
  const message = issue?.message ?? 'unreadable';
  if (message.endsWith('received undefined')) return 'is missing';
  if (message.startsWith('Invalid option') && message.length > longest) return 'is not one of the known values';
  return message;
}
