/**
 * Between the call machine in the browser and a room of the platform: one WebSocket at
 * `<webCallUrl>/ws`. Text frames are JSON of these shapes. Binary frames are PCM, 16 bits, little endian, mono:
 * up at `microphoneRate` in frames of 20 ms (640 bytes), down at `sampleRate` of `joined` in frames of at most 20 ms.
 */
export const microphoneRate = 16_000;

export type RoomUp =
  /**
   * First of all. With `sessionId` the same visitor returns after a lost connection and says how much audio arrived, in ms
   * since the room began, and the number of the last message that did.
   */
  | { t: 'join'; sessionId?: string; receivedMs?: number; received?: number }
  /** An app message as daily-js sends it: a string. `n` counts them from 1: one that came before is passed over. */
  | { t: 'app'; n: number; data: string }
  /** After a `tick`: the number of the last message that arrived. */
  | { t: 'received'; n: number }
  | { t: 'microphone'; isOn: boolean }
  /** Every 100 ms while something plays: audio played since the room began, and how much still waits, in ms. */
  | { t: 'played'; ms: number; queuedMs: number }
  | { t: 'leave' };

export type RoomDown =
  /** `speaker` is the guide, who is there from the beginning. */
  | {
      t: 'joined';
      sessionId: string;
      sampleRate: number;
      isReturn: boolean;
      carriesVideo: boolean;
      received: number;
      speaker: { sessionId: string; userName: string };
    }
  | { t: 'participant-left'; sessionId: string }
  /** An app message of the guide's side: `listening`, or JSON text. Numbered as the visitor's are. */
  | { t: 'app'; n: number; from: string; data: string }
  /** What waits unplayed is dropped at once. */
  | { t: 'flush' }
  /** Every second: a connection that is silent for 3 s is lost. `received` as in `joined`: the number of the last app message that arrived. */
  | { t: 'tick'; received: number }
  /** The museum's side ends the call; the room is gone. */
  | { t: 'bye'; message: string };

/** Close codes beside the standard ones. */
export const roomCloseCodes = { unknownRoom: 4004, replaced: 4009 } as const;

/** A room whose visitor's connection is lost waits so long for the return, in ms. */
export const returnLimitMs = 60_000;
