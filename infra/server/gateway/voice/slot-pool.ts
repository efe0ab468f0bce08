import { randomUUID } from 'node:crypto';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { HttpError } from '../../http/http-error.ts';
import type { SharedState } from '../../shared-state/shared-state.ts';
import type { PlatformCall } from './call-service.ts';

/** What any gateway needs to end a call on a platform that all of them share. */
type SharedCall = Pick<PlatformCall, 'id' | 'webCallUrl' | 'monitor'>;

/** A visit's right to talk. Times are ms since the epoch. */
interface VoiceSlot {
  visitId: string;
  /** New for each call: a visit that begins another call gets its slot under another lease. */
  leaseId: string;
  endsAt: number;
  /** Absent before the call has begun, and if the platform belongs to one gateway. */
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

/** Undefined if there is no slot under this lease any more. */
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

/** The slots of this site, kept in its shared state. */
export type SlotPool = ReturnType<typeof createSlotPool>;

export interface SlotPoolOptions {
  state: Pick<SharedState, 'change' | 'isShared'>;
  rules: SlotRules;
  /** For visits that wait. */
  retryAfterSeconds: number;
  clock: Clock;
  /** A slot of this process ran out, or its visit took another one. Never rejects. */
  onEnd(leaseId: string): Promise<void>;
  /** A slot that another process leased ended here: that process may be gone. Never rejects. */
  endShared(call: SharedCall): Promise<void>;
  /** The rooms are not this process's: calls are on one platform for all gateways, and go on without this one. */
  hasHostedRooms: boolean;
  /** A slot of this process was found to be leased still. */
  onKept(leaseId: string): void;
}

/** How often a process looks which slots have ended. */
const lookMs = 1_000;
const slotsKey = 'voice:slots';
const slotsOf = (value: unknown): VoiceSlots => (value as VoiceSlots | undefined) ?? noSlots;

export function createSlotPool({ state, rules, retryAfterSeconds, clock, onEnd, endShared, onKept, hasHostedRooms }: SlotPoolOptions) {
  const isOnSharedPlatform = hasHostedRooms && state.isShared;
  /** The leases of this process. */
  const own = new Set<string>();
  let cancelLook = () => {};
  let failedAt = Number.NEGATIVE_INFINITY;
  let isClosed = false;

  // While the state cannot be reached nobody can renew. Afterwards every browser has the time of one lease for it.
  const rulesNow = () => (clock.now() - failedAt > rules.lifeMs ? rules : { ...rules, graceMs: Number.POSITIVE_INFINITY });

  async function change<Result extends { slots: VoiceSlots }>(
    decide: (slots: VoiceSlots, now: number, rules: SlotRules) => Result,
  ): Promise<Result> {
    try {
      return await state.change({
        keys: [slotsKey],
        // Slots outlast the time in which the state cannot be reached.
        lastsMs: aheadMs,
        decide([value]) {
          const result = decide(slotsOf(value), clock.now(), rulesNow());
          return { result, values: [result.slots] };
        },
      });
    } catch (error) {
      failedAt = clock.now();
      throw error;
    }
  }
  /** Ends the calls of slots that have ended; resolves when the platform knows. */
  const end = (ended: readonly Pick<VoiceSlot, 'leaseId' | 'call'>[]) =>
    Promise.all(ended.map(({ leaseId, call }) => (own.delete(leaseId) ? onEnd(leaseId) : call && endShared(call))));

  /** Ends the leases of this process that another process has taken or released, and all that nobody renewed. */
  async function sweep(): Promise<void> {
    const before = [...own];
    const { slots, ended } = await change((found, now, current) => sweepSlots(found, now, current));
    const kept = new Set(slots.leased.map(({ leaseId }) => leaseId));
    const gone = before.filter((leaseId) => !kept.has(leaseId));
    for (const leaseId of before) if (own.has(leaseId) && kept.has(leaseId)) onKept(leaseId);
    void end([...gone.map((leaseId) => ({ leaseId })), ...ended.filter(({ leaseId }) => !before.includes(leaseId))]);
  }
  function look(): void {
    cancelLook();
    if (isClosed || (own.size === 0 && !state.isShared)) return;
    cancelLook = clock.after(lookMs, () => {
      look();
      // The next look may reach the state.
      sweep().catch(() => undefined);
    });
  }
  look();

  /** A slot that cannot be released runs out. */
  async function release(leaseId: string): Promise<void> {
    const isOwn = own.delete(leaseId);
    const released = await change((before) => ({
      slots: releaseSlot(before, leaseId),
      ended: before.leased.filter((slot) => !isOwn && slot.leaseId === leaseId),
    })).catch(() => undefined);
    void end(released?.ended ?? []);
  }

  return {
    /** The id of the lease. @throws HttpError `busy` with the position in the queue, or because of `close` */
    async acquire(visitId: string): Promise<string> {
      if (isClosed) throw closing(retryAfterSeconds);
      const leaseId = randomUUID();
      const { queuePosition, ended } = await change((before, now, current) => requestSlot(before, { visitId, leaseId, now }, current));
      const others = end(ended.filter((slot) => slot.visitId !== visitId));
      void end(ended.filter((slot) => slot.visitId === visitId));
      if (queuePosition > 0) throw new HttpError('busy', { queuePosition, retryAfterSeconds, reason: 'every slot for voice is leased' });
      own.add(leaseId);
      if (own.size === 1) look();
      // Before the call of the slot's last visit has ended, there would be one call too many.
      await others;
      if (isClosed) await release(leaseId);
      return leaseId;
    },
    /** False if there is no slot under this lease any more. @param call which has begun in it */
    async renew(leaseId: string, call?: SharedCall): Promise<boolean> {
      const { isRenewed } = await change((before, now, current) => {
        const slots = renewSlot(before, { leaseId, now, ...(isOnSharedPlatform && call && { call }) }, current);
        return { slots: slots ?? before, isRenewed: slots !== undefined };
      });
      if (!isRenewed) void end([{ leaseId }]);
      return isRenewed;
    },
    release,
    /** Of the whole site. */
    async count(): Promise<{ leased: number; waiting: number }> {
      const { running } = await change((slots, now, current) => ({ slots, running: sweepSlots(slots, now, current).slots }));
      return { leased: running.leased.length, waiting: running.waiting.length };
    },
    /** Leases no more slots. Those of this process are free, or left to other processes. */
    async close(): Promise<void> {
      isClosed = true;
      cancelLook();
      const all = [...own];
      own.clear();
      if (!state.isShared) await Promise.all(all.map(release));
    },
  };
}

const closing = (retryAfterSeconds: number) => new HttpError('busy', { retryAfterSeconds, reason: 'this site is closing' });
