import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { KeyOf } from '@enfilade/shared-contracts/i18n/use-translation';
import de from './de.json';
import en from './en.json';
import fr from './fr.json';

export type TextKey = KeyOf<typeof en>;

export const texts: Record<Language, typeof en> = { en, de, fr };
