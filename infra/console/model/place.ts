import { parseEntityId } from '@enfilade/shared-contracts/museum/id';

/** What the console shows; it stands in the address, so that back, reload and a link work. */
export type Place = { page: 'overview' } | { page: 'museum'; museumId: string } | { page: 'trail' };

/** `*` is what every museum without a pin of its own gets. Whatever is not well formed is the overview. */
export function parsePlace(search: string): Place {
  const query = new URLSearchParams(search);
  if (query.has('audit')) return { page: 'trail' };
  const named = query.get('museum');
  const museumId = named === '*' ? '*' : parseEntityId(named?.toLowerCase());
  return museumId ? { page: 'museum', museumId } : { page: 'overview' };
}

/** The query of a place, with its `?`; empty for the overview. */
export function formatPlace(place: Place): string {
  if (place.page === 'museum') return `?museum=${place.museumId}`;
  return place.page === 'trail' ? '?audit' : '';
}
