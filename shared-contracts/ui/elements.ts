import type { ReactElement } from 'react';

/** Children beside others are elements: translators replace text nodes, and React fails if a text node that it updates is missing. */
export type Elements = ReactElement | readonly Elements[] | '' | false | null | undefined;
