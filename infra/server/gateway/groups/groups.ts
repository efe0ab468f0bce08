import { type GroupFacts, groupLimits } from '@enfilade/shared-contracts/api/group';
import { HttpError } from '../../http/http-error.ts';
import { createMemoryState } from '../../shared-state/memory-state.ts';
import type { SharedState } from '../../shared-state/shared-state.ts';
import type { BudgetRules } from '../spending/budget.ts';
import { createLeading, type LeadingOptions } from './group-leading.ts';
import { countAt, countFollowers, crowdMs, describe, findHead, isEnded, type KeptLine, keysOf } from './group-record.ts';
import { createGroupState, type GroupState, type StateOptions } from './group-state.ts';

/** Codes that no group has. A class whose site was restarted comes back from one address, several times each. */
const triesOfAddress: BudgetRules = { capacity: 600, fillsInMs: 10 * 60_000 };

type GroupsOptions = LeadingOptions & StateOptions & { state: SharedState };

/**
 * Groups that follow a visit, as every gateway of the site sees them: no follower and no leader needs to come to the same
 * one again. A site of one process keeps them in its memory alone, and not in its file, so that nothing of them is ever on a
 * disk; after a restart the leader's next request brings the group back.
 */
export type Groups = ReturnType<typeof createGroups>;

export function createGroups({ state: siteState, keys, clock, nameOf }: GroupsOptions) {
  const state = createGroupState(siteState.isShared ? siteState : createMemoryState({ clock }), { clock, nameOf });
  const { start, publish, end, endOf } = createLeading(state, { keys });
  return { start, publish, end, endOf, ...createFollowers(state) };
}

interface Joining {
  address: string;
  gateway: string;
  /** At that gateway, with this one. */
  count: number;
}

function createFollowers({ change, read, now, withdraw, waitOf }: GroupState) {
  async function tryJoin(code: string, { gateway, count }: Joining): Promise<'joined' | 'full' | 'ended' | 'none'> {
    const keys = keysOf(code);
    const known = findHead(await read(keys.head), now());
    return change({
      keys: [keys.crowd, keys.head],
      lastsMs: [crowdMs.forgotten, Math.max(1, (known?.endsAt ?? 0) - now())],
      decide([crowd, value]) {
        if (!findHead(value, now())) return { result: value === undefined ? 'none' : 'ended' };
        const next = countAt(crowd, gateway, { count, at: now() });
        return countFollowers(next, now()) > groupLimits.followers ? { result: 'full' } : { result: 'joined', values: [next, value] };
      },
    });
  }

  return {
    /** Counts one more, or none where there are as many as may. @throws HttpError `not-found`, `expired`, `busy`, `too-many` */
    async join(code: string, joining: Joining): Promise<void> {
      // Right codes, too, while somebody guesses: otherwise the guesses would go on.
      const wait = await waitOf('group-tries', joining.address, triesOfAddress);
      if (wait > 0) throw new HttpError('too-many', { reason: 'codes are guessed', retryAfterSeconds: wait });
      const found = await tryJoin(code, joining);
      if (found === 'joined') return;
      if (found === 'full') throw new HttpError('busy', { reason: 'as many follow as may', retryAfterSeconds: 30 });
      if (found === 'ended') throw new HttpError('expired');
      await withdraw('group-tries', joining.address, triesOfAddress);
      throw new HttpError('not-found', { reason: 'no group has this code' });
    },

    /** Says how many follow at one gateway. */
    count: (code: string, gateway: string, count: number): Promise<void> =>
      change({
        keys: [keysOf(code).crowd],
        lastsMs: crowdMs.forgotten,
        decide: ([crowd]) => ({ result: undefined, values: [countAt(crowd, gateway, { count, at: now() })] }),
      }),

    /** `ended`, by its leader; undefined where nothing is known of it (any more). */
    async read(code: string): Promise<{ facts: GroupFacts; sequence: number } | 'ended' | undefined> {
      const value = await read(keysOf(code).head);
      if (isEnded(value)) return 'ended';
      const head = findHead(value, now());
      return head && { facts: describe(head, now()), sequence: head.sequence };
    },

    readLines: async (code: string): Promise<readonly KeptLine[]> => (await read<KeptLine[]>(keysOf(code).lines)) ?? [],
  };
}
