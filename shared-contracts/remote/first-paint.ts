import type { I18n } from '../i18n/i18n.ts';
import type { Language } from '../i18n/language.ts';
import type { VisitorSession } from '../visit/session.ts';

/** A remote's first paint is rendered at build time, before museum and visitor are known. */
export interface FirstPaintProps {
  i18n: I18n;
  language: Language;
  /** The session of a new visitor. */
  session: VisitorSession;
  /** A value of `variants` in `first-paint.tsx`. The gateway picks the variant. */
  variant: string;
}

/** Maximum number of exhibitions, artists or options in slots. With more than `several` exhibitions the variant is `many`. */
export const listedAtMost = { several: 7, many: 12 } as const;

/**
 * If the page lacks the value, the gateway removes the element whose attribute or text has the slot.
 * @param name such as `museum.name`; the gateway's list is in infra/server/gateway/page/first-paint.ts
 */
export const slot = (name: string): string => `{{${name}}}`;

/** A screen's first view reads the visible first paint, so that both show the same text. */
export const textInFirstPaint = (className: string): string | undefined =>
  document.querySelector(`:root:not([data-first-paint]) > body > #first-paint .${className}`)?.textContent;
