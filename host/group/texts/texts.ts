import type { I18n } from '@enfilade/shared-contracts/i18n/i18n';
import type { KeyOf, TranslateKeys } from '@enfilade/shared-contracts/i18n/use-translation';
import { usePartTexts } from '../../texts/use-part-texts.ts';
import de from './de.json';
import en from './en.json';
import fr from './fr.json';

export type Translate = TranslateKeys<KeyOf<typeof en>>;

export const useGroupTexts = (i18n: I18n) => usePartTexts(i18n, 'group', { en, de, fr });
