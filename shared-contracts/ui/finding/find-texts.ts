import type { Language } from '../../i18n/language.ts';
import de from './texts/de.json';
import en from './texts/en.json';
import fr from './texts/fr.json';

/** In one chunk with the dialogs: three languages are smaller than a request. */
export const findTexts: Record<Language, typeof en> = { en, de, fr };

export type FindTexts = typeof en;

/** `name` in the place that a text has for it. */
export const fill = (text: string, name: string, value: string | number) => text.replace(`{{${name}}}`, () => String(value));
