import type { Clock } from '@enfilade/shared-contracts/kit/clock';

/** Where a call's room and its worklet are, from the address the call was made with. */
export interface RoomUrls {
  socket: string;
  worklet: string;
  /** Answers 404 once the room is not known any more. */
  probe: string;
}

/** @param webCallUrl as daily-js joins it; a relative one stands on `base`. @throws TypeError for no URL at all */
export function roomUrls(webCallUrl: string, base: string): RoomUrls {
  const room = new URL(webCallUrl, base);
  const path = `${room.pathname.replace(/\/$/, '')}/ws`;
  const protocol = room.protocol === 'https:' ? 'wss:' : 'ws:';
  return { socket: `${protocol}//${room.host}${path}`, worklet: `${room.origin}/voice/worklet.js`, probe: `${room.origin}${path}` };
}

/** The site's own answer may take so long before it counts as none. */
const probeLimitMs = 3_000;

/** A browser does not say why a socket was refused; the same address asked by HTTP does. */
export async function isRoomUnknown(probe: string, clock: Clock, signal: AbortSignal): Promise<boolean> {
  const asking = new AbortController();
  const stop = () => asking.abort();
  signal.addEventListener('abort', stop, { signal: asking.signal });
  const cancel = clock.after(probeLimitMs, stop);
  try {
    return (await fetch(probe, { cache: 'no-store', signal: asking.signal })).status === 404;
  } catch {
    return false;
  } finally {
    cancel();
    stop();
  }
}
