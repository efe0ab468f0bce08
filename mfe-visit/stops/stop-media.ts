import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { MuseumProfile, StopMedia } from '@enfilade/shared-contracts/museum/profile';
import { profileRoom } from '@enfilade/shared-contracts/museum/profile-texts';

interface StopPlace {
  profile: MuseumProfile;
  exhibitionId: string | undefined;
  room: { number: number; count: number } | undefined;
  question: string | undefined;
  language: Language;
}

/** Media of the requested object, else of the room or exhibition. */
export interface PickedStopMedia {
  audioDescription?: NonNullable<StopMedia['audioDescription']>[Language];
  signLanguage?: NonNullable<StopMedia['signLanguage']>[Language];
}

export function pickStopMedia({ profile, exhibitionId, room, question, language }: StopPlace): PickedStopMedia {
  const place = room ? profileRoom(profile, room) : profile.exhibitions[exhibitionId ?? ''];
  const number = Number(/^\D*(\d{1,4})\D*$/.exec(question ?? '')?.[1]);
  const object = profile.objects?.find((one) => one.number === number);
  for (const { audioDescription, signLanguage } of [object ?? {}, place ?? {}]) {
    const found = { audioDescription: audioDescription?.[language], signLanguage: signLanguage?.[language] };
    if (found.audioDescription || found.signLanguage) return found;
  }
  return {};
}
