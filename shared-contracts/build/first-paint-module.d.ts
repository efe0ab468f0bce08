declare module '@first-paint' {
  import type { ReactNode } from 'react';
  import type { FirstPaintProps } from '../remote/first-paint.ts';

  export function FirstPaint(props: FirstPaintProps): ReactNode;
  /** If undefined, each language has one file. */
  export const variants: readonly string[] | undefined;
}

declare module '@texts' {
  import type { Texts } from '../i18n/i18n.ts';
  import type { Language } from '../i18n/language.ts';

  export const texts: Record<Language, Texts | (() => Promise<{ default: Texts }>)>;
}
