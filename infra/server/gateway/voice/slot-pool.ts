import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { SharedState } from '../../shared-state/shared-state.ts';
import type { EndableCall } from './call-service.ts';

export interface SharedCall {
  id: string;
  gateway: string;
  /** Another gateway sends the key to reach the room. Only the shared state has the key. */
  roomKey: string;
  /** Absent if the platform belongs to one gateway. */
  hosted?: EndableCall;
}

/** Times are ms since the epoch. */
export interface VoiceSlot {
  visitId: string;
  /** New for each call: a visit that begins another call keeps its slot under a new lease. */
  leaseId: string;
  endsAt: number;
  /** Absent before the call has begun, and on a site of one process. */
  call?: SharedCall;
}

/** Visits wait in the order of their first request. Immutable. */
export interface VoiceSlots {
  readonly leased: readonly VoiceSlot[];
  readonly waiting: readonly { visitId: string; lapsesAt: number }[];
}

export interface SlotRules {
  slots: number;
  /** A slot without renewal is free after this time. */
  lifeMs: number;
  /** A waiting visit gets a slot without renewal after this time. If no visit waits, a lost connection keeps its slot. */
  yieldMs: number;
  /** A waiting visit without a further request leaves the queue after this time. */
  patienceMs: number;
  queueLimit: number;
  /** Added to `lifeMs` and `yieldMs` after a time in which slots could not be renewed. */
  graceMs?: number;
}

interface SlotRequest {
  visitId: string;
  leaseId: string;
  now: number;
}

export interface SlotResult {
  slots: VoiceSlots;
  /** 0: the visit has the slot under the lease. Otherwise the number of visits that must leave first. */
  queuePosition: number;
  /** Slots that ended because of the request: the visit's older slot, or slots that were not renewed. */
  ended: readonly VoiceSlot[];
}

export const noSlots: VoiceSlots = { leased: [], waiting: [] };

/** Longer than any slot lasts and than clocks of gateways differ: a later end comes from a clock that was ahead and was corrected. */
const aheadMs = 60 * 60 * 1000;

export function sweepSlots(
  { leased, waiting }: VoiceSlots,
  now: number,
  { graceMs = 0 }: Pick<SlotRules, 'graceMs'> = {},
): { slots: VoiceSlots; ended: readonly VoiceSlot[] } {
  const runs = (at: number) => at + graceMs > now && at - now < aheadMs;
  return {
    slots: { leased: leased.filter(({ endsAt }) => runs(endsAt)), waiting: waiting.filter(({ lapsesAt }) => runs(lapsesAt)) },
    ended: leased.filter(({ endsAt }) => !runs(endsAt)),
  };
}

/** A visit that has a slot gets this slot under the new lease; a visit that gets none joins the queue. */
export function requestSlot(before: VoiceSlots, request: SlotRequest, rules: SlotRules): SlotResult {
  const { slots, ended } = sweepSlots(before, request.now, rules);
  const own = slots.leased.find(({ visitId }) => visitId === request.visitId);
  const rest = slots.leased.filter((slot) => slot !== own);
  if (own) return { slots: { ...slots, leased: [...rest, newSlot(request, rules)] }, queuePosition: 0, ended: [...ended, own] };
  const quietMs = rules.yieldMs + (rules.graceMs ?? 0);
  const quiet = slots.leased.filter(({ endsAt }) => endsAt - rules.lifeMs + quietMs <= request.now);
  const free = rules.slots - slots.leased.length + quiet.length;
  const queue = joinQueue(slots.waiting, request, rules);
  const found = queue.findIndex(({ visitId }) => visitId === request.visitId);
  const index = found === -1 ? queue.length : found;
  if (index >= free) return { slots: { ...slots, waiting: queue }, queuePosition: index + 1 - free, ended };
  const waiting = queue.filter(({ visitId }) => visitId !== request.visitId);
  // The slot that has been without renewal for longest.
  const taken = slots.leased.length < rules.slots ? undefined : quiet.reduce((one, other) => (other.endsAt < one.endsAt ? other : one));
  const leased = [...slots.leased.filter((slot) => slot !== taken), newSlot(request, rules)];
  return { slots: { leased, waiting }, queuePosition: 0, ended: taken ? [...ended, taken] : ended };
}

function newSlot({ visitId, leaseId, now }: SlotRequest, { lifeMs }: SlotRules): VoiceSlot {
  return { visitId, leaseId, endsAt: now + lifeMs };
}

function joinQueue(
  waiting: VoiceSlots['waiting'],
  { visitId, now }: SlotRequest,
  { patienceMs, queueLimit }: SlotRules,
): VoiceSlots['waiting'] {
  const mine = { visitId, lapsesAt: now + patienceMs };
  if (waiting.some((other) => other.visitId === visitId)) return waiting.map((other) => (other.visitId === visitId ? mine : other));
  return waiting.length < queueLimit ? [...waiting, mine] : waiting;
}

export function renewSlot(
  { leased, waiting }: VoiceSlots,
  { leaseId, now, call }: Pick<VoiceSlot, 'leaseId' | 'call'> & { now: number },
  { lifeMs, graceMs = 0 }: SlotRules,
): VoiceSlots | undefined {
  if (!leased.some((slot) => slot.leaseId === leaseId && slot.endsAt + graceMs > now)) return undefined;
  const renewed = { endsAt: now + lifeMs, ...(call && { call }) };
  return { leased: leased.map((slot) => (slot.leaseId === leaseId ? { ...slot, ...renewed } : slot)), waiting };
}

export function releaseSlot({ leased, waiting }: VoiceSlots, leaseId: string): VoiceSlots {
  return { leased: leased.filter((slot) => slot.leaseId !== leaseId), waiting };
}

export type SlotTable = ReturnType<typeof createSlotTable>;

export interface SlotTableOptions {
  state: Pick<SharedState, 'change' | 'isShared'>;
  rules: SlotRules;
  clock: Clock;
}

export function createSlotTable({ state, rules, clock }: SlotTableOptions) {
  let failedAt = Number.NEGATIVE_INFINITY;

  // While the state cannot be reached no browser can renew its lease. Afterwards each browser has the life of one lease to renew.
  const rulesNow = () => (clock.now() - failedAt > rules.lifeMs ? rules : { ...rules, graceMs: Number.POSITIVE_INFINITY });

  /** @throws what the state threw */
  async function change<Result extends { slots: VoiceSlots }>(
    decide: (slots: VoiceSlots, now: number, rules: SlotRules) => Result,
  ): Promise<Result> {
    try {
      return await state.change({
        keys: ['voice:slots'],
        // Slots must outlast a time in which the state cannot be reached.
        lastsMs: aheadMs,
        decide([value]) {
          const result = decide((value as VoiceSlots | undefined) ?? noSlots, clock.now(), rulesNow());
          return { result, values: [result.slots] };
        },
      });
    } catch (error) {
      failedAt = clock.now();
      throw error;
    }
  }

  return {
    request: (visitId: string, leaseId: string) => change((slots, now, current) => requestSlot(slots, { visitId, leaseId, now }, current)),
    /** @param call call that has begun in the slot */
    async renew(leaseId: string, call?: SharedCall): Promise<boolean> {
      const { isRenewed } = await change((before, now, current) => {
        const slots = renewSlot(before, { leaseId, now, ...(state.isShared && call && { call }) }, current);
        return { slots: slots ?? before, isRenewed: slots !== undefined };
      });
      return isRenewed;
    },
    /** A slot that cannot be released now expires. */
    async release(leaseId: string): Promise<void> {
      await change((before) => ({ slots: releaseSlot(before, leaseId) })).catch(() => undefined);
    },
    sweep: () => change(sweepSlots),
    async read(): Promise<VoiceSlots> {
      const { running } = await change((slots, now, current) => ({ slots, running: sweepSlots(slots, now, current).slots }));
      return running;
    },
  };
}
