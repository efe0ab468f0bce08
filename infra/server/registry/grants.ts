import { randomUUID } from 'node:crypto';
import type { Ledger } from './journal/registry-store.ts';
import type { Changes } from './registry.ts';
import { checkServable } from './state/pinned-remote.ts';

/** One version of one remote at one museum for some minutes, for whoever holds the grant's id. */
export function createGrants(ledger: Ledger): Pick<Changes, 'issueGrant'> {
  return {
    async issueGrant({ remote, version, museumId, minutes, actor }) {
      const id = randomUUID();
      const { grants } = await ledger.commit(actor, (before) => {
        checkServable(before, remote, version);
        return { action: 'grant-issued', payload: { id, remote, version, museumId, minutes } };
      });
      const grant = grants.get(id);
      if (!grant) throw new Error(`Grant ${id} is not in the state it was recorded in.`);
      return { grant: id, expiresAt: new Date(grant.expiresAt).toISOString() };
    },
  };
}
