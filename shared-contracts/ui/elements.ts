import type { ReactElement } from 'react';

/**
 * What may stand beside other children: elements, no text. Translators and other tools exchange text nodes, and React fails on
 * one that it wants to change and that is gone. An element with a text as its only child gets a whole new text.
 */
export type Elements = ReactElement | readonly Elements[] | '' | false | null | undefined;
