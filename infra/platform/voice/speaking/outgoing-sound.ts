/**
 * The guide's sound on its way to one visitor: what is unsent, what was sent and may not have been played yet, and
 * how much was played. Positions are samples since the room began to speak and never go back; what was played is known
 * from the visitor's reports alone, so that nothing here depends on a clock.
 */
export type OutgoingSound = ReturnType<typeof createOutgoingSound>;

export interface OutgoingSoundOptions {
  sampleRate: number;
  frameMs: number;
  /** What is dropped at a barge-in costs nothing, so this may be long enough for a busy page. */
  leadMs: number;
}

export function createOutgoingSound({ sampleRate, frameMs, leadMs }: OutgoingSoundOptions) {
  const samplesOf = (ms: number) => Math.round((ms * sampleRate) / 1000);
  const [frame, lead] = [samplesOf(frameMs), samplesOf(leadMs)];
  const buffer = createSampleBuffer();
  let sent = 0;
  let confirmed = 0;
  /** No sample before it will be played any more. */
  let dropped = 0;
  /** Samples given to the visitor's player, dropped ones too, as that player counts. */
  let received = 0;
  let receivedAtDrop = 0;
  /** Samples before a position that this player never played: position = played + skipped. */
  let skipped: number | undefined = 0;

  const restart = (from: number) => {
    receivedAtDrop = received;
    skipped = undefined;
    sent = from;
    dropped = from;
    confirmed = from;
    buffer.discard(from);
  };

  return {
    /** Position of the next appended sample. */
    end: () => buffer.end(),
    playedSamples: () => confirmed,
    /** Waiting and not sent yet. */
    unsent: () => buffer.end() - sent,
    append: buffer.append,
    /** The next frames that may go: no more than `leadMs` beyond what was played. */
    nextFrames(): Int16Array[] {
      const frames: Int16Array[] = [];
      while (sent < buffer.end() && sent - confirmed < lead) {
        const samples = buffer.read(sent, Math.min(sent + frame, buffer.end()));
        frames.push(samples);
        sent += samples.length;
        received += samples.length;
      }
      return frames;
    },
    /** Drops everything that was not played, here and, after a `flush`, at the visitor's player. */
    drop: () => restart(buffer.end()),
    /** What the visitor's player has not played is to be dropped there and sent again. */
    sendAgain: () => restart(confirmed),
    /** Report of the visitor's player: played and queued sound, in ms since it joined. */
    report(playedMs: number, queuedMs: number) {
      const [played, queued] = [samplesOf(playedMs), samplesOf(queuedMs)];
      // Sent before the visitor knew of the dropping: is about sound that is gone.
      if (queued > sent - dropped) return;
      // What is still under way makes it too large, never too small.
      const atMost = sent - played - queued;
      skipped = Math.min(skipped ?? atMost, atMost);
      confirmed = Math.min(sent, Math.max(confirmed, played + skipped));
      buffer.discard(confirmed);
    },
    /** The same visitor reconnected, having received this much. @returns whether a `flush` has to be sent again */
    resume(receivedMs: number): boolean {
      const missing = Math.max(0, received - samplesOf(receivedMs));
      sent -= Math.min(missing, sent - Math.max(dropped, confirmed));
      received -= missing;
      return received <= receivedAtDrop && receivedAtDrop > 0;
    },
    /** For another visitor's player: continues after what was played. */
    startOver() {
      restart(confirmed);
      received = 0;
      receivedAtDrop = 0;
    },
  };
}

/** Samples by position; the beginning is discarded once it was played. */
function createSampleBuffer() {
  let pieces: { from: number; samples: Int16Array }[] = [];
  let end = 0;
  return {
    end: () => end,
    append(samples: Int16Array) {
      pieces.push({ from: end, samples });
      end += samples.length;
    },
    read(from: number, to: number): Int16Array {
      const read = new Int16Array(to - from);
      for (const piece of pieces) {
        const part = piece.samples.subarray(Math.max(0, from - piece.from), Math.max(0, to - piece.from));
        if (part.length > 0) read.set(part, Math.max(0, piece.from - from));
      }
      return read;
    },
    discard(before: number) {
      pieces = pieces.filter(({ from, samples }) => from + samples.length > before);
    },
  };
}
