import type { Language } from '../i18n/language.ts';
import { localize } from '../i18n/localize.ts';
import type { ExhibitionSummary } from './museum.ts';
import type { MuseumProfile } from './profile.ts';

/** The name in the visitor's language: the profile's if it has one, or else the middleware's. */
export function exhibitionName(profile: MuseumProfile, { _id, name }: Pick<ExhibitionSummary, '_id' | 'name'>, language: Language): string {
  return localize(profile.exhibitions[_id]?.name ?? name, language);
}
