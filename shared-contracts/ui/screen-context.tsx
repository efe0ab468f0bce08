import { createContext, useContext, useMemo } from 'react';
import type { Language } from '../i18n/language.ts';
import { type TranslateKeys, useTranslation } from '../i18n/use-translation.ts';
import type { ScreenProps } from '../remote/screen-props.ts';
import type { Elements } from './elements.ts';

/** What every view of a screen may read: what the host gave the screen, and its texts in the page's language. */
export interface ScreenState<Key extends string = never> extends ScreenProps {
  t: TranslateKeys<Key>;
  language: Language;
}

/** Tests and the views that `npm run dev` lists fill it themselves. */
export const ScreenContext = createContext<ScreenState | undefined>(undefined);

interface InScreenProps {
  /** A first paint has no other props than these, because it renders nothing that needs more. */
  props: Pick<ScreenProps, 'i18n'> & Partial<ScreenProps>;
  /** The remote's name. */
  namespace: string;
  children: Elements;
}

/** Gives the views below it what `useScreen` reads. */
export function InScreen({ props, namespace, children }: InScreenProps) {
  const { t, language } = useTranslation(props.i18n, namespace);
  const state = useMemo(() => ({ ...props, t, language }) as ScreenState, [props, t, language]);
  return <ScreenContext value={state}>{children}</ScreenContext>;
}

/** @template Key the texts that are read; the screen has them in its own texts */
export function useScreen<Key extends string = never>(): ScreenState<Key> {
  // Every screen draws its views below `InScreen`.
  return useContext(ScreenContext) as ScreenState<Key>;
}
