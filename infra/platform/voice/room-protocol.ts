/**
 * The protocol between the call machine in the browser and a room of the platform, over a WebSocket at `<webCallUrl>/ws`. Text frames are
 * JSON. Binary frames are PCM of 16 bits, little endian, mono. The page sends frames of 20 ms at `microphoneRate`, the room frames of up to 20 ms at the `sampleRate` of `joined`. The page's messages are `RoomUp`.
 */
export const microphoneRate = 16_000;

export type RoomDown =
  /** `speaker` is the guide. */
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
  /** An app message of the guide: `listening`, or JSON. Numbered like the visitor's messages. */
  | { t: 'app'; n: number; from: string; data: string }
  /** Drops queued sound at once. */
  | { t: 'flush' }
  /** Every second, because a connection without messages for 3 s counts as lost. `received`: number of the last received app message. */
  | { t: 'tick'; received: number }
  /** The call has ended, and the room no longer exists. */
  | { t: 'bye'; message: string };

export const roomCloseCodes = { unknownRoom: 4004, replaced: 4009 } as const;

/** A room waits this long for a visitor after a lost connection. */
export const returnLimitMs = 60_000;

type Numbered = { n: number };

/** Stores messages until the other side confirms them, so that they survive a lost connection. Drops the oldest beyond `most`. */
export function createOutbox<Message extends object>(most: number) {
  let kept: (Message & Numbered)[] = [];
  let last = 0;
  return {
    add(message: Message): Message & Numbered {
      const numbered = { ...message, n: ++last };
      kept.push(numbered);
      if (kept.length > most) kept.shift();
      return numbered;
    },
    acknowledge(received: number): void {
      if ((kept[0]?.n ?? received + 1) <= received) kept = kept.filter(({ n }) => n > received);
    },
    pending: (): readonly (Message & Numbered)[] => kept,
    clear() {
      kept = [];
    },
  };
}
