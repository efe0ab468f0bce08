import type { i18n } from 'i18next';

/** Remotes use the host's instance and do not bundle i18next. */
export type I18n = Pick<i18n, 't' | 'language' | 'on' | 'off' | 'addResourceBundle' | 'hasResourceBundle' | 'getFixedT'>;

/** Keys may contain dots. Plural forms end in `_one` and `_other`. */
export type Texts = Record<string, string>;
