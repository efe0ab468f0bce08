/** Fills `{{ name }}` from the values; a name nobody knows becomes nothing, as in Liquid. */
export function fillTemplate(text: string, values: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{\{-?\s*([\w.]+)\s*-?\}\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  });
}
