import { GatewayFault } from '../../http/gateway-fault.ts';
import type { CallService } from '../call/call-service.ts';
import type { PlatformCall } from '../call/web-call.ts';
import { createPlaceKeeper, type PlaceKeeperOptions } from './place-keeper.ts';

/** The calls under way, each on a place that is kept while its browser renews it. */
export interface VoiceCalls {
  /**
   * Takes a place for the visit and opens a call on it. The visit's older call is ended.
   * @throws GatewayFault `busy` with how many are ahead, `stale` when the place was lost meanwhile, or what `open` threw
   */
  open(visitId: string, open: () => Promise<PlatformCall>): Promise<PlatformCall>;
  /** False when the visit has no such call (any more). */
  renew(visitId: string, callId: string): boolean;
  /** False when the visit has no such call (any more). */
  end(visitId: string, callId: string): boolean;
  /** Ends every call, and waits until the platform has been told. */
  close(): Promise<void>;
}

export interface VoiceCallsOptions extends Omit<PlaceKeeperOptions, 'onEnd'> {
  service: Pick<CallService, 'end'>;
}

interface LiveCall {
  visitId: string;
  call: PlatformCall;
}

export function createVoiceCalls({ service, ...options }: VoiceCallsOptions): VoiceCalls {
  /** By ticket. */
  const live = new Map<number, LiveCall>();
  const endings = new Set<Promise<void>>();

  const endCall = (call: PlatformCall) => {
    const ending = service.end(call).finally(() => endings.delete(ending));
    endings.add(ending);
  };
  const endTicket = (ticket: number) => {
    const found = live.get(ticket);
    live.delete(ticket);
    if (found) endCall(found.call);
  };
  const keeper = createPlaceKeeper({ ...options, onEnd: endTicket });
  const find = (visitId: string, callId: string): number | undefined => {
    for (const [ticket, { visitId: owner, call }] of live) if (owner === visitId && call.id === callId) return ticket;
    return undefined;
  };

  return {
    async open(visitId, open) {
      const ticket = keeper.take(visitId);
      const call = await open().catch((error: unknown) => {
        keeper.free(ticket);
        throw error;
      });
      if (!keeper.renew(ticket)) {
        endCall(call);
        throw new GatewayFault('stale', { reason: 'the place went to another call of the visit' });
      }
      live.set(ticket, { visitId, call });
      return call;
    },
    renew(visitId, callId) {
      const ticket = find(visitId, callId);
      return ticket !== undefined && keeper.renew(ticket);
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
