const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = ' ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const irregular: Record<string, string> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

/** 0 to 99. */
export function cardinal(value: number): string {
  const ten = tens[Math.floor(value / 10)] ?? '';
  const one = small[value % 10] ?? '';
  if (value < 20) return small[value] ?? '';
  return value % 10 === 0 ? ten : `${ten}-${one}`;
}

/** 1 to 99. */
export function ordinal(value: number): string {
  const [last = '', ...before] = cardinal(value).split('-').reverse();
  return [...before, irregular[last] ?? `${last.replace(/y$/, 'ie')}th`].join('-');
}

/** 1100 to 2099, as years are read. */
export function year(value: number): string {
  const [century, rest] = [Math.floor(value / 100), value % 100];
  if (century === 20 && rest < 10) return rest === 0 ? 'two thousand' : `two thousand and ${cardinal(rest)}`;
  if (rest === 0) return `${cardinal(century)} hundred`;
  return `${cardinal(century)} ${rest < 10 ? 'oh ' : ''}${cardinal(rest)}`;
}

/** The ten years from 1740 on: seventeen forties. */
export function decade(value: number): string {
  const [century, rest] = [Math.floor(value / 100), value % 100];
  const word = rest === 0 ? 'hundreds' : `${cardinal(rest).replace(/y$/, 'ie')}s`;
  return `${cardinal(century)} ${word}`;
}
