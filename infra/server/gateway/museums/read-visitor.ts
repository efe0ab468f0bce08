import { parseBlockedVersions, parseGrantId, parseGrants } from '@enfilade/shared-contracts/api/choice-cookies';
import { parseVisitorId } from '@enfilade/shared-contracts/visit/visit-cookies';
import type { Visitor } from '../gateway-options.ts';

/** Whom a set is chosen for, by cookies and the grant in an address. Each piece that is not well formed is as if it were absent. */
export function readVisitor(cookie = '', grant?: string | null): Visitor {
  const shown = parseGrantId(grant);
  return { id: parseVisitorId(cookie), grants: [...(shown ? [shown] : []), ...parseGrants(cookie)], avoid: parseBlockedVersions(cookie) };
}
