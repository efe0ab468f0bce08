import { createContext, useContext, useMemo } from 'react';
import type { Language } from '../i18n/language.ts';
import { type TranslateKeys, useTranslation } from '../i18n/use-translation.ts';
import type { ScreenProps } from '../remote/screen-props.ts';
import type { Elements } from './elements.ts';

export interface ScreenState<Key extends string = never> extends ScreenProps {
  t: TranslateKeys<Key>;
  language: Language;
}

/** Tests and states provide the value themselves. */
export const ScreenContext = createContext<ScreenState | undefined>(undefined);

interface InScreenProps {
  /** A first paint has some of the props. */
  props: Pick<ScreenProps, 'i18n'> & Partial<ScreenProps>;
  namespace: string;
  children: Elements;
}

export function InScreen({ props, namespace, children }: InScreenProps) {
  const { t, language } = useTranslation(props.i18n, namespace);
  const state = useMemo(() => ({ ...props, t, language }) as ScreenState, [props, t, language]);
  return <ScreenContext value={state}>{children}</ScreenContext>;
}

/** @template Key keys of the screen's texts */
export function useScreen<Key extends string = never>(): ScreenState<Key> {
  // Every screen renders its views below `InScreen`.
  return useContext(ScreenContext) as ScreenState<Key>;
}
