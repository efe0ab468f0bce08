import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { SharedState } from '../../shared-state/shared-state.ts';
import type { EndableCall } from './call-service.ts';

/** A call as any gateway of the site may need it. */
export interface SharedCall {
  id: string;
  /** Where the other gateways reach the gateway that has its room. */
  gateway: string;
  /** A gateway that passes the room's sound on shows it to that gateway. It is in the shared state and nowhere else. */
  roomKey: string;
  /** To end the call on a platform that all gateways share; absent if the platform belongs to one gateway. */
  hosted?: EndableCall;
}

/** A visit's right to talk. Times are ms since the epoch. */
export interface VoiceSlot {
  visitId: string;
  /** New for each call: a visit that begins another call gets its slot under another lease. */
  leaseId: string;
  endsAt: number;
  /** Absent before the call has begun, and on a site of one process. */
  call?: SharedCall;
}

/** The slots in use, and the visits that wait in the order of asking. Immutable. */
export interface VoiceSlots {
  readonly leased: readonly VoiceSlot[];
  readonly waiting: readonly { visitId: string; lapsesAt: number }[];
}

export interface SlotRules {
  slots: number;
  /** A slot that is not renewed for so long is free. */
  lifeMs: number;
  /** A waiting visit gets a slot that was not renewed for so long. Until somebody waits, a lost connection finds its slot again. */
  yieldMs: number;
  /** A waiting visit that does not ask again within this time has gone. */
  patienceMs: number;
  /** A visit that would wait behind so many is not remembered. */
  queueLimit: number;
  /** Added to `lifeMs` and `yieldMs` if slots could not be renewed for a time. */
  graceMs?: number;
}

interface SlotRequest {
  visitId: string;
  leaseId: string;
  now: number;
}

export interface SlotResult {
  slots: VoiceSlots;
  /** 0: the visit has the slot under the lease. Otherwise so many must leave first. */
  queuePosition: number;
  /** Slots that ended because of the request: the visit's older slot, or slots that were not renewed. */
  ended: readonly VoiceSlot[];
}

export const noSlots: VoiceSlots = { leased: [], waiting: [] };

/** Longer than any slot lasts and than clocks of gateways differ: a later end was set by a clock that was set back since. */
const aheadMs = 60 * 60 * 1000;

/** Removes what has run out by `now`. */
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

/** Acquires a slot, or a place in the queue. A visit that has a slot gets the same slot under the new lease. */
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
  // The slot that was quiet for longest.
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

/** Undefined if no slot has this lease. */
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

/** The slots of this site: one row of its shared state. */
export type SlotTable = ReturnType<typeof createSlotTable>;

export interface SlotTableOptions {
  state: Pick<SharedState, 'change' | 'isShared'>;
  rules: SlotRules;
  clock: Clock;
}

export function createSlotTable({ state, rules, clock }: SlotTableOptions) {
  let failedAt = Number.NEGATIVE_INFINITY;

  // While the state cannot be reached nobody can renew. Afterwards every browser has the time of one lease for it.
  const rulesNow = () => (clock.now() - failedAt > rules.lifeMs ? rules : { ...rules, graceMs: Number.POSITIVE_INFINITY });

  /** @throws what the state threw */
  async function change<Result extends { slots: VoiceSlots }>(
    decide: (slots: VoiceSlots, now: number, rules: SlotRules) => Result,
  ): Promise<Result> {
    try {
      return await state.change({
        keys: ['voice:slots'],
        // Slots outlast the time in which the state cannot be reached.
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
    /** False if no slot has this lease. @param call which has begun in it */
    async renew(leaseId: string, call?: SharedCall): Promise<boolean> {
      const { isRenewed } = await change((before, now, current) => {
        const slots = renewSlot(before, { leaseId, now, ...(state.isShared && call && { call }) }, current);
        return { slots: slots ?? before, isRenewed: slots !== undefined };
      });
      return isRenewed;
    },
    /** @returns the slot that was released; a slot that cannot be released now runs out */
    async release(leaseId: string): Promise<VoiceSlot | undefined> {
      const released = await change((before) => ({
        slots: releaseSlot(before, leaseId),
        slot: before.leased.find((slot) => slot.leaseId === leaseId),
      })).catch(() => undefined);
      return released?.slot;
    },
    sweep: () => change(sweepSlots),
    /** Slots of the whole site, without expired ones. */
    async read(): Promise<VoiceSlots> {
      const { running } = await change((slots, now, current) => ({ slots, running: sweepSlots(slots, now, current).slots }));
      return running;
    },
  };
}
