/** A track of somebody else, as daily-js looks one up. */
interface SharedStream {
  participantId: string;
  type: 'cam';
  pendingTrack: MediaStreamTrack;
  /** ISO time; the latest wins. */
  starttime: string;
}

/** The store's state: the only way tracks reach daily-js, which reads exactly these fields. */
export type CallState = ReturnType<typeof emptyCallState>;

export function emptyCallState() {
  return {
    local: {
      public: { subscribedTracks: {} as Record<string, { 'cam-audio': boolean; 'cam-video': boolean }> },
      streams: { cam: { stream: null as MediaStream | null } },
      /**
       * Figures of the running call, for tests and the bench: `_daily.instances[id].callMachine.store.getState().local.stats`.
       * Frames of 20 ms that went up; audio that came, was played and waits, in ms; how often sound ran out in the middle,
       * and how often the connection was lost.
       */
      stats: { framesSent: 0, receivedMs: 0, playedMs: 0, queuedMs: 0, underruns: 0, losses: 0 },
    },
    participants: {} as Record<string, { public: object; private: object }>,
    streams: {} as Record<string, SharedStream>,
  };
}
