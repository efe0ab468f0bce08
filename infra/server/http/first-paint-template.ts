import { mediaUrlSchema } from '@enfilade/shared-contracts/museum/museum';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { hashSource } from './integrity.ts';

/** Something in a first paint that no page may carry. The message continues a sentence: `holds <script>`. */
export class FirstPaintError extends Error {
  readonly code = 'first-paint';
}

/** A text cut at its slots: every second piece is a slot's name. */
type Pieces = readonly string[];

interface TemplateElement {
  name: string;
  attributes: readonly (readonly [name: string, value: Pieces])[];
  /** Slots without which the element is left out, and the one of them that is the address of a picture or a link. */
  needs: readonly string[];
  address: { slot: string; isSafe: (value: string) => boolean } | undefined;
  children: readonly (TemplateElement | { text: Pieces })[];
}

/** A first paint as a build holds it, checked: what is not in here cannot get into a page. */
export interface FirstPaintTemplate {
  /** Text of the style element it begins with, empty without one. */
  style: string;
  root: TemplateElement;
}

/** Where a build holds its first paints: `<language>.html`, or `<language>.<what it is for>.html`. */
export const firstPaintFolder = 'first-paint';
/** Of a file, in bytes. */
export const firstPaintLimit = 32_768;
/** Far deeper than any screen; browsers cut at 512. */
const mostNested = 64;
/** The largest address of a picture; names are shorter. */
const longestValue = 2_048;

const setOf = (names: string) => new Set(names.split(' '));
const elements = {
  'http://www.w3.org/1999/xhtml': setOf(
    'div span p h1 h2 h3 main header footer nav section article aside ul ol li img button a label input textarea select option strong em b i small br figure figcaption form fieldset legend',
  ),
  'http://www.w3.org/2000/svg': setOf('svg g path circle rect line ellipse polyline polygon'),
};
const empty = setOf('img input br');

/** The form of an attribute's value, where it may stand, and nothing else. Only texts may hold slots; a picture's address is one, and a link's. */
const anything = /^/;
const plain = /^[^{}]*$/;
const word = /^[\w\s-]*$/;
const numbers = /^[\d\s.,%eE+-]*$/;
const colour = /^(?:[a-zA-Z]*|#[0-9a-fA-F]{3,8}|var\(--[\w-]+\))$/;
const attributeTable: readonly [names: string, value: RegExp, on?: string][] = [
  ['alt placeholder value', anything],
  ['class role lang dir hidden disabled selected enterkeyhint loading decoding fetchpriority focusable', word],
  ['stroke-linecap stroke-linejoin', word],
  // The host finds its own elements by these.
  ['id', /^(?!(?:page|first-paint|release-set)$)[\w:«»-]+$/],
  ['for', /^[\w:«»-]+$/],
  // A form or a picture of a name would stand in place of the document's own property.
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
/** By the attribute's name, after that of its element where it may stand there alone. */
const rules = new Map(
  attributeTable.flatMap(([names, value, on]) => {
    const places = on === undefined ? [''] : on.split(' ').map((element) => `${element} `);
    return names.split(' ').flatMap((name) => places.map((place) => [place + name, value] as const));
  }),
);

function findRule(element: string, attribute: string): RegExp | undefined {
  if (/^aria-[a-z]+$/.test(attribute)) return anything;
  const rule = rules.get(`${element} ${attribute}`) ?? rules.get(attribute);
  // Not those by which the host finds what was pressed, and which files stand in the page.
  return rule ?? (/^data-(?!pressed$|href$)[a-z-]+$/.test(attribute) ? plain : undefined);
}

/** @throws FirstPaintError for what looks like a slot and would be shown as it is */
function cut(value: string): Pieces {
  const pieces = value.split(/\{\{([a-zA-Z0-9.-]+)\}\}/);
  const odd = pieces.find((piece) => piece.includes('{{'));
  if (odd !== undefined) throw new FirstPaintError(`has ${JSON.stringify(odd.slice(0, 40))} in it, which names no slot`);
  return pieces;
}
const slotsIn = (pieces: Pieces) => pieces.filter((_, at) => at % 2 === 1);

/**
 * Reads a first paint. What comes of it is written again from the parsed tree, so nothing passes that was not understood.
 * @throws FirstPaintError
 */
export function parseFirstPaint(file: string): FirstPaintTemplate {
  if (Buffer.byteLength(file) > firstPaintLimit) throw new FirstPaintError(`has more than ${firstPaintLimit} bytes`);
  const [, style = '', markup = ''] = /^(?:<style>(.*?)<\/style>)?(.*)$/s.exec(file) ?? [];
  checkStyle(style);
  const root = parseMarkup(markup);
  // A tree that reads otherwise once it is written has something in it that a browser moves elsewhere.
  const written = fillMarkup(root, asItIs);
  if (fillMarkup(parseMarkup(written), asItIs) !== written) throw new FirstPaintError('is nested as no browser would nest it');
  return { style, root };
}

/** Only rules that fetch nothing, and name nothing for the whole page: a page takes the style by its hash, so no policy looks into it. */
function checkStyle(style: string): void {
  const [found] = /[\\\0\r]|<[/!?]|@(?!(?:media|supports|container)\b)[\w-]+|(?:url|image|image-set|src|expression)\(/i.exec(style) ?? [];
  if (found !== undefined) throw new FirstPaintError(`has ${JSON.stringify(found)} in its style`);
}

function parseMarkup(markup: string): TemplateElement {
  const onParseError = ({ code, startLine }: { code: string; startLine: number }) => {
    throw new FirstPaintError(`is not well formed (${code} in line ${startLine})`);
  };
  const [place] = parseFragment('<div></div>').childNodes;
  const fragment = parseFragment(place && 'childNodes' in place ? place : null, markup, { onParseError });
  return readElement('', [], { nodes: fragment.childNodes, depth: 0 });
}

type Attributes = DefaultTreeAdapterTypes.Element['attrs'];

function readElement(
  name: string,
  given: Attributes,
  within: { nodes: DefaultTreeAdapterTypes.ChildNode[]; depth: number },
): TemplateElement {
  if (within.depth > mostNested) throw new FirstPaintError(`is nested deeper than ${mostNested} elements`);
  const attributes = given.map((attribute) => [attribute.name, readAttribute(name, attribute)] as const);
  const children = within.nodes.map((node) => readNode(node, within.depth + 1));
  const texts = children.flatMap((child) => ('text' in child ? [child.text] : []));
  return {
    name,
    attributes: attributes.filter(([attribute]) => attribute !== 'data-need'),
    needs: [...[...attributes.map(([, value]) => value), ...texts].flatMap(slotsIn), ...(whole.has(name) ? needsWithin(children) : [])],
    address: findAddress(attributes),
    children,
  };
}

/** Rows of a list: without one of its words there is nothing of the row; without its picture it is a row. */
const whole = setOf('li label');
const needsWithin = (children: TemplateElement['children']): readonly string[] =>
  children.flatMap((child) =>
    'text' in child ? [] : [...child.needs.filter((slot) => slot !== child.address?.slot), ...needsWithin(child.children)],
  );

const isPicture = (value: string) => mediaUrlSchema.safeParse(value).success;
const isLink = (value: string) => URL.canParse(value) && new URL(value).protocol === 'https:';

/** No element has both. */
function findAddress(attributes: TemplateElement['attributes']): TemplateElement['address'] {
  const [name, value = []] = attributes.find(([attribute]) => attribute === 'src' || attribute === 'href') ?? [];
  const [slot] = slotsIn(value);
  return slot === undefined ? undefined : { slot, isSafe: name === 'src' ? isPicture : isLink };
}

function readNode(node: DefaultTreeAdapterTypes.ChildNode, depth: number): TemplateElement['children'][number] {
  if ('value' in node) return { text: cut(node.value) };
  if (!('tagName' in node)) throw new FirstPaintError(`holds ${node.nodeName}`);
  const { tagName, namespaceURI, attrs, childNodes } = node;
  const isAllowed = Object.hasOwn(elements, namespaceURI) && elements[namespaceURI as keyof typeof elements].has(tagName);
  if (!isAllowed) throw new FirstPaintError(`holds <${tagName}>`);
  return readElement(tagName, attrs, { nodes: childNodes, depth });
}

function readAttribute(element: string, { name, value, namespace, prefix }: Attributes[number]): Pieces {
  const rule = namespace || prefix ? undefined : findRule(element, name);
  if (!rule) throw new FirstPaintError(`has the attribute ${name} on <${element}>`);
  if (!rule.test(value)) throw new FirstPaintError(`has ${name}=${JSON.stringify(value.slice(0, 40))} on <${element}>`);
  // Before its script runs, a form that is sent only loads the page again.
  return name === 'type' && element === 'button' ? ['button'] : cut(value);
}

type Fill = (slot: string) => string | undefined;
/** A slot as its own value, in place of an address too. */
const asItIs: Fill = (slot) => `{{${slot}}}`;

/** The markup for one page. An element that names a slot without a value is left out with everything in it. */
export const fillFirstPaint = ({ root }: FirstPaintTemplate, values: ReadonlyMap<string, string>): string =>
  fillMarkup(root, (slot) => {
    const value = values.get(slot);
    return value !== undefined && value.length <= longestValue ? value : undefined;
  });

function fillMarkup({ name, attributes, needs, address, children }: TemplateElement, fill: Fill): string {
  if (needs.some((slot) => fill(slot) === undefined)) return '';
  if (address && fill !== asItIs && !address.isSafe(fill(address.slot) ?? '')) return '';
  const write = (pieces: Pieces) => escapeHtml(pieces.map((piece, at) => (at % 2 === 1 ? fill(piece) : piece)).join(''));
  const inner = children.map((child) => ('text' in child ? write(child.text) : fillMarkup(child, fill))).join('');
  if (name === '') return inner;
  const open = `<${name}${attributes.map(([attribute, value]) => ` ${attribute}="${write(value)}"`).join('')}>`;
  return empty.has(name) ? open : `${open}${inner}</${name}>`;
}

const entities = new Map([
  ['&', '&amp;'],
  ['"', '&quot;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
]);

/** A text as it may stand between elements and in a quoted attribute. */
export const escapeHtml = (value: string) => value.replace(/[&"<>]/g, (sign) => entities.get(sign) ?? '');

/** A text that is in a style element of a page, and what the page's policy allows it by. */
export interface InlineStyle {
  text: string;
  source: string;
}

/** Undefined for a text that would not arrive as it is: the parser ends the element, or changes what the hash is of. */
export function inlineStyle(text: string): InlineStyle | undefined {
  return /<\/style|[\0\r]/i.test(text) ? undefined : { text, source: hashSource(text) };
}
