/** The bytes are no text that can be read. The message names the line, if there is one, and the next step. */
export class EncodingError extends Error {
  override readonly name = 'EncodingError';
}

const wayOut = 'save the file as UTF-8';

/**
 * The text of a file that a person may have saved: UTF-8 or UTF-16, with or without a byte order mark, which is left out.
 * Editors on Windows write both, and spreadsheets a third encoding, in which other bytes than English letters are guesses.
 * @throws EncodingError
 */
export function decodeText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  const text = decode(bytes, encoding);
  if (text === undefined)
    throw new EncodingError(encoding === 'utf-8' ? `line ${firstBrokenLine(bytes)} is not UTF-8; ${wayOut}` : `is cut off; ${wayOut}`);
  if (text.includes('\0')) throw new EncodingError(`line ${text.split('\0', 1)[0]?.split('\n').length} is not text; ${wayOut}`);
  return text;
}

/** Every text file of ours begins with an English letter or a sign: in UTF-16 one of the first two bytes is zero. */
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

/** No byte of a longer UTF-8 letter is a line end. */
function firstBrokenLine(bytes: Uint8Array): number {
  for (let line = 1, start = 0; ; line += 1) {
    const end = bytes.indexOf(0x0a, start);
    if (end === -1 || decode(bytes.subarray(start, end), 'utf-8') === undefined) return line;
    start = end + 1;
  }
}
