import type { i18n } from 'i18next';

/** The page's translator. Remotes use the host's instance and do not bundle i18next. */
export type I18n = Pick<i18n, 't' | 'language' | 'on' | 'off' | 'addResourceBundle' | 'hasResourceBundle' | 'getFixedT'>;

/** Key → text; keys may contain dots, plural forms end in `_one` and `_other`. */
export type Texts = Record<string, string>;
