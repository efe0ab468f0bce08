import type { ReactElement } from 'react';

/**
 * Children beside other children: elements without text. Translators and other tools replace text nodes, and React fails if a text node
 * that it updates is missing. A text that is an element's only child is replaced as a whole.
 */
export type Elements = ReactElement | readonly Elements[] | '' | false | null | undefined;
