/** The first-paint.tsx of what is built. */
declare module '@first-paint' {
  import type { Texts } from '../i18n/i18n.ts';
  import type { Language } from '../i18n/language.ts';
  import type { FirstPaintProps } from '../remote/first-paint.ts';
  import type { ReactNode } from 'react';

  export default function FirstPaint(props: FirstPaintProps): ReactNode;
  export const loadTexts: ((language: Language) => Promise<{ default: Texts }>) | undefined;
  /** Without any there is one, whose file has the language's name alone. */
  export const variants: readonly string[] | undefined;
}
