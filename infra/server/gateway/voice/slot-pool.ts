import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { HttpError } from '../../http/http-error.ts';

/** A visit's right to talk. Times are ms since the epoch. */
interface VoiceSlot {
  visitId: string;
  /** New for each call: a visit that begins another call gets its slot under another lease. */
  leaseId: number;
  endsAt: number;
}

/** The slots in use, and the visits that wait in the order of asking. Immutable. */
export interface VoiceSlots {
  readonly leased: readonly VoiceSlot[];
  readonly waiting: readonly { visitId: string; lapsesAt: number }[];
}

export interface SlotRules {
  slots: number;
  /** A slot nobody renewed for so long is free. */
  lifeMs: number;
  /** A visit that waits gets one that was not renewed for so long: until somebody waits, a lost connection finds it kept. */
  yieldMs: number;
  /** A waiting visit that does not ask again within this time has gone. */
  patienceMs: number;
  /** A visit that would wait behind so many is not remembered. */
  queueLimit: number;
}

interface SlotRequest {
  visitId: string;
  leaseId: number;
  now: number;
}

export interface SlotResult {
  slots: VoiceSlots;
  /** 0: the visit has the slot under the lease. Otherwise so many must leave first. */
  queuePosition: number;
  /** Slots that came to an end by it: the visit's own older one, or one that was not renewed. */
  ended: readonly VoiceSlot[];
}

export const noSlots: VoiceSlots = { leased: [], waiting: [] };

/** Takes away what has run out by `now`. */
export function sweepSlots({ leased, waiting }: VoiceSlots, now: number): { slots: VoiceSlots; ended: readonly VoiceSlot[] } {
  return {
    slots: { leased: leased.filter(({ endsAt }) => endsAt > now), waiting: waiting.filter(({ lapsesAt }) => lapsesAt > now) },
    ended: leased.filter(({ endsAt }) => endsAt <= now),
  };
}

/** Acquires a slot, or the visit's place in the queue. One slot a visit: one that has a slot gets it under the new lease. */
export function requestSlot(before: VoiceSlots, request: SlotRequest, rules: SlotRules): SlotResult {
  const { slots, ended } = sweepSlots(before, request.now);
  const own = slots.leased.find(({ visitId }) => visitId === request.visitId);
  const rest = slots.leased.filter((slot) => slot !== own);
  if (own) return { slots: { ...slots, leased: [...rest, newSlot(request, rules)] }, queuePosition: 0, ended: [...ended, own] };
  const quiet = slots.leased.filter(({ endsAt }) => endsAt - rules.lifeMs + rules.yieldMs <= request.now);
  const free = rules.slots - slots.leased.length + quiet.length;
  const queue = joinQueue(slots.waiting, request, rules);
  const found = queue.findIndex(({ visitId }) => visitId === request.visitId);
  const index = found === -1 ? queue.length : found;
  if (index >= free) return { slots: { ...slots, waiting: queue }, queuePosition: index + 1 - free, ended };
  const waiting = queue.filter(({ visitId }) => visitId !== request.visitId);
  // The one that was quiet for longest.
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

/** Undefined when there is no slot under this lease any more. */
export function renewSlot(
  { leased, waiting }: VoiceSlots,
  { leaseId, now }: Omit<SlotRequest, 'visitId'>,
  { lifeMs }: SlotRules,
): VoiceSlots | undefined {
  if (!leased.some((slot) => slot.leaseId === leaseId && slot.endsAt > now)) return undefined;
  return { leased: leased.map((slot) => (slot.leaseId === leaseId ? { ...slot, endsAt: now + lifeMs } : slot)), waiting };
}

export function releaseSlot({ leased, waiting }: VoiceSlots, leaseId: number): VoiceSlots {
  return { leased: leased.filter((slot) => slot.leaseId !== leaseId), waiting };
}

/** The slots of this site, with a timer for the next that runs out. */
export type SlotPool = ReturnType<typeof createSlotPool>;

export interface SlotPoolOptions {
  rules: SlotRules;
  /** For visits that wait. */
  retryAfterSeconds: number;
  clock: Clock;
  /** A slot ran out, or its visit took another one. */
  onEnd(leaseId: number): void;
}

export function createSlotPool({ rules, retryAfterSeconds, clock, onEnd }: SlotPoolOptions) {
  let slots: VoiceSlots = noSlots;
  let lastLeaseId = 0;
  let cancelSweep = () => {};
  let isClosed = false;

  const sweep = () => {
    const swept = sweepSlots(slots, clock.now());
    update(swept.slots, swept.ended);
  };
  /** Every change goes through here, so that the next slot to run out always has its timer. */
  const update = (next: VoiceSlots, ended: readonly VoiceSlot[] = []) => {
    slots = next;
    cancelSweep();
    const endings = slots.leased.map(({ endsAt }) => endsAt - clock.now());
    cancelSweep = endings.length > 0 ? clock.after(Math.max(0, Math.min(...endings)), sweep) : () => {};
    for (const { leaseId } of ended) onEnd(leaseId);
  };

  return {
    /** The id of the lease. @throws HttpError `busy` with the position in the queue, or because of `close` */
    acquire(visitId: string): number {
      if (isClosed) throw new HttpError('busy', { retryAfterSeconds, reason: 'this site is closing' });
      lastLeaseId += 1;
      const leaseId = lastLeaseId;
      const { slots: next, queuePosition, ended } = requestSlot(slots, { visitId, leaseId, now: clock.now() }, rules);
      update(next, ended);
      if (queuePosition > 0) throw new HttpError('busy', { queuePosition, retryAfterSeconds, reason: 'every slot for voice is leased' });
      return leaseId;
    },
    /** False when there is no slot under this lease any more. */
    renew(leaseId: number): boolean {
      const renewed = renewSlot(slots, { leaseId, now: clock.now() }, rules);
      if (renewed) update(renewed);
      return renewed !== undefined;
    },
    release: (leaseId: number) => update(releaseSlot(slots, leaseId)),
    /** Ends every slot, and gives no more: a request under way would leave its timer behind. */
    close() {
      isClosed = true;
      update(noSlots, slots.leased);
    },
  };
}
