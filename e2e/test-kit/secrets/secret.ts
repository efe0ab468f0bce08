import { randomUUID } from 'node:crypto';

/** Only the site and its services may see the value. */
export interface Secret {
  name: string;
  value: string;
}

/** Addresses, JSON and HTML do not escape these characters. */
export const makeCanary = () => `CANARY-${randomUUID()}`;

export function findSecrets(text: string, secrets: readonly Secret[]): string[] {
  return secrets.filter(({ value }) => writingsOf(value).some((writing) => text.includes(writing))).map(({ name }) => name);
}

/** Plain, in an address, in JSON, in hexadecimal digits and in both kinds of base64, also inside a longer text. */
export function writingsOf(value: string): string[] {
  const bytes = Buffer.from(value, 'latin1');
  const base64 = [0, 1, 2].map((before) => insideBase64(bytes, before));
  const base64url = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  const hex = bytes.toString('hex');
  return [
    ...new Set([value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1), hex, hex.toUpperCase(), ...base64, ...base64url]),
  ];
}

/** The characters that depend on these bytes alone; `before` is the number of preceding bytes modulo three. */
function insideBase64(bytes: Buffer, before: number): string {
  const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
  return encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
}
