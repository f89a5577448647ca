/** Maximum length of a list of options in a message; characters. */
const longest = 160;

/** A schema's complaint, in words for users who do not know the schema. @param issue of zod; may be missing */
export function issueText(issue: { readonly message: string } | undefined): string {
  const message = issue?.message ?? 'unreadable';
  if (message.endsWith('received undefined')) return 'is missing';
  if (message.startsWith('Invalid option') && message.length > longest) return 'is not one of the known values';
  return message;
}
