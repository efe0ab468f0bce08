import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { HttpError } from '../../http/exchange.ts';
import { callEvery } from '../../http/kit.ts';
import { isFree, type Reservation } from '../spending/spending.ts';
import type { CallService, EndableCall, PlatformCall } from './call-service.ts';
import { createSlotTable, type SharedCall, type SlotTable, type SlotTableOptions, type VoiceSlot } from './slot-pool.ts';

/** Each call has a slot that lasts while its browser renews it. */
export type VoiceCalls = ReturnType<typeof createVoiceCalls>;

interface VoiceCallsOptions extends SlotTableOptions {
  service: Pick<CallService, 'end'>;
  retryAfterSeconds: number;
  /** URL at which other gateways reach this gateway; known once it listens. */
  gatewayUrl(): string;
  /** True if calls are on one platform for all gateways, and continue without this process. */
  hasHostedRooms: boolean;
}

interface CallOpening extends Omit<CallMeterOptions, 'clock'> {
  open(): Promise<PlatformCall>;
}

/** The slot of a call of this process. */
interface OwnLease extends Pick<VoiceSlot, 'visitId' | 'leaseId' | 'call'> {
  /** Absent before the call's cost is reserved. */
  meter?: CallMeter;
  opened?: PlatformCall;
}

/** Interval at which a process checks which slots have ended. */
const lookMs = 1_000;

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
  /** Resolves when the platform has confirmed the end. */
  const end = async ({ leaseId, call }: Pick<VoiceSlot, 'leaseId' | 'call'>): Promise<void> => {
    const lease = own.get(leaseId);
    own.delete(leaseId);
    lease?.meter?.end();
    const ended = lease ? lease.opened : call?.hosted;
    if (ended) await endCall(ended, lease?.meter);
  };
  const hangUp = async (slot: Pick<VoiceSlot, 'leaseId' | 'call'>): Promise<void> => {
    void end(slot);
    await table.release(slot.leaseId);
  };
  /** False if the call's next minutes cannot be reserved: then the call is ended. */
  const keepPaid = async (leaseId: string): Promise<boolean> => {
    const meter = own.get(leaseId)?.meter;
    if (!meter || (await meter.keepsUp())) return true;
    await hangUp({ leaseId });
    return false;
  };

  return {
    own,
    endings,
    end,
    endCall,
    hangUp,
    /** @throws HttpError `busy` with the position in the queue */
    async acquire(visitId: string): Promise<OwnLease> {
      const leaseId = randomUUID();
      const lease: OwnLease = { visitId, leaseId };
      const { queuePosition, ended } = await table.request(visitId, leaseId);
      if (queuePosition === 0) own.set(leaseId, lease);
      const othersEnd = ended.map((slot) => ({ isOwn: slot.visitId === visitId, ending: end(slot) })).filter(({ isOwn }) => !isOwn);
      if (queuePosition > 0) throw new HttpError('busy', { queuePosition, retryAfterSeconds, reason: 'every slot for voice is leased' });
      // A new call before the end of the slot's last call would exceed the number of calls.
      await Promise.all(othersEnd.map(({ ending }) => ending));
      return lease;
    },
    /** False if the slot is lost or its call cannot be paid: then the call is ended. @param call call that has begun in the slot */
    async renew(leaseId: string, call?: SharedCall): Promise<boolean> {
      if (!(await keepPaid(leaseId))) return false;
      const isRenewed = await table.renew(leaseId, call);
      if (!isRenewed) void end({ leaseId });
      return isRenewed;
    },
    /** Ends the leases of this process that another process has taken or released, and all leases without renewal. */
    async sweep(): Promise<void> {
      const before = [...own.keys()];
      const { slots, ended } = await table.sweep();
      const leased = new Set(slots.leased.map(({ leaseId }) => leaseId));
      for (const leaseId of before) {
        if (!leased.has(leaseId)) void end({ leaseId });
        // A failed reservation is repeated at a later check.
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
  // The next check may reach the state.
  const endLooking = callEvery(clock, lookMs, () => void leases.sweep().catch(() => undefined));

  const findOwn = (callId: string): OwnLease | undefined => [...leases.own.values()].find(({ call }) => call?.id === callId);
  const find = async (visitId: string, callId: string): Promise<OwnLease | VoiceSlot | undefined> => {
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
     * @throws HttpError `busy` with the position in the queue, `stale` if the slot was lost meanwhile, or what `reserve` or `open` threw
     */
    async open(visitId: string, { open, ...metering }: CallOpening): Promise<PlatformCall> {
      const lease = await leases.acquire(visitId);
      const { leaseId } = lease;
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
        lease.opened = call;
        lease.call = shared;
        return call;
      } catch (error) {
        leases.own.delete(leaseId);
        lease.meter?.end({ isUnused: !call && isFree(error) });
        if (call) void leases.endCall(call);
        await table.release(leaseId);
        throw error;
      }
    },
    /** False if the visit has no such call, or its next minutes cannot be reserved: then the call is ended. */
    async renew(visitId: string, callId: string): Promise<boolean> {
      const found = await find(visitId, callId);
      return found !== undefined && leases.renew(found.leaseId);
    },
    /** The gateway that has the room closes the room within seconds. */
    async end(visitId: string, callId: string): Promise<boolean> {
      const found = await find(visitId, callId);
      if (found) await leases.hangUp(found);
      return found !== undefined;
    },
    async countSlots(): Promise<{ leased: number; waiting: number }> {
      const { leased, waiting } = await table.read();
      return { leased: leased.length, waiting: waiting.length };
    },
    findOwn,
    find,
    /** Keeps hosted calls, which continue without this process. On a site of several gateways visits keep their slots. */
    async close() {
      isClosed = true;
      endLooking();
      if (state.isShared && hasHostedRooms) return;
      const own = [...leases.own.keys()];
      for (const leaseId of own) void leases.end({ leaseId });
      if (!state.isShared) await Promise.all(own.map(table.release));
      await Promise.all(leases.endings);
    },
  };
}

const lostSlot = () => new HttpError('stale', { reason: 'the slot went to another call of the visit' });

type CallMeter = Awaited<ReturnType<typeof createCallMeter>>;

interface CallMeterOptions {
  clock: Clock;
  /** The platform ends the call after this time. */
  longestSeconds: number;
  /** @throws HttpError if the budget is spent */
  reserve(seconds: number): Promise<Reservation>;
}

/** Reserved at the beginning; the rest of a longer call is reserved in steps. */
const firstSeconds = 60 * 60;

const nextSeconds = 15 * 60;

/** Charged at least: a call that no browser joined ends only by its silence. */
const leastSeconds = 120;

/** Each step is reserved this long before it begins. */
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
    /** Must be called every few seconds while the call lasts; false if the next step could not be reserved. */
    keepsUp(): Promise<boolean> {
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
