import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { type GroupLinesRequest, type GroupResponse, groupLimits } from '@enfilade/shared-contracts/api/group';
import { groupCodeCharacters, groupCodeLength } from '@enfilade/shared-contracts/visit/group-code';
import { HttpError } from '../../http/http-error.ts';
import type { Keys } from '../../http/key-files.ts';
import { type BudgetRules, takeFrom } from '../spending/budget.ts';
import {
  countFollowers,
  crowdMs,
  type EndedHead,
  findHead,
  findLead,
  type Head,
  hashOf,
  isEnded,
  type KeptLine,
  keysOf,
  type Lead,
  leadKey,
  mergeLines,
} from './group-record.ts';
import type { GroupState } from './group-state.ts';

/** So long followers who come back are told that it has ended, and not that there is none. */
const endedMs = 10 * 60_000;
/** One museum's visitors come from one address. */
const startsOfAddress: BudgetRules = { capacity: 60, fillsInMs: 60 * 60_000 };
const requestsOfLeader: BudgetRules = { capacity: 60, fillsInMs: 20_000 };

export interface LeadingOptions {
  /** Of visits: the first proves who leads, what those after it have proved counts, too. */
  keys(): Keys<Buffer>;
}

/** What a leader's device may do. */
export function createLeading(state: GroupState, { keys }: LeadingOptions) {
  const { change, read, now, withdraw } = state;
  const proofs = createProofs(keys);

  async function end(code: string, visitId: string): Promise<void> {
    const { head, lines, crowd } = keysOf(code);
    await change({
      keys: [head, lines, crowd, leadKey(visitId)],
      lastsMs: endedMs,
      decide([value]) {
        assertLeader(findHead(value, now()), visitId);
        return { result: undefined, values: [{ isEnded: true } satisfies EndedHead, undefined, undefined, undefined] };
      },
    });
  }

  return {
    /** The group that a visit leads; a new one where it leads none. @throws HttpError `too-many`, `busy` */
    async start({ id, address }: { id: string; address: string }, about: Pick<Head, 'museumId' | 'exhibitionId'>): Promise<GroupResponse> {
      const known = findLead(await read(leadKey(id)), now());
      if (known) return proofs.add(known, id);
      const wait = await withdraw('group-starts', address, startsOfAddress);
      if (wait > 0) throw new HttpError('too-many', { reason: 'too many groups began at one address', retryAfterSeconds: wait });
      for (;;) {
        const lead: Lead = { code: newCode(), endsAt: now() + groupLimits.lifeMs };
        const head: Head = { ...about, ...newHead(id, now()), endsAt: lead.endsAt, isPaused: false, heardAt: now() };
        const started = await change<Lead | undefined>({
          keys: [leadKey(id), keysOf(lead.code).head],
          lastsMs: groupLimits.lifeMs,
          decide([value, taken]) {
            const other = findLead(value, now());
            return other || taken !== undefined ? { result: other } : { result: lead, values: [lead, head] };
          },
        });
        if (started) return proofs.add(started, id);
      }
    },

    /** @returns how many follow @throws HttpError `not-found`, `forbidden`, `too-many`, `busy` */
    async publish(code: string, { id, museumId }: { id: string; museumId: string }, update: GroupLinesRequest): Promise<number> {
      const { endsAt, proof, lines, ...facts } = update;
      const lead: Lead = { code, endsAt };
      const lastsMs = endsAt - now();
      if (lastsMs <= 0 || lastsMs > groupLimits.lifeMs || !proofs.check(lead, id, proof)) throw new HttpError('forbidden');
      const keys = keysOf(code);
      return change<number>({
        keys: [keys.head, keys.lines, keys.crowd, leadKey(id)],
        lastsMs: [lastsMs, lastsMs, crowdMs.forgotten, lastsMs],
        decide([value, kept, crowd]) {
          if (isEnded(value)) throw new HttpError('not-found');
          // Where there is none the site was restarted, or what it shares was.
          const head = findHead(value, now()) ?? newHead(id, now());
          assertLeader(head, id);
          const requests = takeFrom(head.requests, requestsOfLeader, { amount: 1, at: now() });
          if (!requests) throw new HttpError('too-many', { reason: 'a leader sends too often', retryAfterSeconds: 1 });
          const merged = mergeLines((kept ?? []) as KeptLine[], facts.isPaused ? [] : lines, head.sequence);
          const { leader } = head;
          const next: Head = { ...facts, leader, museumId, endsAt, sequence: merged.sequence, heardAt: now(), requests };
          return { result: countFollowers(crowd, now()), values: [next, merged.lines, crowd, lead] };
        },
      });
    },

    /** @throws HttpError `not-found`, `forbidden` */
    end,

    /** Whatever group a visit leads, when it is forgotten. */
    async endOf(visitId: string): Promise<void> {
      const lead = findLead(await read(leadKey(visitId)), now());
      if (lead) await end(lead.code, visitId).catch(() => undefined);
    },
  };
}

const newHead = (visitId: string, now: number) => ({ leader: hashOf(visitId), sequence: now, requests: { used: 0, at: 0 } });

function assertLeader(head: Pick<Head, 'leader'> | undefined, visitId: string): void {
  if (!head) throw new HttpError('not-found');
  if (head.leader !== hashOf(visitId)) throw new HttpError('forbidden');
}

const newCode = () => Array.from({ length: groupCodeLength }, () => groupCodeCharacters[randomInt(groupCodeCharacters.length)]).join('');

/** By a proof a leader's device brings back a group that the site has lost; nobody else can. */
function createProofs(keys: LeadingOptions['keys']) {
  const proofsOf = ({ code, endsAt }: Lead, visitId: string) =>
    keys().map((key) => createHmac('sha256', key).update(`group ${code} ${endsAt} ${visitId}`).digest('base64url'));
  return {
    add: (lead: Lead, visitId: string): GroupResponse => ({ ...lead, proof: proofsOf(lead, visitId)[0] ?? '' }),
    check: (lead: Lead, visitId: string, proof: string): boolean =>
      proofsOf(lead, visitId).some((ours) => timingSafeEqual(Buffer.from(ours), Buffer.from(proof))),
  };
}
