import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react';
import type { I18n } from './i18n.ts';
import type { Language } from './language.ts';
import type en from './texts/en.json';

type WithoutPlural<Key> = Key extends `${infer Stem}_${'one' | 'other'}` ? Stem : Key;

/** Both forms of a plural have one key. */
export type KeyOf<Texts> = WithoutPlural<keyof Texts & string>;

type SharedKey = `shared:${KeyOf<typeof en>}`;

/** `values` fill the placeholders. `count` picks the plural form. */
export type TranslateKeys<Key extends string = never> = (key: Key | SharedKey, values?: Record<string, string | number>) => string;

/** Renders again when the language changes or texts are added. Imports only i18next's types, so remotes do not bundle i18next. */
export function useTranslation<Key extends string = never>(i18n: I18n, namespace: string): { t: TranslateKeys<Key>; language: Language } {
  const additions = useRef(0);
  const subscribe = useCallback(
    (redraw: () => void) => {
      const count = () => {
        additions.current += 1;
        redraw();
      };
      i18n.on('languageChanged', redraw);
      i18n.on('added', count);
      return () => {
        i18n.off('languageChanged', redraw);
        i18n.off('added', count);
      };
    },
    [i18n],
  );
  // hasResourceBundle detects texts that were added between render and subscription.
  const read = () => `${i18n.language} ${i18n.hasResourceBundle(i18n.language, namespace)} ${additions.current}`;
  const revision = useSyncExternalStore(subscribe, read, read);
  const language = i18n.language as Language;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `t` at every revision redraws memoised children too
  const t = useMemo<TranslateKeys<Key>>(() => {
    const translate = i18n.getFixedT(language, namespace);
    return (key, values) => translate(key, values ?? {});
  }, [i18n, namespace, language, revision]);
  return { t, language };
}
