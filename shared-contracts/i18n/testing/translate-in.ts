import { createI18n } from '../create-i18n.ts';
import type { Texts } from '../i18n.ts';
import type { Language } from '../language.ts';

export function translateIn(language: Language, texts: Texts) {
  const i18n = createI18n({ language });
  i18n.addResourceBundle(language, 'screen', texts);
  const translate = i18n.getFixedT(language, 'screen');
  return (key: string, values: Record<string, string | number> = {}): string => translate(key, values);
}
