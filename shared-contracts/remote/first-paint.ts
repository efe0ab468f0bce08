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

/** Maximum number of exhibitions, artists or options in slots. With more than `several` exhibitions the variant is `many`. */
export const listedAtMost = { several: 7, many: 12 } as const;

/**
 * A text slot in a first paint that the gateway fills for each page. The gateway removes an element with its content if its attribute or
 * text names a value that the page lacks.
 * @param name such as `museum.name`; the gateway's list is in infra/server/gateway/page/first-paint.ts
 */
export const slot = (name: string): string => `{{${name}}}`;

/** Text of an element of this class in the page's first paint while the paint is visible, for the screen's own first view. */
export const textInFirstPaint = (className: string): string | undefined =>
  document.querySelector(`:root:not([data-first-paint]) > body > #first-paint .${className}`)?.textContent;
