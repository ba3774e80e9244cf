/** The text whose vector stands for a memory: title and content, joined by a space (spec memory-system §4.2). */
export function embeddingText(title: string, content: string): string {
  return `${title} ${content}`;
}
