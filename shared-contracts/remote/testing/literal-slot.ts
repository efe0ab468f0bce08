import type { OpenSlot } from '../slot.ts';

export const literalSlot: OpenSlot = (_, element) => {
  const card = element.ownerDocument.createElement('section');
  const [heading, text] = ['h2', 'p'].map((name) => card.appendChild(element.ownerDocument.createElement(name)));
  if (heading) heading.textContent = 'Museum shop';
  if (text) text.textContent = 'The catalogue of the collection, 24 €.';
  Object.assign(card.style, { padding: 'var(--s4)', border: '1px solid var(--line)' });
  element.replaceChildren(card);
  element.hidden = false;
  return { update: () => undefined, close: () => element.replaceChildren() };
};
