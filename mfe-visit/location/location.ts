import type { Room } from '@enfilade/shared-contracts/api/schemas';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { exhibitionName } from '@enfilade/shared-contracts/museum/exhibition-name';
import type { Exhibition, Museum } from '@enfilade/shared-contracts/museum/museum';
import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import type { VisitConfig } from '@enfilade/shared-contracts/visit/visit-config';

/** Where the visitor is. */
export interface VisitLocation {
  title: string;
  /** Counts from 1; only in the guided tour. */
  room?: { number: number; count: number };
}

interface LocationOptions {
  museum: Museum;
  profile: MuseumProfile;
  exhibition: Exhibition | undefined;
  visitMode: VisitConfig['visitMode'];
  /** What the guide said last about the tour; undefined until it has begun. */
  room: Room | undefined;
  language: Language;
}

/** In a guided tour that has begun the room the guide named last; else the exhibition. */
export function pickLocation({ museum, profile, exhibition, visitMode, room, language }: LocationOptions): VisitLocation {
  if (visitMode !== 'guided' || !room) return { title: exhibition ? exhibitionName(profile, exhibition, language) : museum.name };
  const { index, count } = room;
  // The profile's names follow a change of language, the name in the last answer does not.
  const profileRoom = count === profile.rooms.length ? profile.rooms[index] : undefined;
  return { title: profileRoom ? localize(profileRoom.name, language) : room.name, room: { number: index + 1, count } };
}
