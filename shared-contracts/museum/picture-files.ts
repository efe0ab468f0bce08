import { SaxesParser } from 'saxes';
import { decodeText } from '../kit/decode-text.ts';
import { pictureTypes } from './pictures.ts';

/** Read by servers alone. */

const svgNamespace = 'http://www.w3.org/2000/svg';

/**
 * Why a file is not the picture that its name promises, in words that follow its name; undefined for one that browsers show.
 * @param bytes of an SVG all, of other pictures at least the first 64
 */
export function findPictureProblem(type: string, bytes: Uint8Array): string | undefined {
  if (type === pictureTypes['svg']) return findSvgProblem(bytes);
  return typeOf(bytes) === type ? undefined : `holds no ${type}`;
}

function typeOf(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 64));
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return pictureTypes['png'];
  if (head.startsWith('\xff\xd8\xff')) return pictureTypes['jpg'];
  if (/^RIFF.{4}WEBP/s.test(head)) return pictureTypes['webp'];
  // Its brands follow the size of the box, the first one and then those it is compatible with.
  return /^.{4}ftyp(?:.{4}){0,8}?avi[fs]/s.test(head) ? pictureTypes['avif'] : undefined;
}

/** A browser shows an SVG by itself only if every element of it is closed, and the first one says that it is SVG. */
function findSvgProblem(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'is compressed; save it as plain SVG';
  let problem: string | undefined;
  let isFirst = true;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', ({ message }) => {
    problem ??= `is not well-formed SVG (line ${message.replace(/^(\d+):\d+: /, '$1: ').replace(/\.$/, '')})`;
  });
  parser.on('doctype', (doctype) => Object.assign(parser.ENTITIES, entitiesOf(doctype)));
  parser.on('opentag', ({ name, local, uri }) => {
    if (isFirst && local !== 'svg') problem ??= `is no SVG: its first element is <${name.slice(0, 40)}>`;
    else if (isFirst && uri !== svgNamespace) problem ??= `lacks xmlns="${svgNamespace}", without which browsers show nothing`;
    isFirst = false;
  });
  try {
    parser.write(decodeXml(bytes)).close();
  } catch (error) {
    problem ??= error instanceof Error ? error.message : 'cannot be read';
  }
  return problem;
}

/** In the encoding that it declares; without one, as every text. @throws EncodingError, or a RangeError or TypeError of the decoder */
function decodeXml(bytes: Uint8Array): string {
  const [, declared] = /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(String.fromCharCode(...bytes.subarray(0, 200))) ?? [];
  if (declared === undefined || /^utf/i.test(declared)) return decodeText(bytes);
  return new TextDecoder(declared, { fatal: true }).decode(bytes);
}

/** Drawing programs write namespaces as entities. An entity may reference earlier ones; none may grow without limit. */
function entitiesOf(doctype: string): Record<string, string> {
  const entities: Record<string, string> = {};
  for (const [, name = '', , value = ''] of doctype.matchAll(/<!ENTITY\s+([\w:.-]+)\s+(["'])(.*?)\2/gs)) {
    const whole = value.replace(/&([\w:.-]+);/g, (reference, other: string) => entities[other] ?? reference);
    if (whole.length <= 10_000 && !/&(?!#|(?:amp|lt|gt|quot|apos);)/.test(whole)) entities[name] = whole;
  }
  return entities;
}
