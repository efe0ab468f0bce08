import { randomBytes } from 'node:crypto';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { HttpError } from '../../http/http-error.ts';
import { isFree, type Reservation } from '../spending/spending.ts';
import { type CallRecord, createCallRecords } from './call-records.ts';
import type { CallService, PlatformCall } from './call-service.ts';
import { createSlotPool, type SlotPoolOptions } from './slot-pool.ts';

/** The calls under way, each in a slot that lasts while its browser renews it. */
export type VoiceCalls = ReturnType<typeof createVoiceCalls>;

export interface VoiceCallsOptions extends Omit<SlotPoolOptions, 'onEnd' | 'onKept' | 'endShared'> {
  service: Pick<CallService, 'end'>;
  /** Where other gateways reach this one; known once it listens. */
  gatewayUrl(): string;
}

export interface CallOpening extends Omit<CallMeterOptions, 'clock'> {
  open(): Promise<PlatformCall>;
}

export function createVoiceCalls({ service, gatewayUrl, ...options }: VoiceCallsOptions) {
  const records = createCallRecords(options.state);
  /** By lease. */
  const live = new Map<string, { record: CallRecord; call: PlatformCall }>();
  /** Of live calls and of those being opened. By lease. */
  const meters = new Map<string, CallMeter>();
  const endings = new Set<Promise<void>>();

  const endCall = async (call: PlatformCall, meter?: CallMeter) => {
    const costs = await service.end(call);
    if (costs) await meter?.settle({ costs });
  };
  const startEnding = (...ended: Parameters<typeof endCall>): Promise<void> => {
    const ending = endCall(...ended).finally(() => endings.delete(ending));
    endings.add(ending);
    return ending;
  };
  const endMeter = (leaseId: string, isUnused = false): CallMeter | undefined => {
    const meter = meters.get(leaseId);
    meter?.end(isUnused);
    meters.delete(leaseId);
    return meter;
  };
  /** A record that cannot be removed expires. */
  const forget = (callId: string): void => void records.remove(callId).catch(() => undefined);
  const endLease = async (leaseId: string) => {
    const meter = endMeter(leaseId);
    const found = live.get(leaseId);
    live.delete(leaseId);
    if (!found) return;
    forget(found.call.id);
    await startEnding(found.call, meter);
  };
  const hangUp = async (leaseId: string) => {
    void endLease(leaseId);
    await pool.release(leaseId);
  };
  /** False when the call cannot be paid for any longer: then it is ended. */
  const keepPaid = async (leaseId: string): Promise<boolean> => {
    const meter = meters.get(leaseId);
    if (!meter || (await meter.keepsUp())) return true;
    await hangUp(leaseId);
    return false;
  };
  const pool = createSlotPool({
    ...options,
    onEnd: endLease,
    endShared: startEnding,
    // What cannot be set aside now is set aside at a later look.
    onKept: (leaseId) => void keepPaid(leaseId).catch(() => undefined),
  });
  const findOwn = (callId: string) => [...live.values()].find(({ call }) => call.id === callId)?.record;
  /** The call of the visit, at whichever gateway it is. */
  const find = async (visitId: string, callId: string): Promise<CallRecord | undefined> => {
    const record = findOwn(callId) ?? (await records.find(callId));
    return record?.visitId === visitId ? record : undefined;
  };

  return {
    /**
     * Acquires a slot for the visit, sets the call's cost aside and opens it. The visit's older call is ended.
     * @throws HttpError `busy` with the position in the queue, `stale` when the slot was lost meanwhile, or what `reserve` or `open` threw
     */
    async open(visitId: string, { open, ...metering }: CallOpening): Promise<PlatformCall> {
      const leaseId = await pool.acquire(visitId);
      let isAsked = false;
      let call: PlatformCall | undefined;
      try {
        meters.set(leaseId, await createCallMeter({ ...metering, clock: options.clock }));
        if (!(await pool.renew(leaseId))) throw lostSlot();
        isAsked = true;
        call = await open();
        const { id, webCallUrl, monitor } = call;
        if (!(await pool.renew(leaseId, { id, webCallUrl, monitor }))) throw lostSlot();
        const record = { visitId, leaseId, gateway: gatewayUrl(), roomKey: randomBytes(18).toString('base64url') };
        live.set(leaseId, { record, call });
        await records.add(id, record, (metering.longestSeconds + leastSeconds) * 1000);
        return call;
      } catch (error) {
        endMeter(leaseId, !isAsked || (!call && isFree(error)));
        live.delete(leaseId);
        if (call) void startEnding(call);
        await pool.release(leaseId);
        throw error;
      }
    },
    /** False when the visit has no such call (any more), or cannot pay for it any longer: then it is ended. */
    async renew(visitId: string, callId: string): Promise<boolean> {
      const record = await find(visitId, callId);
      return record !== undefined && (await keepPaid(record.leaseId)) && pool.renew(record.leaseId);
    },
    /** False when the visit has no such call (any more). The gateway that has its room notices within seconds. */
    async end(visitId: string, callId: string): Promise<boolean> {
      const record = await find(visitId, callId);
      if (!record) return false;
      await hangUp(record.leaseId);
      forget(callId);
      return true;
    },
    countSlots: pool.count,
    /** A call under way here, whosever it is. */
    findOwn,
    find,
    /** Ends every call on the platform, except calls that go on without this process. Visitors move to other gateways with their slots. */
    async close() {
      await pool.close();
      const goOn = options.state.isShared && options.hasHostedRooms;
      if (!goOn) for (const leaseId of new Set([...live.keys(), ...meters.keys()])) void endLease(leaseId);
      await Promise.all(endings);
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

/** Only where a museum lets calls last longer is the rest paid by and by. */
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
    /** The call is over: pays for the time it took, and nothing where there was none. */
    end(isUnused: boolean) {
      void reservation.settle({ used: isUnused ? 0 : Math.ceil(Math.max(leastSeconds, lasted())) });
    },
  };
}
