/** Undefined for what is not JSON; a parser's error would quote what it read. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
