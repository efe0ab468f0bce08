import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { HttpError } from '../../http/exchange.ts';
import { isFree, type Reservation } from '../spending/spending.ts';
import type { CallService, EndableCall, PlatformCall } from './call-service.ts';
import { createSlotTable, type SharedCall, type SlotTable, type SlotTableOptions, type VoiceSlot } from './slot-pool.ts';

/** The calls under way, each in a slot that lasts while its browser renews it. */
export type VoiceCalls = ReturnType<typeof createVoiceCalls>;

export interface VoiceCallsOptions extends SlotTableOptions {
  service: Pick<CallService, 'end'>;
  /** For visits that wait. */
  retryAfterSeconds: number;
  /** Where other gateways reach this one; known once it listens. */
  gatewayUrl(): string;
  /** True if calls are on one platform for all gateways, and continue without this process. */
  hasHostedRooms: boolean;
}

export interface CallOpening extends Omit<CallMeterOptions, 'clock'> {
  open(): Promise<PlatformCall>;
}

/** A call in a slot, and the visit that it belongs to. */
type CallInSlot = Pick<VoiceSlot, 'visitId' | 'leaseId'> & { call: SharedCall };

/** A lease of this process. */
interface OwnLease {
  /** Absent before the call's cost is reserved. */
  meter?: CallMeter;
  /** Absent before the call is open. */
  opened?: { call: PlatformCall; slot: CallInSlot };
}

/** How often a process looks which slots have ended. */
const lookMs = 1_000;

/** The leases of this process, and what ends with them. */
function createLeases({
  service,
  retryAfterSeconds,
  table,
}: Pick<VoiceCallsOptions, 'service' | 'retryAfterSeconds'> & { table: SlotTable }) {
  const own = new Map<string, OwnLease>();
  const endings = new Set<Promise<void>>();

  const endCall = (call: EndableCall, meter?: CallMeter): Promise<void> => {
    const ending = service
      .end(call)
      .then((costs) => costs && meter?.settle({ costs }))
      .finally(() => endings.delete(ending));
    endings.add(ending);
    return ending;
  };
  /** Ends the call of an ended lease; resolves when the platform has confirmed. */
  const end = async ({ leaseId, call }: Pick<VoiceSlot, 'leaseId' | 'call'>): Promise<void> => {
    const lease = own.get(leaseId);
    own.delete(leaseId);
    lease?.meter?.end();
    const ended = lease ? lease.opened?.call : call?.hosted;
    if (ended) await endCall(ended, lease?.meter);
  };
  const hangUp = async (leaseId: string): Promise<void> => {
    const isOwn = own.has(leaseId);
    void end({ leaseId });
    const released = await table.release(leaseId);
    if (released && !isOwn) void end(released);
  };
  /** False when the call cannot be paid for any longer: then it is ended. */
  const keepPaid = async (leaseId: string): Promise<boolean> => {
    const meter = own.get(leaseId)?.meter;
    if (!meter || (await meter.keepsUp())) return true;
    await hangUp(leaseId);
    return false;
  };

  return {
    own,
    endings,
    end,
    endCall,
    hangUp,
    /** @throws HttpError `busy` with the position in the queue */
    async acquire(visitId: string): Promise<string> {
      const leaseId = randomUUID();
      const { queuePosition, ended } = await table.request(visitId, leaseId);
      if (queuePosition === 0) own.set(leaseId, {});
      const othersEnd = ended.map((slot) => ({ isOwn: slot.visitId === visitId, ending: end(slot) })).filter(({ isOwn }) => !isOwn);
      if (queuePosition > 0) throw new HttpError('busy', { queuePosition, retryAfterSeconds, reason: 'every slot for voice is leased' });
      // Before the call of the slot's last visit has ended, there would be one call too many.
      await Promise.all(othersEnd.map(({ ending }) => ending));
      return leaseId;
    },
    /** False if the slot is lost or cannot be paid for any longer: then its call is ended. @param call which has begun in it */
    async renew(leaseId: string, call?: SharedCall): Promise<boolean> {
      if (!(await keepPaid(leaseId))) return false;
      const isRenewed = await table.renew(leaseId, call);
      if (!isRenewed) void end({ leaseId });
      return isRenewed;
    },
    /** Ends the leases of this process that another process has taken or released, and all that nobody renewed. */
    async sweep(): Promise<void> {
      const before = [...own.keys()];
      const { slots, ended } = await table.sweep();
      const leased = new Set(slots.leased.map(({ leaseId }) => leaseId));
      for (const leaseId of before) {
        if (!leased.has(leaseId)) void end({ leaseId });
        // What cannot be reserved now is reserved at a later look.
        else void keepPaid(leaseId).catch(() => undefined);
      }
      for (const slot of ended) if (!before.includes(slot.leaseId)) void end(slot);
    },
  };
}

export function createVoiceCalls({ gatewayUrl, hasHostedRooms, ...options }: VoiceCallsOptions) {
  const { state, clock, retryAfterSeconds } = options;
  const table = createSlotTable(options);
  const leases = createLeases({ ...options, table });
  let isClosed = false;
  let cancelLook = clock.after(lookMs, look);
  function look(): void {
    cancelLook = clock.after(lookMs, look);
    // The next look may reach the state.
    leases.sweep().catch(() => undefined);
  }

  const findOwn = (callId: string): CallInSlot | undefined =>
    [...leases.own.values()].find(({ opened }) => opened?.call.id === callId)?.opened?.slot;
  /** The visit's call, at any gateway. */
  const find = async (visitId: string, callId: string): Promise<CallInSlot | VoiceSlot | undefined> => {
    const slot = findOwn(callId) ?? (await table.read()).leased.find(({ call }) => call?.id === callId);
    return slot?.visitId === visitId ? slot : undefined;
  };
  const shareCall = ({ id, monitor }: PlatformCall): SharedCall => ({
    ...{ id, gateway: gatewayUrl(), roomKey: randomBytes(18).toString('base64url') },
    ...(hasHostedRooms && { hosted: { id, monitor } }),
  });
  const assertOpen = () => {
    if (isClosed) throw new HttpError('busy', { retryAfterSeconds, reason: 'this site is closing' });
  };

  return {
    /**
     * Acquires a slot for the visit, reserves the call's cost and opens it. The visit's older call is ended.
     * @throws HttpError `busy` with the position in the queue, `stale` when the slot was lost meanwhile, or what `reserve` or `open` threw
     */
    async open(visitId: string, { open, ...metering }: CallOpening): Promise<PlatformCall> {
      assertOpen();
      const leaseId = await leases.acquire(visitId);
      const lease: OwnLease = leases.own.get(leaseId) ?? {};
      let call: PlatformCall | undefined;
      try {
        assertOpen();
        lease.meter = await createCallMeter({ ...metering, clock });
        if (!(await leases.renew(leaseId))) {
          lease.meter.end({ isUnused: true });
          throw lostSlot();
        }
        call = await open();
        const shared = shareCall(call);
        if (!(await leases.renew(leaseId, shared)) || !leases.own.has(leaseId)) throw lostSlot();
        lease.opened = { call, slot: { visitId, leaseId, call: shared } };
        return call;
      } catch (error) {
        leases.own.delete(leaseId);
        lease.meter?.end({ isUnused: !call && isFree(error) });
        if (call) void leases.endCall(call);
        await table.release(leaseId);
        throw error;
      }
    },
    /** False when the visit has no such call (any more), or cannot pay for it any longer: then it is ended. */
    async renew(visitId: string, callId: string): Promise<boolean> {
      const found = await find(visitId, callId);
      return found !== undefined && leases.renew(found.leaseId);
    },
    /** False when the visit has no such call (any more). The gateway that has its room notices within seconds. */
    async end(visitId: string, callId: string): Promise<boolean> {
      const found = await find(visitId, callId);
      if (found) await leases.hangUp(found.leaseId);
      return found !== undefined;
    },
    /** Counts for the whole site. */
    async countSlots(): Promise<{ leased: number; waiting: number }> {
      const { leased, waiting } = await table.read();
      return { leased: leased.length, waiting: waiting.length };
    },
    /** A call under way here, whosever it is. */
    findOwn,
    find,
    /**
     * Ends every call on the platform, except calls that continue without this process. Visitors move to other gateways with their slots.
     */
    async close() {
      isClosed = true;
      cancelLook();
      if (state.isShared && hasHostedRooms) return;
      const own = [...leases.own.keys()];
      for (const leaseId of own) void leases.end({ leaseId });
      if (!state.isShared) await Promise.all(own.map(table.release));
      await Promise.all(leases.endings);
    },
  };
}

const lostSlot = () => new HttpError('stale', { reason: 'the slot went to another call of the visit' });

/** What a call costs as long as it lasts, paid in advance. */
type CallMeter = Awaited<ReturnType<typeof createCallMeter>>;

interface CallMeterOptions {
  clock: Clock;
  /** The call ends by itself after this, however long it is kept. */
  longestSeconds: number;
  /** @throws HttpError when it may not begin */
  reserve(seconds: number): Promise<Reservation>;
}

/** Only if a museum allows longer calls, the rest is paid step by step. */
const firstSeconds = 60 * 60;

const nextSeconds = 15 * 60;

/** A call nobody joined ends by its silence. */
const leastSeconds = 120;

/** Asked every few seconds, a stretch is paid well before it begins. */
const aheadSeconds = 60;

async function createCallMeter({ clock, longestSeconds, reserve }: CallMeterOptions) {
  const begunAt = clock.now();
  let paidSeconds = Math.min(longestSeconds, firstSeconds);
  const reservation = await reserve(paidSeconds);
  const lasted = () => (clock.now() - begunAt) / 1000;
  let extending: Promise<boolean> | undefined;
  async function extend(): Promise<boolean> {
    while (paidSeconds < Math.min(longestSeconds, lasted() + aheadSeconds)) {
      const seconds = Math.min(nextSeconds, longestSeconds - paidSeconds);
      if (!(await reservation.extend(seconds))) return false;
      paidSeconds += seconds;
    }
    return true;
  }
  return {
    /** To be asked again and again while the call lasts; false when what it costs next could not be set aside. */
    keepsUp(): Promise<boolean> {
      // Renewals and looks may ask at the same time.
      extending ??= extend().finally(() => {
        extending = undefined;
      });
      return extending;
    },
    settle: reservation.settle,
    /** Pays for the duration of the ended call, or nothing if there was no call. */
    end({ isUnused = false } = {}) {
      void reservation.settle({ used: isUnused ? 0 : Math.ceil(Math.max(leastSeconds, lasted())) });
    },
  };
}
