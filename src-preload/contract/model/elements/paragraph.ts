/**
 * Whether it is one of the paragraphs that a document consists of (LibreOffice Writer), each an element of its own. It is called
 * by what it says, a new one by nothing, and Enter leads from one to the next.
 */
export function isParagraph({ role }: { readonly role: string }): boolean {
  return role === 'paragraph';
}
