/** The first-paint.tsx of what is built. */
declare module '@first-paint' {
  import type { ReactNode } from 'react';
  import type { FirstPaintProps } from '../remote/first-paint.ts';

  export function FirstPaint(props: FirstPaintProps): ReactNode;
  /** If there are none, one file has the language's name alone. */
  export const variants: readonly string[] | undefined;
}

/** Its texts; those of a screen are loaded by language. */
declare module '@texts' {
  import type { Texts } from '../i18n/i18n.ts';
  import type { Language } from '../i18n/language.ts';

  export const texts: Record<Language, Texts | (() => Promise<{ default: Texts }>)>;
}
