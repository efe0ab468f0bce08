/** Figures of the running call, for tests and the bench: `_daily.instances[id].callMachine.store.getState().local.stats`. */
export interface CallStats {
  /** Frames of 20 ms that went up. */
  framesSent: number;
  /** Audio that came, was played and waits, in ms. */
  receivedMs: number;
  playedMs: number;
  queuedMs: number;
  /** How often sound ran out in the middle. */
  underruns: number;
  /** How often the connection was lost. */
  losses: number;
}

/** A track of somebody else, as daily-js looks one up. */
export interface SharedStream {
  participantId: string;
  type: 'cam';
  pendingTrack: MediaStreamTrack;
  /** ISO time; the latest wins. */
  starttime: string;
}

/** The store's state: the only way tracks reach daily-js, which reads exactly these fields. */
export interface CallState {
  local: {
    public: { subscribedTracks: Record<string, { 'cam-audio': boolean; 'cam-video': boolean }> };
    streams: { cam: { stream: MediaStream | null } };
    stats: CallStats;
  };
  participants: Record<string, { public: object; private: object }>;
  streams: Record<string, SharedStream>;
}

export function emptyCallState(): CallState {
  return {
    local: {
      public: { subscribedTracks: {} },
      streams: { cam: { stream: null } },
      stats: { framesSent: 0, receivedMs: 0, playedMs: 0, queuedMs: 0, underruns: 0, losses: 0 },
    },
    participants: {},
    streams: {},
  };
}
