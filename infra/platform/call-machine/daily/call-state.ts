/** The state of the store. daily-js gets tracks only from here and reads exactly these fields. */
export type CallState = ReturnType<typeof emptyCallState>;

export function emptyCallState() {
  return {
    local: {
      public: { subscribedTracks: {} as Record<string, { 'cam-audio': boolean; 'cam-video': boolean }> },
      streams: { cam: { stream: null as MediaStream | null } },
    },
    participants: {} as Record<string, { public: object; private: object }>,
    /** Tracks of other participants, in the form that daily-js looks up. `starttime` is ISO; daily-js uses the latest track. */
    streams: {} as Record<string, { participantId: string; type: 'cam'; pendingTrack: MediaStreamTrack; starttime: string }>,
  };
}
