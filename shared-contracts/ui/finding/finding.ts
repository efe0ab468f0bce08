import type { GuideApi } from '../../api/guide-api.ts';
import type { Language } from '../../i18n/language.ts';
import type { TranslateKeys } from '../../i18n/use-translation.ts';
import type { Museum } from '../../museum/museum.ts';
import type { MuseumProfile } from '../../museum/profile.ts';

/** What is looked up at a museum, and in which language. */
export interface Finding {
  museum: Pick<Museum, '_id'>;
  profile: Pick<MuseumProfile, 'practical' | 'objects' | 'pictures' | 'showsTexts' | 'rooms' | 'linkHosts'>;
  api: Pick<GuideApi, 'findPassages' | 'loadDocument'>;
  language: Language;
  t: TranslateKeys;
}

/** Where a guided tour is, by the profile's rooms from 0. */
export interface TourProgress {
  /** Undefined before its first room. */
  here: number | undefined;
  /** The last room that was seen; below 0 before the first. */
  farthest: number;
}
