import { mediaUrlSchema } from '@enfilade/shared-contracts/museum/museum';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { hashSource } from './kit.ts';

/** The message continues a sentence: `holds <script>`. */
export class FirstPaintError extends Error {
  readonly code = 'first-paint';
}

/** Every second piece is a slot's name. */
type Pieces = readonly string[];

type Piece = string | { slot: string } | CutElement;

interface CutElement {
  needs: readonly string[];
  /** The element is left out if the address is not safe. */
  address?: { slot: string; kind: 'picture' | 'link' };
  pieces: readonly Piece[];
}

export interface CutFirstPaint {
  style: string;
  body: CutElement;
}

export interface VersionFirstPaints {
  /** In the order in which the styles apply. */
  styles: readonly (InlineStyle & { href: string })[];
  /** `de`, or `de.several` for a variant → first paint. */
  paints: Readonly<Record<string, CutFirstPaint>>;
}

/** The files are `<language>.html` or `<language>.<variant>.html`. */
export const firstPaintFolder = 'first-paint';
export const firstPaintLimit = 32_768;
/** Far deeper than any screen. Browsers stop nesting at 512 elements. */
const mostNested = 64;
/** Characters; the longest values are addresses of pictures. */
const longestValue = 2_048;

const setOf = (names: string) => new Set(names.split(' '));
const elements = {
  'http://www.w3.org/1999/xhtml': setOf(
    'div span p h1 h2 h3 main header footer nav section article aside ul ol li img button a label input textarea select option strong em b i small br figure figcaption form fieldset legend',
  ),
  'http://www.w3.org/2000/svg': setOf('svg g path circle rect line ellipse polyline polygon'),
};
const empty = setOf('img input br');

/** The allowed values of each attribute, and its elements. Only texts, and the addresses of pictures and links, may contain slots. */
const anything = /^/;
const plain = /^[^{}]*$/;
const word = /^[\w\s-]*$/;
const numbers = /^[\d\s.,%eE+-]*$/;
const colour = /^(?:[a-zA-Z]*|#[0-9a-fA-F]{3,8}|var\(--[\w-]+\))$/;
const attributeTable: readonly [names: string, value: RegExp, on?: string][] = [
  ['alt placeholder value', anything],
  ['class role lang dir hidden disabled selected enterkeyhint loading decoding fetchpriority focusable', word],
  ['stroke-linecap stroke-linejoin', word],
  // The host finds its own elements by the excluded ids.
  ['id', /^(?!(?:page|first-paint|release-set)$)[\w:«»-]+$/],
  ['for', /^[\w:«»-]+$/],
  // A form or a picture with a name would replace the document's own property.
  ['name', /^[\w-]+$/, 'button input textarea select fieldset'],
  ['src', /^\{\{[a-zA-Z0-9.-]+\}\}$/, 'img'],
  ['href', /^(?:#[\w-]+|\{\{[a-zA-Z0-9.-]+\}\})$/, 'a'],
  ['target', /^_blank$/, 'a'],
  ['rel', word, 'a'],
  ['type', /^(?:button|submit)$/, 'button'],
  ['type', /^(?:text|checkbox|radio)$/, 'input'],
  ['data-need', /^(?:\{\{[a-zA-Z0-9.-]+\}\})+$/],
  ['tabindex rows width height viewBox cx cy x y x1 x2 y1 y2 r rx ry points stroke-width pathLength', numbers],
  ['d', /^[\d\s.,+a-zA-Z-]*$/],
  ['transform', /^[\w\s.,()-]*$/],
  ['fill stroke', colour],
];
/** The key is `attribute`, or `element attribute` for a rule of one element. */
const rules = new Map(
  attributeTable.flatMap(([names, value, on]) => {
    const places = on === undefined ? [''] : on.split(' ').map((element) => `${element} `);
    return names.split(' ').flatMap((name) => places.map((place) => [place + name, value] as const));
  }),
);

function findRule(element: string, attribute: string): RegExp | undefined {
  if (/^aria-[a-z]+$/.test(attribute)) return anything;
  const rule = rules.get(`${element} ${attribute}`) ?? rules.get(attribute);
  // Excludes the attributes that the host reads: recorded presses, and the page's own files.
  return rule ?? (/^data-(?!pressed$|href$)[a-z-]+$/.test(attribute) ? plain : undefined);
}

/** @throws FirstPaintError for a malformed slot, which would be shown as literal text */
function cut(value: string): Pieces {
  const pieces = value.split(/\{\{([a-zA-Z0-9.-]+)\}\}/);
  const odd = pieces.find((piece) => piece.includes('{{'));
  if (odd !== undefined) throw new FirstPaintError(`contains ${JSON.stringify(odd.slice(0, 40))}, which is not a valid slot`);
  return pieces;
}
const slotsIn = (pieces: Pieces) => pieces.filter((_, at) => at % 2 === 1);

/** Serialises the markup from the parsed tree, so only validated parts remain. @throws FirstPaintError */
export function cutFirstPaint(file: string): CutFirstPaint {
  if (Buffer.byteLength(file) > firstPaintLimit) throw new FirstPaintError(`has more than the allowed ${firstPaintLimit} bytes`);
  const [, style = '', markup = ''] = /^(?:<style>(.*?)<\/style>)?(.*)$/s.exec(file) ?? [];
  checkStyle(style);
  const body = cutMarkup(markup);
  // If parsing the serialised markup gives another tree, a browser would move elements.
  const written = writeBack(body);
  if (writeBack(cutMarkup(written)) !== written) throw new FirstPaintError('has a nesting that HTML parsing changes');
  return { style, body };
}

function writeBack(piece: Piece): string {
  if (typeof piece === 'string') return piece;
  return 'slot' in piece ? `{{${piece.slot}}}` : piece.pieces.map(writeBack).join('');
}

/** Allows only rules that fetch nothing and define no global name. The page allows the style by its hash, so no policy checks its rules. */
function checkStyle(style: string): void {
  const [found] = /[\\\0\r]|<[/!?]|@(?!(?:media|supports|container)\b)[\w-]+|(?:url|image|image-set|src|expression)\(/i.exec(style) ?? [];
  if (found !== undefined) throw new FirstPaintError(`has ${JSON.stringify(found)} in its style, which is not allowed`);
}

function cutMarkup(markup: string): CutElement {
  const onParseError = ({ code, startLine }: { code: string; startLine: number }) => {
    throw new FirstPaintError(`is not well formed (${code} in line ${startLine})`);
  };
  const [place] = parseFragment('<div></div>').childNodes;
  const fragment = parseFragment(place && 'childNodes' in place ? place : null, markup, { onParseError });
  const { needs, pieces } = cutElement('', [], { nodes: fragment.childNodes, depth: 0 });
  return { needs, pieces };
}

type Attributes = DefaultTreeAdapterTypes.Element['attrs'];

/** `wanted`: the slots that a surrounding row requires from this element and its descendants. */
type ReadElement = CutElement & { wanted: readonly string[] };

/** Rows of a list. A row is left out if a text is missing, but stays if only its picture is missing. */
const whole = setOf('li label');

function cutElement(name: string, given: Attributes, within: { nodes: DefaultTreeAdapterTypes.ChildNode[]; depth: number }): ReadElement {
  if (within.depth > mostNested) throw new FirstPaintError(`is nested deeper than the allowed ${mostNested} elements`);
  const attributes = given.map((attribute) => [attribute.name, readAttribute(name, attribute)] as const);
  const children = within.nodes.map((node) => cutNode(node, within.depth + 1));
  const texts = children.flatMap((child) => ('text' in child ? [child.text] : []));
  const wantedWithin = children.flatMap((child) => ('text' in child ? [] : child.wanted));
  const own = [...attributes.map(([, value]) => value), ...texts].flatMap(slotsIn);
  const needs = [...new Set([...own, ...(whole.has(name) ? wantedWithin : [])])];
  const address = findAddress(attributes);
  const kept = attributes.filter(([attribute]) => attribute !== 'data-need');
  const open = [`<${name}`, ...kept.flatMap(([attribute, value]) => [` ${attribute}="`, ...piecesOf(value), '"']), '>'];
  const inner = children.flatMap((child) => ('text' in child ? piecesOf(child.text) : asPieces(child)));
  const close = empty.has(name) ? [] : [...inner, `</${name}>`];
  return {
    needs,
    ...(address && { address }),
    pieces: join(name === '' ? inner : [...open, ...close]),
    wanted: [...needs.filter((slot) => slot !== address?.slot), ...wantedWithin],
  };
}

const piecesOf = (text: Pieces): Piece[] => text.map((piece, at) => (at % 2 === 1 ? { slot: piece } : escapeHtml(piece)));

const asPieces = ({ wanted: _, ...element }: ReadElement): readonly Piece[] => (element.needs.length > 0 ? [element] : element.pieces);

function join(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') joined[joined.length - 1] = last + piece;
    else joined.push(piece);
  }
  return joined;
}

/** No element has both `src` and `href`. */
function findAddress(attributes: readonly (readonly [name: string, value: Pieces])[]): CutElement['address'] {
  const [name, value = []] = attributes.find(([attribute]) => attribute === 'src' || attribute === 'href') ?? [];
  const [slot] = slotsIn(value);
  return slot === undefined ? undefined : { slot, kind: name === 'src' ? 'picture' : 'link' };
}

function cutNode(node: DefaultTreeAdapterTypes.ChildNode, depth: number): { text: Pieces } | ReadElement {
  if ('value' in node) return { text: cut(node.value) };
  if (!('tagName' in node)) throw new FirstPaintError(`contains ${node.nodeName}, which is not allowed`);
  const { tagName, namespaceURI, attrs, childNodes } = node;
  const isAllowed = Object.hasOwn(elements, namespaceURI) && elements[namespaceURI as keyof typeof elements].has(tagName);
  if (!isAllowed) throw new FirstPaintError(`contains <${tagName}>, which is not allowed`);
  return cutElement(tagName, attrs, { nodes: childNodes, depth });
}

function readAttribute(element: string, { name, value, namespace, prefix }: Attributes[number]): Pieces {
  const rule = namespace || prefix ? undefined : findRule(element, name);
  if (!rule) throw new FirstPaintError(`has the attribute ${name} on <${element}>, which is not allowed`);
  if (!rule.test(value))
    throw new FirstPaintError(`has ${name}=${JSON.stringify(value.slice(0, 40))} on <${element}>, which is not allowed`);
  // Submitting a form before the script runs would only reload the page.
  return name === 'type' && element === 'button' ? ['button'] : cut(value);
}

const isSafe = {
  picture: (value: string) => mediaUrlSchema.safeParse(value).success,
  link: (value: string) => URL.canParse(value) && new URL(value).protocol === 'https:',
};

export function fillFirstPaint({ body }: CutFirstPaint, values: ReadonlyMap<string, string>): string {
  const textFor = (slot: string) => {
    const value = values.get(slot);
    return value !== undefined && value.length <= longestValue ? value : undefined;
  };
  const write = (piece: Piece): string => {
    if (typeof piece === 'string') return piece;
    if ('slot' in piece) return escapeHtml(textFor(piece.slot) ?? '');
    const { needs, address, pieces } = piece;
    if (needs.some((slot) => textFor(slot) === undefined)) return '';
    return address && !isSafe[address.kind](textFor(address.slot) ?? '') ? '' : pieces.map(write).join('');
  };
  return write(body);
}

const entities = new Map([
  ['&', '&amp;'],
  ['"', '&quot;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
]);

/** Safe between elements and in a quoted attribute. */
export const escapeHtml = (value: string) => value.replace(/[&"<>]/g, (sign) => entities.get(sign) ?? '');

export interface InlineStyle {
  text: string;
  source: string;
}

/** Undefined for a text that the HTML parser would change or that would end the element. */
export function inlineStyle(text: string): InlineStyle | undefined {
  return /<\/style|[\0\r]/i.test(text) ? undefined : { text, source: hashSource(text) };
}
