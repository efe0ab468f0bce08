import type { ReactElement } from 'react';

/**
 * Possible siblings of other children: elements, no text. Translators and other tools exchange text nodes, and React fails if a text node
 * that it updates is gone. An element with a text as its only child gets a whole new text.
 */
export type Elements = ReactElement | readonly Elements[] | '' | false | null | undefined;
