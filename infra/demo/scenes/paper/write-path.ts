import { type Path, type Point, pointsOf } from './svg-path.ts';

/** At most this many decimals, without the zero before the point. */
export function shortNumber(n: number, decimals: 1 | 2 | 3): string {
  const k = 10 ** decimals;
  return String(Math.round(n * k) / k).replace(/^(-?)0\./, '$1.');
}

const joined = (values: readonly number[]) =>
  values.map((value) => shortNumber(value, 1)).reduce((out, text) => out + (out && !text.startsWith('-') ? ' ' : '') + text, '');

const still = (distance: number) => Math.abs(distance) < 0.05;
const rounded = ([x, y]: Point): Point => [Math.round(x), Math.round(y)];

/** Collects relative commands; a letter is not repeated where SVG lets it be left out. */
class PathText {
  text = '';
  #last = '';

  add(letter: string, values: readonly number[]): void {
    const numbers = joined(values);
    const again = letter === this.#last && letter !== 'm';
    if (!again) this.text += letter + numbers;
    else this.text += numbers.startsWith('-') ? numbers : ` ${numbers}`;
    this.#last = letter;
  }

  /** h and v always carry their letter: their values may not run together with the ones before. */
  addAlone(letter: string, value: number): void {
    this.#last = '';
    this.add(letter, [value]);
  }

  close(): void {
    this.text += 'z';
    this.#last = 'z';
  }
}

/** Absolute commands become short relative path data in whole units. */
export function writePath(commands: Path): string {
  const out = new PathText();
  let at: Point = [0, 0];
  let start: Point = at;
  for (const command of commands) {
    if (command[0] === 'Z') {
      out.close();
      at = start;
      continue;
    }
    const points = pointsOf(command).map(rounded);
    const end = points.at(-1) ?? at;
    const offsets = points.flatMap(([x, y]) => [x - at[0], y - at[1]]);
    if (command[0] === 'L') addLine(out, [end[0] - at[0], end[1] - at[1]]);
    else out.add(command[0].toLowerCase(), offsets);
    if (command[0] === 'M') start = end;
    at = end;
  }
  return out.text;
}

function addLine(out: PathText, [dx, dy]: Point): void {
  if (still(dx) && still(dy)) return;
  if (still(dy)) out.addAlone('h', dx);
  else if (still(dx)) out.addAlone('v', dy);
  else out.add('l', [dx, dy]);
}
