/** The value of `data-generated` at each text that contains `word`. Only generated text may contain `word`. */
export function marksOf(word: string): (string | undefined)[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const marks: (string | undefined)[] = [];
  while (walker.nextNode()) {
    const { nodeValue, parentElement } = walker.currentNode;
    if (nodeValue?.includes(word)) marks.push(parentElement?.closest('[data-generated]')?.getAttribute('data-generated') ?? undefined);
  }
  return marks;
}
