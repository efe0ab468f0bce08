import type { I18n } from '../i18n/i18n.ts';
import type { Language } from '../i18n/language.ts';
import type { VisitorSession } from '../visit/session.ts';

/** What a first paint is drawn with when a remote is built: everything of a page that no museum and no visitor changes. */
export interface FirstPaintProps {
  /** Holds the remote's texts. */
  i18n: I18n;
  language: Language;
  /** Of a visitor who has done nothing yet. */
  session: VisitorSession;
  /** One of those that `first-paint.tsx` exports as `variants`; the gateway picks it. */
  variant: string;
}

/** Most of a museum's exhibitions, artists or options that slots name; with more than `several` exhibitions the variant is `many`. */
export const listedAtMost = { several: 7, many: 12 } as const;

/**
 * A place in a first paint that the gateway fills for each page. An element whose attribute or text names something that
 * a page does not have is left out of it, with everything in it.
 * @param name such as `museum.name`; the gateway's list is in infra/server/gateway/page/first-paint.ts
 */
export const slot = (name: string): string => `{{${name}}}`;

/** What an element of this class says in the page's first paint, as long as the visitor sees that: for the screen's own first view. */
export const textInFirstPaint = (className: string): string | undefined =>
  document.querySelector(`:root:not([data-first-paint]) > body > #first-paint .${className}`)?.textContent;
