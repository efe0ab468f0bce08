/** The value that JSON text stands for; undefined for anything that is not JSON. Check it with a schema before use. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
