import { promisify } from 'node:util';
import { constants, createBrotliCompress } from 'node:zlib';

/** The end of whatever is put into a slot: a quote, and white space of HTML that occurs nowhere else in a page. */
export const slotEnd = '"\t\f';

/** Stands in the slot while the text is compressed: bytes of no page, no two alike, so that nothing refers to them. */
const placeholder = (length: number) => Buffer.from(Array.from({ length }, (_, at) => at + 14));
const longestSlot = 18;

/**
 * Compresses a text once around a place whose bytes differ each time, always as many, with `slotEnd` behind them. The
 * place is a metablock of its own that is not compressed (RFC 7932, 9.2). What follows decodes as it was encoded: it
 * refers to nothing in the place, counts the same distances over it, and its first literals depend on the two bytes
 * before them, which `slotEnd` fixes.
 * @returns the compressed text with a slot put in, Brotli
 */
export async function compressAround(before: string, slotLength: number, after: Buffer): Promise<(slot: string) => Buffer> {
  const free = slotLength - slotEnd.length;
  if (free < 1 || free > longestSlot) throw new RangeError(`A slot holds 1 to ${longestSlot} bytes, not ${free}`);
  const brotli = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  const chunks: Buffer[] = [];
  brotli.on('data', (chunk: Buffer) => chunks.push(chunk));
  /** All that was written is in the chunks then, and the next one begins with a new byte. */
  const flush = promisify((done: () => void) => brotli.flush(constants.BROTLI_OPERATION_FLUSH, done));
  brotli.write(before);
  await flush();
  const head = Buffer.concat(chunks.splice(0));
  brotli.write(Buffer.concat([placeholder(free), Buffer.from(slotEnd)]));
  await flush();
  chunks.length = 0;
  await new Promise((resolve) => brotli.once('end', resolve).end(after));
  const tail = Buffer.concat(chunks);
  const slotHeader = uncompressedHeader(slotLength);
  return (slot) => Buffer.concat([head, slotHeader, Buffer.from(slot, 'latin1'), tail]);
}

/** Not the last metablock (1 bit), its length in 4 nibbles (2 bits), the length less one (16 bits), not compressed (1 bit), filled up to whole bytes. */
function uncompressedHeader(length: number): Buffer {
  const header = Buffer.alloc(3);
  header.writeUIntLE(((length - 1) << 3) | (1 << 19), 0, 3);
  return header;
}
