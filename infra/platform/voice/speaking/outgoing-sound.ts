/**
 * Positions are samples since the room began to speak and never decrease. Only the visitor's reports tell what was played, so no clock
 * counts.
 */
export type OutgoingSound = ReturnType<typeof createOutgoingSound>;

export function createOutgoingSound({ sampleRate, frameMs, leadMs }: Record<'sampleRate' | 'frameMs' | 'leadMs', number>) {
  const samplesOf = (ms: number) => Math.round((ms * sampleRate) / 1000);
  const [frame, lead] = [samplesOf(frameMs), samplesOf(leadMs)];
  const buffer = createSampleBuffer();
  let sent = 0;
  let confirmed = 0;
  /** Position before which no sample will be played. */
  let dropped = 0;
  /** Samples sent to the visitor's player, with dropped ones. */
  let received = 0;
  let receivedAtDrop = 0;
  /** Samples that this player never played: position = played + skipped. */
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
    end: () => buffer.end(),
    playedSamples: () => confirmed,
    unsent: () => buffer.end() - sent,
    append: buffer.append,
    /** Up to `leadMs` ahead of the played sound. */
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
    /** Drops all unplayed sound. The caller sends `flush` to the visitor's player. */
    drop: () => restart(buffer.end()),
    /** Sends all unplayed sound again. The caller sends `flush` to the visitor's player. */
    sendAgain: () => restart(confirmed),
    /** Report of the visitor's player: played and queued sound, in ms since it joined. */
    report(playedMs: number, queuedMs: number) {
      const [played, queued] = [samplesOf(playedMs), samplesOf(queuedMs)];
      // The report is older than the last drop.
      if (queued > sent - dropped) return;
      // Frames on their way make the value too large, never too small.
      const atMost = sent - played - queued;
      skipped = Math.min(skipped ?? atMost, atMost);
      confirmed = Math.min(sent, Math.max(confirmed, played + skipped));
      buffer.discard(confirmed);
    },
    /** The visitor has returned with this much received sound. @returns whether a `flush` must be repeated */
    resume(receivedMs: number): boolean {
      const missing = Math.max(0, received - samplesOf(receivedMs));
      sent -= Math.min(missing, sent - Math.max(dropped, confirmed));
      received -= missing;
      return received <= receivedAtDrop && receivedAtDrop > 0;
    },
    /** Continues after the played sound for another player. */
    startOver() {
      restart(confirmed);
      received = 0;
      receivedAtDrop = 0;
    },
  };
}

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
