import { attributesOf, compact, type Stops, type Style, stopList } from './style.ts';
import { type Command, type Path, type Point, pointsOf, polygon, polyline } from './svg-path.ts';
import { shortNumber, writePath } from './write-path.ts';

export const WIDTH = 780;
export const HEIGHT = 1688;

type GradientKind = 'linearGradient' | 'radialGradient';

const one = (n: number) => shortNumber(n, 1);
const three = (n: number) => shortNumber(n, 3);

/** A sheet of paper: collects shapes, merges neighbours of one style, writes compact SVG. */
export class Sheet {
  readonly #prefix: string;
  readonly #defs: string[] = [];
  /** Ids of what is made once: gradient roots, equal stops, blurs. */
  readonly #made = new Map<string, string>();
  #body: string[] = [];
  #open: { key: string; filled: boolean; commands: Command[] } | undefined;
  #count = 0;
  /** Inside a symbol that may be placed anywhere, nothing is off the sheet. */
  #symbolDepth = 0;

  /** Every id begins with the prefix, so that several pictures can stand in one page. */
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  path(style: Style, commands: Path): this {
    if (this.#symbolDepth === 0 && isOffSheet(commands)) return this;
    const key = attributesOf(compact(style));
    if (this.#open?.key === key) this.#open.commands.push(...commands);
    else {
      this.#flush();
      this.#open = { key, filled: !style.stroke, commands: [...commands] };
    }
    return this;
  }

  fill(colour: string, points: readonly Point[], opacity?: number): this {
    return this.path({ fill: colour, 'fill-opacity': opacity }, polygon(points));
  }

  stroke(colour: string, width: number, points: readonly Point[], opacity?: number): this {
    return this.path({ stroke: colour, 'stroke-width': width, 'stroke-opacity': opacity }, polyline(points));
  }

  /** A path drawn with the pen alone. */
  outline(colour: string, width: number, commands: Path): this {
    return this.path({ stroke: colour, 'stroke-width': width }, commands);
  }

  circle([x, y]: Point, r: number, fill: string): this {
    return this.#raw(`<circle cx="${Math.round(x)}" cy="${Math.round(y)}" r="${Math.round(r)}" fill="${fill}"/>`);
  }

  /** The whole sheet in one paint. */
  wash(fill: string): this {
    return this.#raw(`<path fill="${fill}" d="M0 0h${WIDTH}v${HEIGHT}H0z"/>`);
  }

  /** What draw() paints shows only inside the outline. */
  clipped(outline: Path, draw: () => void): this {
    const id = this.#id();
    this.#defs.push(`<clipPath id="${id}"><path d="${writePath(outline)}"/></clipPath>`);
    this.#raw(`<g clip-path="url(#${id})">`);
    draw();
    return this.#raw('</g>');
  }

  /** Keeps what draw() paints, around (0, 0), as a reusable symbol and returns its id. */
  symbol(draw: () => void): string {
    this.#symbolDepth += 1;
    const id = this.#keep(draw);
    this.#symbolDepth -= 1;
    return id;
  }

  use(id: string, [x, y]: Point, scale = 1, scaleY = scale): this {
    const size = scaleY === scale ? three(scale) : `${three(scale)} ${three(scaleY)}`;
    const place = scale === 1 && scaleY === 1 ? '' : ` scale(${size})`;
    return this.#raw(`<use href="#${id}" transform="translate(${one(x)} ${one(y)})${place}"/>`);
  }

  /** Draws the right half and repeats it mirrored on the left. */
  halves(draw: () => void, axis = WIDTH / 2): this {
    const id = this.#keep(draw);
    return this.#raw(`<use href="#${id}"/>`).#raw(`<use href="#${id}" transform="matrix(-1 0 0 1 ${axis * 2} 0)"/>`);
  }

  linear([x1, y1]: Point, [x2, y2]: Point, stops: Stops): string {
    return this.#gradient('linearGradient', `x1="${one(x1)}" y1="${one(y1)}" x2="${one(x2)}" y2="${one(y2)}"`, stops);
  }

  /** `squash` flattens the circle about its centre. */
  radial([cx, cy]: Point, r: number, stops: Stops, squash?: number): string {
    const turn = squash ? ` gradientTransform="matrix(1 0 0 ${squash} 0 ${one(cy * (1 - squash))})"` : '';
    return this.#gradient('radialGradient', `cx="${one(cx)}" cy="${one(cy)}" r="${one(r)}"${turn}`, stops);
  }

  /** A filter that softens edges, once per strength. */
  blur(amount: number): string {
    const id = this.#once(`blur${amount}`, (name) => {
      this.#defs.push(`<filter id="${name}" x="-.3" y="-.3" width="1.6" height="1.6"><feGaussianBlur stdDeviation="${amount}"/></filter>`);
    });
    return `url(#${id})`;
  }

  toString(): string {
    this.#flush();
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="xMidYMid slice" fill="none" stroke-width="2"><defs>${this.#defs.join('')}</defs>${this.#body.join('')}</svg>`;
  }

  /** Gradients with equal stops share them; all of a kind inherit their units from one root. */
  #gradient(kind: GradientKind, place: string, stops: Stops): string {
    const list = stopList(stops);
    const root = this.#once(kind, (id) => this.#defs.push(`<${kind} id="${id}" gradientUnits="userSpaceOnUse"/>`));
    const shared = this.#made.get(kind + list);
    const id = this.#id();
    this.#defs.push(
      shared ? `<${kind} id="${id}" ${place} href="#${shared}"/>` : `<${kind} id="${id}" ${place} href="#${root}">${list}</${kind}>`,
    );
    if (!shared) this.#made.set(kind + list, id);
    return `url(#${id})`;
  }

  #once(key: string, make: (id: string) => void): string {
    const known = this.#made.get(key);
    if (known) return known;
    const id = this.#id();
    this.#made.set(key, id);
    make(id);
    return id;
  }

  #keep(draw: () => void): string {
    this.#flush();
    const outside = this.#body;
    this.#body = [];
    draw();
    this.#flush();
    const id = this.#id();
    this.#defs.push(`<g id="${id}">${this.#body.join('')}</g>`);
    this.#body = outside;
    return id;
  }

  #flush(): void {
    const shape = this.#open;
    this.#open = undefined;
    if (!shape) return;
    const commands = shape.filled ? shape.commands.filter(([name]) => name !== 'Z') : shape.commands;
    this.#body.push(`<path${shape.key} d="${writePath(commands)}"/>`);
  }

  #raw(xml: string): this {
    this.#flush();
    this.#body.push(xml);
    return this;
  }

  #id(): string {
    const number = this.#count;
    this.#count += 1;
    return this.#prefix + number.toString(36);
  }
}

function isOffSheet(commands: Path): boolean {
  const points = commands.flatMap(pointsOf);
  const beyond = (axis: 0 | 1, far: number) => points.every((point) => point[axis] < 0) || points.every((point) => point[axis] > far);
  return beyond(0, WIDTH) || beyond(1, HEIGHT);
}
