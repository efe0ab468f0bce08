import type { Language } from '@enfilade/shared-contracts/i18n/language';
import de from './de.json';
import en from './en.json';
import fr from './fr.json';

export const texts: Record<Language, typeof en> = { en, de, fr };
