/**
 * Runs in a page. Like a browser's translator, exchanges each text node for an element with a copy of the text, now and when a text
 * changes. Other tools (dark pages, larger type, grammar) do the same.
 */
export function translate(): void {
  const copies = new WeakSet<Node>();
  const exchange = (text: Text) => {
    const place = text.parentElement;
    if (copies.has(text) || !text.data.trim() || !place || place.closest('script, style, textarea, [translate="no"]')) return;
    const copy = document.createTextNode(`«${text.data}»`);
    const outer = document.createElement('font');
    const inner = document.createElement('font');
    copies.add(copy);
    inner.append(copy);
    outer.append(inner);
    text.replaceWith(outer);
  };
  const exchangeAll = () => {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(exchange);
  };
  exchangeAll();
  new MutationObserver(exchangeAll).observe(document, { childList: true, subtree: true, characterData: true });
}
