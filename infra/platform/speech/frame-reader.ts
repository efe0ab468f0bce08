import { z } from 'zod';

const wordSchema = z.object({ ms: z.number(), offset: z.number().int(), length: z.number().int() });

const headSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('audio'), id: z.number() }),
  z.object({ type: z.literal('words'), id: z.number(), words: z.array(wordSchema) }),
  z.object({ type: z.literal('done'), id: z.number() }),
  z.object({ type: z.literal('error'), id: z.number(), message: z.string() }),
]);

/** What the speech program says; the samples come with `audio`. */
export type SpeechFrame = z.infer<typeof headSchema> & { samples?: Int16Array };

const lengthsBytes = 8;

/**
 * Puts the program's frames together, however its output was cut.
 * @throws what JSON or the schema throws when the program does not keep to its protocol
 */
export function createFrameReader(tell: (frame: SpeechFrame) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= lengthsBytes) {
      const headEnd = lengthsBytes + rest.readUInt32LE(0);
      const end = headEnd + rest.readUInt32LE(4);
      if (rest.length < end) return;
      const head = headSchema.parse(JSON.parse(rest.toString('utf8', lengthsBytes, headEnd)));
      const body = rest.subarray(headEnd, end);
      rest = rest.subarray(end);
      tell(head.type === 'audio' ? { ...head, samples: toSamples(body) } : head);
    }
  };
}

/** A copy: a slice of the pipe's buffer need not lie where 16-bit numbers may. */
function toSamples(bytes: Buffer): Int16Array {
  return new Int16Array(Uint8Array.from(bytes).buffer, 0, bytes.length >> 1);
}
