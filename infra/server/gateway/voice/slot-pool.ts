import { randomUUID } from 'node:crypto';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { HttpError } from '../../http/http-error.ts';
import type { Merges, SharedState } from '../../shared-state/shared-state.ts';
import type { PlatformCall } from './call-service.ts';

/** What any gateway needs to end a call on a platform that all of them share. */
type SharedCall = Pick<PlatformCall, 'id' | 'webCallUrl' | 'monitor'>;

/** A visit's right to talk. Times are ms since the epoch. */
interface VoiceSlot {
  visitId: string;
  /** New for each call: a visit that begins another call gets its slot under another lease. */
  leaseId: string;
  endsAt: number;
  /** Absent before it has begun, and where its platform is the gateway's own. */
  call?: SharedCall;
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
  leaseId: string;
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

/** Longer than any slot lasts, and than clocks of gateways differ: what ends later is of a clock that was set back since. */
const aheadMs = 60 * 60 * 1000;

/** Takes away what has run out by `now`. */
export function sweepSlots({ leased, waiting }: VoiceSlots, now: number): { slots: VoiceSlots; ended: readonly VoiceSlot[] } {
  const runs = (at: number) => at > now && at - now < aheadMs;
  return {
    slots: { leased: leased.filter(({ endsAt }) => runs(endsAt)), waiting: waiting.filter(({ lapsesAt }) => runs(lapsesAt)) },
    ended: leased.filter(({ endsAt }) => !runs(endsAt)),
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
  { leaseId, now, call }: Pick<VoiceSlot, 'leaseId' | 'call'> & { now: number },
  { lifeMs }: SlotRules,
): VoiceSlots | undefined {
  if (!leased.some((slot) => slot.leaseId === leaseId && slot.endsAt > now)) return undefined;
  const renewed = { endsAt: now + lifeMs, ...(call && { call }) };
  return { leased: leased.map((slot) => (slot.leaseId === leaseId ? { ...slot, ...renewed } : slot)), waiting };
}

export function releaseSlot({ leased, waiting }: VoiceSlots, leaseId: string): VoiceSlots {
  return { leased: leased.filter((slot) => slot.leaseId !== leaseId), waiting };
}

/** The slots of this site, kept in its shared state, with a timer for the next of this process that runs out. */
export type SlotPool = ReturnType<typeof createSlotPool>;

export interface SlotPoolOptions {
  state: Pick<SharedState, 'change' | 'isShared' | 'problem'>;
  rules: SlotRules;
  /** For visits that wait. */
  retryAfterSeconds: number;
  clock: Clock;
  /** A slot of this process ran out, or its visit took another one. */
  onEnd(leaseId: string): Promise<void>;
  /** A slot that another process gave away ended here: that one may be gone. */
  endShared(call: SharedCall): Promise<void>;
  /** The rooms are not this process's: calls are on one platform for all gateways, and go on without this one. */
  hasHostedRooms: boolean;
  /** It was looked at, and is still leased: another process may have renewed it. */
  onKept(leaseId: string): unknown;
}

/** How often a process looks what others did with its leases. */
const lookMs = 4_000;

/** What a process gave away or renewed alone. */
export const slotMerges: Merges = {
  voice(_agreed, own, found) {
    const [mine, theirs] = [slotsOf(own), slotsOf(found)];
    const leases = new Map(theirs.leased.map((slot) => [slot.leaseId, slot]));
    for (const slot of mine.leased) if (slot.endsAt > (leases.get(slot.leaseId)?.endsAt ?? 0)) leases.set(slot.leaseId, slot);
    return { ...theirs, leased: [...leases.values()] };
  },
};

const slotsKey = 'voice:slots';
const slotsOf = (value: unknown): VoiceSlots => (value as VoiceSlots | undefined) ?? noSlots;

/** Alone, a process gives away its share of the slots that were free. */
function createSlotsChange(state: Pick<SharedState, 'change'>, rules: SlotRules) {
  return <Result>(decide: (slots: VoiceSlots, rules: SlotRules) => { slots: VoiceSlots; result: Result }) =>
    state.change<Result>({
      keys: [slotsKey],
      lastsMs: rules.lifeMs + rules.patienceMs,
      decide([value], { share, agreed: [agreed] }) {
        const leased = slotsOf(agreed).leased.length;
        const shared = share === 1 ? rules : { ...rules, slots: leased + Math.floor(Math.max(0, rules.slots - leased) * share) };
        const { slots, result } = decide(slotsOf(value), shared);
        return { result, values: [slots] };
      },
    });
}

const countSlots = (state: Pick<SharedState, 'change'>, now: number) =>
  state.change({
    keys: [slotsKey],
    lastsMs: 1,
    decide([value]) {
      const { leased, waiting } = sweepSlots(slotsOf(value), now).slots;
      return { result: { leased: leased.length, waiting: waiting.length } };
    },
  });

/** Whether the other processes' leases are known here. */
function createWatchOfOthers({ state, rules, clock }: Pick<SlotPoolOptions, 'state' | 'rules' | 'clock'>) {
  let aloneAt = Number.NEGATIVE_INFINITY;
  /** Browsers may renew at gateways that cannot tell this one. */
  const isAlone = () => {
    const alone = state.isShared && state.problem() !== undefined;
    if (alone) aloneAt = clock.now();
    return alone;
  };
  // Afterwards each process tells the others by and by what it renewed alone.
  return { isAlone, knowsOthers: () => !isAlone() && clock.now() - aloneAt > rules.lifeMs };
}

export function createSlotPool({ state, rules, retryAfterSeconds, clock, onEnd, onKept, ...options }: SlotPoolOptions) {
  const endsForOthers = options.hasHostedRooms && state.isShared;
  /** The leases of this process, and when each runs out unless it is renewed (ms since the epoch). */
  const own = new Map<string, number>();
  let cancelSweep = () => {};
  let looksAt = 0;
  let isClosed = false;
  const change = createSlotsChange(state, rules);
  const { isAlone, knowsOthers } = createWatchOfOthers({ state, rules, clock });

  /** So that the next lease of this process to run out always has its timer, and what others did is noticed. */
  const setTimer = (leastMs = 0) => {
    cancelSweep();
    if (looksAt <= clock.now()) looksAt = state.isShared ? clock.now() + lookMs : Number.POSITIVE_INFINITY;
    const next = Math.max(clock.now() + leastMs, Math.min(looksAt, ...own.values()));
    // A sweep fails while the state cannot be reached: if nobody swept again, these slots would never end.
    const sweepAgain = () => sweep().catch(() => setTimer(lookMs));
    cancelSweep = own.size > 0 || (endsForOthers && !isClosed) ? clock.after(next - clock.now(), () => void sweepAgain()) : () => {};
  };
  /** Ends the calls of slots that have ended, of whichever process; resolves when the platform knows. */
  const endAll = async (ended: readonly Pick<VoiceSlot, 'leaseId' | 'call'>[]) => {
    const ends = ended.map(({ leaseId, call }) =>
      own.delete(leaseId) ? onEnd(leaseId) : call && knowsOthers() && options.endShared(call),
    );
    setTimer();
    await Promise.all(ends);
  };
  /** Ends the leases of this process that nobody renewed, or that another process has taken or released. */
  async function sweep(): Promise<void> {
    const before = new Set(own.keys());
    const { kept, ended } = await change((found) => {
      const now = clock.now();
      const held = isAlone() ? [...before].reduce((all, leaseId) => renewSlot(all, { leaseId, now }, rules) ?? all, found) : found;
      const { slots, ended } = sweepSlots(held, now);
      return { slots, result: { kept: new Map(slots.leased.map(({ leaseId, endsAt }) => [leaseId, endsAt])), ended } };
    });
    for (const leaseId of before) {
      const endsAt = kept.get(leaseId);
      if (endsAt === undefined || !own.has(leaseId)) continue;
      own.set(leaseId, Math.max(endsAt, own.get(leaseId) ?? 0));
      onKept(leaseId);
    }
    // The process that gave it away may be gone: then the slot's end is noticed here.
    if (endsForOthers) looksAt = Math.min(clock.now() + lookMs, ...kept.values());
    const gone = [...before].filter((leaseId) => !kept.has(leaseId)).map((leaseId) => ({ leaseId }));
    void endAll([...gone, ...ended.filter(({ leaseId }) => !before.has(leaseId))]);
  }
  if (endsForOthers) setTimer();

  return {
    /** The id of the lease. @throws HttpError `busy` with the position in the queue, or because of `close` */
    async acquire(visitId: string): Promise<string> {
      if (isClosed) throw closing(retryAfterSeconds);
      const leaseId = randomUUID();
      const { queuePosition, ended } = await change((before, shared) => {
        const result = requestSlot(before, { visitId, leaseId, now: clock.now() }, shared);
        return { slots: result.slots, result };
      });
      const others = endAll(ended.filter((slot) => slot.visitId !== visitId));
      void endAll(ended.filter((slot) => slot.visitId === visitId));
      if (queuePosition > 0) throw new HttpError('busy', { queuePosition, retryAfterSeconds, reason: 'every slot for voice is leased' });
      own.set(leaseId, clock.now() + rules.lifeMs);
      setTimer();
      // Before the call of whoever's slot it was has ended, there would be one too many.
      await others;
      // A request under way while the site closes would leave its timer behind.
      if (isClosed) await release([leaseId]);
      return leaseId;
    },
    isAlone,
    /** False when there is no slot under this lease any more, as far as this process can tell. @param call which has begun in it */
    async renew(leaseId: string, call?: SharedCall): Promise<boolean> {
      const isOwn = own.has(leaseId);
      const isRenewed = await change((before) => {
        const slots = renewSlot(before, { leaseId, now: clock.now(), ...(endsForOthers && call && { call }) }, rules);
        return { slots: slots ?? before, result: slots !== undefined };
      });
      if (isRenewed && own.has(leaseId)) own.set(leaseId, clock.now() + rules.lifeMs);
      if (isRenewed) setTimer();
      else void endAll([{ leaseId }]);
      return isRenewed || (!isOwn && isAlone());
    },
    release: (leaseId: string) => release([leaseId]),
    /** Of the whole site. */
    count: () => countSlots(state, clock.now()),
    /** Gives no more slots, and leaves those of this process to others. */
    leave(): void {
      isClosed = true;
      own.clear();
      setTimer();
    },
    /** Ends every slot of this process, and gives no more. */
    async close(): Promise<void> {
      isClosed = true;
      const all = [...own.keys()];
      void endAll(all.map((leaseId) => ({ leaseId })));
      await release(all);
    },
  };

  async function release(leaseIds: readonly string[]): Promise<void> {
    const foreign = leaseIds.filter((leaseId) => !own.delete(leaseId));
    setTimer();
    const released = await change((before) => ({
      slots: leaseIds.reduce(releaseSlot, before),
      result: before.leased.filter(({ leaseId }) => foreign.includes(leaseId)),
    }));
    void endAll(released);
  }
}

const closing = (retryAfterSeconds: number) => new HttpError('busy', { retryAfterSeconds, reason: 'this site is closing' });
