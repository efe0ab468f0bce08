import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import type { Visit } from '@enfilade/shared-contracts/visit/visit';
import type { SharedState } from '../../shared-state/shared-state.ts';

/**
 * The platform's id of the last answer in each conversation. It opens what was said, so no browser ever sees it.
 * A visitor who changes languages goes on with the same conversation, at whichever gateway of the site.
 */
export type ChatChains = ReturnType<typeof createChatChains>;

const lastsMs = 4 * 60 * 60 * 1000;

export function createChatChains(state: Pick<SharedState, 'change'>) {
  const keyOf = (visitId: string, { museumId, exhibitionId }: Pick<Visit, 'museumId' | 'exhibitionId'>) =>
    `chain:${[visitId, museumId, exhibitionId].join('/')}`;
  return {
    last: (visitId: string, visit: Visit): Promise<string | undefined> =>
      state.change({ keys: [keyOf(visitId, visit)], lastsMs, decide: ([chatId]) => ({ result: chatId as string | undefined }) }),
    advance: (visitId: string, visit: Visit, chatId: string): Promise<void> =>
      state.change({ keys: [keyOf(visitId, visit)], lastsMs, decide: () => ({ result: undefined, values: [chatId] }) }),
    /** What a visit said in a museum's exhibitions cannot be reached any more. */
    forget: async (visitId: string, { _id: museumId, exhibitions }: Pick<Museum, '_id' | 'exhibitions'>): Promise<void> => {
      const keys = exhibitions.map(({ _id: exhibitionId }) => keyOf(visitId, { museumId, exhibitionId }));
      await state.change({ keys, lastsMs, decide: () => ({ result: undefined, values: keys.map(() => undefined) }) });
    },
  };
}
