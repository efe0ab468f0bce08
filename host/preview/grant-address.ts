import { parseGrantId } from '@enfilade/shared-contracts/api/choice-cookies';

/** What a link brought: a grant's id, or something in its place that is none. */
export interface GrantLink {
  id: string | undefined;
}

/**
 * The grant of the page's address, which is taken out of it at once: an address that is shared, or kept in the
 * history, carries none. Undefined when there was none. The router must not have read the address yet.
 */
export function takeGrant({ location, history }: Pick<Window, 'location' | 'history'>): GrantLink | undefined {
  const { pathname, search, hash } = location;
  const query = new URLSearchParams(search);
  const grant = query.get('grant');
  if (grant === null) return undefined;
  query.delete('grant');
  const rest = query.toString();
  history.replaceState(history.state, '', `${pathname}${rest && `?${rest}`}${hash}`);
  return { id: parseGrantId(grant) };
}
