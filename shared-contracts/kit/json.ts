/** Undefined for text that is not JSON. Check the value with a schema before use. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
