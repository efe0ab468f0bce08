/** What one instance of the SDK tells, in the order it happens. After `broken` or `left` comes nothing. */
export type ConnectionEvent =
  | { type: 'joined' }
  | { type: 'message'; message: unknown }
  | { type: 'guide-level'; level: number }
  | { type: 'visitor-level'; level: number }
  | { type: 'speech-started' }
  | { type: 'speech-ended' }
  /** The call machine lost its room and looks for it, or found it again. */
  | { type: 'network'; isConnected: boolean }
  | { type: 'playback-blocked' }
  | { type: 'playback-resumed' }
  | { type: 'video'; track: MediaStreamTrack }
  /** `cause` as the SDK tells it: a gateway's answer, an error of daily-js, an exception. */
  | { type: 'broken'; cause: unknown }
  | { type: 'left' };
