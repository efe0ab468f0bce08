const houseDisplay = '"Fraunces Variable", "Iowan Old Style", "Palatino Linotype", Georgia, serif';
const houseBody = '"Atkinson Hyperlegible Next Variable", "Segoe UI", system-ui, sans-serif';

/**
 * What a museum may ask for: families served from our own origin and those a device brings along. No font
 * is ever fetched from elsewhere, and nothing a museum writes reaches a style: the name only picks a row.
 */
const stacks = new Map<string, string>([
  ['fraunces', houseDisplay],
  ['fraunces variable', houseDisplay],
  ['atkinson hyperlegible', houseBody],
  ['atkinson hyperlegible next', houseBody],
  ['atkinson hyperlegible next variable', houseBody],
  ['georgia', 'Georgia, "Times New Roman", serif'],
  ['palatino', '"Iowan Old Style", "Palatino Linotype", Palatino, Georgia, serif'],
  ['times', '"Times New Roman", Times, serif'],
  ['serif', 'ui-serif, Georgia, serif'],
  ['helvetica', '"Helvetica Neue", Helvetica, Arial, sans-serif'],
  ['arial', 'Arial, Helvetica, sans-serif'],
  ['system-ui', 'system-ui, "Segoe UI", sans-serif'],
  ['sans-serif', 'system-ui, "Segoe UI", sans-serif'],
]);

export interface FontStacks {
  /** Speaks for the museum: headings, names, numerals. */
  display: string;
  /** Everything one has to read or press. */
  body: string;
}

/** The first known name sets the headings, the second the text; what is unknown falls through to the house's. */
export function pickFontStacks(names: readonly string[]): FontStacks {
  const known = names.map((name) => stacks.get(name.trim().toLowerCase())).filter((stack) => stack !== undefined);
  return { display: known[0] ?? houseDisplay, body: known[1] ?? houseBody };
}
