import { SaxesParser } from 'saxes';
import { decodeText } from '../kit/decode-text.ts';

// For servers alone: browsers would load the XML parser.

const svgNamespace = 'http://www.w3.org/2000/svg';

/**
 * Why browsers would not show the SVG file, in words that follow its name. Browsers require well-formed XML whose first element has the SVG
 * namespace.
 */
export function findSvgProblem(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'is compressed; save it as plain SVG';
  let problem: string | undefined;
  let isFirst = true;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', ({ message }) => {
    problem ??= `is not well-formed SVG (line ${message.replace(/^(\d+):\d+: /, '$1: ').replace(/\.$/, '')})`;
  });
  parser.on('doctype', (doctype) => Object.assign(parser.ENTITIES, entitiesOf(doctype)));
  parser.on('opentag', ({ name, local, uri }) => {
    if (isFirst && local !== 'svg') problem ??= `is not an SVG: its first element is <${name.slice(0, 40)}>`;
    else if (isFirst && uri !== svgNamespace)
      problem ??= `lacks xmlns="${svgNamespace}"; add the attribute, because browsers show no picture without it`;
    isFirst = false;
  });
  try {
    parser.write(decodeXml(bytes)).close();
  } catch (error) {
    problem ??= error instanceof Error ? error.message : 'cannot be decoded; save the file as UTF-8';
  }
  return problem;
}

/** Decodes by the declared encoding, or else as UTF-8 or UTF-16. @throws EncodingError, or a RangeError or TypeError of the decoder */
function decodeXml(bytes: Uint8Array): string {
  const [, declared] = /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(String.fromCharCode(...bytes.subarray(0, 200))) ?? [];
  if (declared === undefined || /^utf/i.test(declared)) return decodeText(bytes);
  return new TextDecoder(declared, { fatal: true }).decode(bytes);
}

/** Drawing programs declare entities for namespaces. An entity may reference earlier entities, up to 10,000 characters. */
function entitiesOf(doctype: string): Record<string, string> {
  const entities: Record<string, string> = {};
  for (const [, name = '', , value = ''] of doctype.matchAll(/<!ENTITY\s+([\w:.-]+)\s+(["'])(.*?)\2/gs)) {
    const whole = value.replace(/&([\w:.-]+);/g, (reference, other: string) => entities[other] ?? reference);
    if (whole.length <= 10_000 && !/&(?!#|(?:amp|lt|gt|quot|apos);)/.test(whole)) entities[name] = whole;
  }
  return entities;
}
