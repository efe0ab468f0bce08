import type { Room } from '@enfilade/shared-contracts/api/schemas';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import type { Exhibition, Museum } from '@enfilade/shared-contracts/museum/museum';
import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import type { VisitConfig } from '@enfilade/shared-contracts/visit/visit-config';

/** Where the visitor stands, for the strip above the transcript. */
export interface Place {
  title: string;
  /** Counts from 1; only in the guided tour. */
  room?: { number: number; count: number };
}

interface Whereabouts {
  museum: Museum;
  profile: MuseumProfile;
  exhibition: Exhibition | undefined;
  visitMode: VisitConfig['visitMode'];
  /** What the guide said last about the tour. */
  room: Room | undefined;
  language: Language;
}

/** A guided tour stands in a room, the first one until the guide says otherwise; anything else in its exhibition. */
export function pickPlace(where: Whereabouts): Place {
  const { profile, visitMode, room, language } = where;
  const count = room?.count ?? profile.rooms.length;
  if (visitMode !== 'guided' || count === 0) return { title: exhibitionName(where) };
  const index = room?.index ?? 0;
  // The profile's names follow a change of language, the name in the last answer does not.
  const known = count === profile.rooms.length ? profile.rooms[index] : undefined;
  return { title: known ? localize(known.name, language) : (room?.name ?? ''), room: { number: index + 1, count } };
}

function exhibitionName({ museum, profile, exhibition, language }: Whereabouts): string {
  if (!exhibition) return museum.name;
  const own = profile.exhibitions[exhibition._id]?.name;
  return own ? localize(own, language) : exhibition.name;
}
