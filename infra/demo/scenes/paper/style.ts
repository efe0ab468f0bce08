import { shortNumber } from './write-path.ts';

const two = (n: number) => shortNumber(n, 2);

/** Colour by offset 0–1, where needed with its opacity 0–1. */
export type Stops = Readonly<Record<number, string | readonly [colour: string, opacity: number]>>;

/** SVG attributes of a shape; `fill` and `stroke` take a colour or a paint server. */
export interface Style {
  fill?: string;
  'fill-opacity'?: number | undefined;
  'fill-rule'?: 'evenodd';
  stroke?: string;
  'stroke-width'?: number | undefined;
  'stroke-opacity'?: number | undefined;
  'stroke-dasharray'?: string;
  'stroke-linecap'?: 'round';
  filter?: string;
}

type Attributes = Record<string, string | number | undefined>;

/** `#rrggbb` as short as it can be written, with its opacity. */
function withOpacity(colour: string, opacity: number | undefined): string {
  if (opacity === undefined || opacity >= 1) return colour.replace(/^#(.)\1(.)\2(.)\3$/, '#$1$2$3');
  return (
    colour +
    Math.round(opacity * 255)
      .toString(16)
      .padStart(2, '0')
  );
}

export function stopList(stops: Stops): string {
  return Object.entries(stops)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([offset, paint]) => {
      const [colour, opacity] = typeof paint === 'string' ? [paint] : paint;
      return `<stop${offset === '0' ? '' : ` offset="${two(Number(offset))}"`} stop-color="${withOpacity(colour, opacity)}"/>`;
    })
    .join('');
}

/** Drops what the root element already says and folds opacity into the colour. */
export function compact({
  fill,
  'fill-opacity': fillOpacity,
  stroke,
  'stroke-opacity': strokeOpacity,
  'stroke-width': width,
  ...rest
}: Style): Attributes {
  const paint = fill === 'none' ? undefined : fill;
  return {
    fill: paint?.startsWith('#') ? withOpacity(paint, fillOpacity) : paint,
    stroke: stroke && withOpacity(stroke, strokeOpacity),
    'stroke-width': width === 2 || !width ? undefined : Math.round(width * 10) / 10,
    ...rest,
  };
}

export function attributesOf(attributes: Attributes): string {
  return Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? two(value) : value}"`)
    .join('');
}
