import type { Language } from '../i18n/language.ts';
import { localize } from '../i18n/localize.ts';
import type { ExhibitionSummary } from './museum.ts';
import type { MuseumProfile } from './profile.ts';

export function exhibitionName(profile: MuseumProfile, { _id, name }: Pick<ExhibitionSummary, '_id' | 'name'>, language: Language): string {
  return localize(profile.exhibitions[_id]?.name ?? name, language);
}
