/** The message names the line, if known, and what to do. */
export class EncodingError extends Error {
  override readonly name = 'EncodingError';
}

const wayOut = 'save the file as UTF-8';

/** Reads UTF-8 and UTF-16. Spreadsheets on Windows write Windows-1252, which is refused. @throws EncodingError */
export function decodeText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  const text = decode(bytes, encoding);
  if (text === undefined)
    throw new EncodingError(encoding === 'utf-8' ? `line ${firstBrokenLine(bytes)} is not UTF-8; ${wayOut}` : `is cut off; ${wayOut}`);
  if (text.includes('\0')) throw new EncodingError(`line ${text.split('\0', 1)[0]?.split('\n').length} is not text; ${wayOut}`);
  return text;
}

/** Our text files start with an ASCII character, so in UTF-16 one of the first two bytes is zero. */
function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0 && second !== undefined) ? 'utf-16be' : 'utf-8';
}

function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Multi-byte characters of UTF-8 contain no line feed, so lines can be decoded separately. */
function firstBrokenLine(bytes: Uint8Array): number {
  for (let line = 1, start = 0; ; line += 1) {
    const end = bytes.indexOf(0x0a, start);
    if (end === -1 || decode(bytes.subarray(start, end), 'utf-8') === undefined) return line;
    start = end + 1;
  }
}
