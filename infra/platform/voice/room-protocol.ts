/**
 * Between the call machine in the browser and a room of the platform: one WebSocket at
 * `<webCallUrl>/ws`. Text frames are JSON of these shapes. Binary frames are PCM, 16 bits, little endian, mono:
 * up at `microphoneRate` in frames of 20 ms (640 bytes), down at `sampleRate` of `joined` in frames of at most 20 ms.
 */
export const microphoneRate = 16_000;

export type RoomUp =
  /** First of all. With `sessionId` the same visitor returns after a lost connection and says how much audio arrived, in ms since the room began. */
  | { t: 'join'; sessionId?: string; receivedMs?: number }
  /** The page has joined: now the speaker may appear. */
  | { t: 'ready' }
  /** An app message as daily-js sends it: a string. */
  | { t: 'app'; data: string }
  | { t: 'microphone'; isOn: boolean }
  /** Every 100 ms while something plays: audio played since the room began, and how much still waits, in ms. */
  | { t: 'played'; ms: number; queuedMs: number }
  | { t: 'leave' };

export type RoomDown =
  | { t: 'joined'; sessionId: string; sampleRate: number; isReturn: boolean; carriesVideo: boolean }
  | { t: 'participant-joined'; participant: { sessionId: string; userName: string } }
  | { t: 'participant-left'; sessionId: string }
  /** An app message of the guide's side: `listening`, or JSON text. */
  | { t: 'app'; from: string; data: string }
  /** What waits unplayed is dropped at once. */
  | { t: 'flush' }
  /** Every second: a connection that is silent for 3 s is lost. */
  | { t: 'tick' }
  /** The museum's side ends the call; the room is gone. */
  | { t: 'bye'; message: string };

/** Close codes beside the standard ones. */
export const roomCloseCodes = { unknownRoom: 4004, replaced: 4009 } as const;

/** A room whose visitor's connection is lost waits so long for the return, in ms. */
export const returnLimitMs = 60_000;
