import type { Clock } from '../../kit/clock.ts';
import type { Transport, TransportEvent } from '../transport.ts';

interface LazyVoiceTransportOptions {
  /** Fetches the voice code; called once, when the transport is connected. */
  load(): Promise<{ createVoiceTransport(): Transport }>;
  clock: Clock;
  /** How long loading may take, in ms. */
  limitMs: number;
}

/** Loading takes long after this, in ms. */
const slowAfterMs = 4_000;

/** Stands for the voice transport until its code is there: whoever never speaks never loads it. */
export function createLazyVoiceTransport({ load, clock, limitMs }: LazyVoiceTransportOptions): Transport {
  let inner: Transport | undefined;
  let isOver = false;
  let stopWaiting = () => {};

  function settle(act: () => void) {
    stopWaiting();
    if (!isOver) act();
  }

  function connect(tell: (event: TransportEvent) => void): void {
    const fail = (category: 'network' | 'timeout' | 'malformed') =>
      settle(() => {
        isOver = true;
        inner?.close('failed');
        tell({ type: 'failed', failure: { category } });
      });
    const alarms = [clock.after(slowAfterMs, () => tell({ type: 'slow' })), clock.after(limitMs, () => fail('timeout'))];
    stopWaiting = () => {
      for (const cancel of alarms) cancel();
    };
    load().then(
      ({ createVoiceTransport }) =>
        settle(() => {
          try {
            inner = createVoiceTransport();
            inner.connect(tell);
          } catch {
            fail('malformed');
          }
        }),
      () => fail('network'),
    );
  }

  return {
    kind: 'voice',
    connect,
    send: (message) => inner?.send(message),
    cancel: (turn) => inner?.cancel(turn),
    close(reason) {
      isOver = true;
      stopWaiting();
      inner?.close(reason);
    },
    voice: {
      listen: (turn) => inner?.voice?.listen(turn),
      finish: (turn) => inner?.voice?.finish(turn),
      setMicrophoneOpen: (isOpen) => inner?.voice?.setMicrophoneOpen(isOpen),
      setGuideMuted: (isMuted) => inner?.voice?.setGuideMuted(isMuted),
      resumePlayback: () => inner?.voice?.resumePlayback(),
    },
  };
}
