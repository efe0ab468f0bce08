/** The value of JSON text; undefined for any other text. Check it with a schema before use. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
