/** A track of another participant, in the form that daily-js looks up. */
interface SharedStream {
  participantId: string;
  type: 'cam';
  pendingTrack: MediaStreamTrack;
  /** ISO time; daily-js uses the latest track. */
  starttime: string;
}

/** The state of the store. daily-js gets tracks only from here and reads exactly these fields. */
export type CallState = ReturnType<typeof emptyCallState>;

export function emptyCallState() {
  return {
    local: {
      public: { subscribedTracks: {} as Record<string, { 'cam-audio': boolean; 'cam-video': boolean }> },
      streams: { cam: { stream: null as MediaStream | null } },
      /** For tests and the bench: `_daily.instances[id].callMachine.store.getState().local.stats`. `framesSent` counts frames of 20 ms. */
      stats: { framesSent: 0, receivedMs: 0, playedMs: 0, queuedMs: 0, underruns: 0, losses: 0 },
    },
    participants: {} as Record<string, { public: object; private: object }>,
    streams: {} as Record<string, SharedStream>,
  };
}
