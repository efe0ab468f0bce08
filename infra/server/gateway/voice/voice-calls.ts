import { HttpError } from '../../http/http-error.ts';
import { type CallMeter, type CallMeterOptions, createCallMeter } from './call-meter.ts';
import type { CallService } from './call-service.ts';
import { createSlotPool, type SlotPoolOptions } from './slot-pool.ts';
import type { PlatformCall } from './web-call.ts';

/** The calls under way, each on a place that is kept while its browser renews it. */
export interface VoiceCalls {
  /**
   * Takes a place for the visit, sets the call's cost aside and opens it. The visit's older call is ended.
   * @throws HttpError `busy` with how many are ahead, `stale` when the place was lost meanwhile, or what `reserve` or `open` threw
   */
  open(visitId: string, opening: CallOpening): Promise<PlatformCall>;
  /** False when the visit has no such call (any more), or cannot pay for it any longer: then it is ended. */
  renew(visitId: string, callId: string): boolean;
  /** False when the visit has no such call (any more). */
  end(visitId: string, callId: string): boolean;
  /** Ends every call, and waits until the platform has been told. */
  close(): Promise<void>;
}

export interface VoiceCallsOptions extends Omit<SlotPoolOptions, 'onEnd'> {
  service: Pick<CallService, 'end'>;
}

export interface CallOpening extends Omit<CallMeterOptions, 'clock'> {
  open(): Promise<PlatformCall>;
}

interface LiveCall {
  visitId: string;
  call: PlatformCall;
}

export function createVoiceCalls({ service, ...options }: VoiceCallsOptions): VoiceCalls {
  /** By ticket. */
  const live = new Map<number, LiveCall>();
  /** Of live calls and of those being opened. By ticket. */
  const meters = new Map<number, CallMeter>();
  const endings = new Set<Promise<void>>();

  const endCall = (call: PlatformCall) => {
    const ending = service.end(call).finally(() => endings.delete(ending));
    endings.add(ending);
  };
  const endMeter = (ticket: number, error?: unknown) => {
    meters.get(ticket)?.end(error);
    meters.delete(ticket);
  };
  const endTicket = (ticket: number) => {
    endMeter(ticket);
    const found = live.get(ticket);
    live.delete(ticket);
    if (found) endCall(found.call);
  };
  const keeper = createSlotPool({ ...options, onEnd: endTicket });
  const find = (visitId: string, callId: string): number | undefined => {
    for (const [ticket, { visitId: owner, call }] of live) if (owner === visitId && call.id === callId) return ticket;
    return undefined;
  };

  return {
    async open(visitId, { open, ...metering }) {
      const ticket = keeper.take(visitId);
      let call: PlatformCall;
      try {
        meters.set(ticket, createCallMeter({ ...metering, clock: options.clock }));
        call = await open();
      } catch (error) {
        keeper.free(ticket);
        endMeter(ticket, error);
        throw error;
      }
      if (!keeper.renew(ticket)) {
        endCall(call);
        throw new HttpError('stale', { reason: 'the place went to another call of the visit' });
      }
      live.set(ticket, { visitId, call });
      return call;
    },
    renew(visitId, callId) {
      const ticket = find(visitId, callId);
      if (ticket === undefined) return false;
      if (meters.get(ticket)?.keepsUp()) return keeper.renew(ticket);
      keeper.free(ticket);
      endTicket(ticket);
      return false;
    },
    end(visitId, callId) {
      const ticket = find(visitId, callId);
      if (ticket === undefined) return false;
      keeper.free(ticket);
      endTicket(ticket);
      return true;
    },
    async close() {
      keeper.close();
      await Promise.all(endings);
    },
  };
}
