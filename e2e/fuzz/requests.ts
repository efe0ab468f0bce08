import { gzipSync } from 'node:zlib';
import type { Dice } from './dice.ts';
import { hostileHeaders, hostileTexts } from './hostile-values.ts';
import { mutateJson } from './mutate-json.ts';

export interface Sample {
  /** Encoded parts of the address, each with its slash. A change affects one part. */
  pieces: readonly string[];
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  json?: unknown;
  bytes?: Buffer;
  mutateBytes?: (bytes: Buffer, dice: Dice) => Buffer;
}

export interface Case {
  bytes: Buffer;
  isHead: boolean;
  /** The changed address may belong to another route. */
  isElsewhere: boolean;
}

interface Draft {
  method: string;
  pieces: string[];
  query: [string, string][];
  headers: Map<string, string>;
  body: Buffer | undefined;
  isChunked: boolean;
}

/** @param goodPerThousand chance of an unchanged request */
export function makeCase(method: string, sample: Sample, dice: Dice, goodPerThousand: number): Case {
  const draft = draftOf(method, sample);
  if (!dice.happens(goodPerThousand)) spoil(draft, sample, dice);
  const isElsewhere = draft.pieces.join('') !== sample.pieces.join('');
  return { bytes: write(draft), isHead: draft.method === 'HEAD', isElsewhere };
}

function draftOf(method: string, { pieces, query = {}, headers = {}, json, bytes }: Sample): Draft {
  const body = json === undefined ? bytes : Buffer.from(JSON.stringify(json));
  const type: [string, string][] = json === undefined ? [] : [['content-type', 'application/json']];
  return {
    method,
    pieces: [...pieces],
    query: Object.entries(query),
    headers: new Map([['host', 'localhost'], ['x-enfilade', '1'], ...type, ...Object.entries(headers)]),
    body,
    isChunked: false,
  };
}

type Spoil = (draft: Draft, sample: Sample, dice: Dice) => void;

/** Usually changes one part, so that the site reads the request up to this part. */
function spoil(draft: Draft, sample: Sample, dice: Dice): void {
  const spoils = draft.body === undefined ? readingSpoils : writingSpoils;
  for (let left = dice.happens(750) ? 1 : 2; left > 0; left -= 1) dice.pick(spoils)(draft, sample, dice);
  if (draft.method === 'GET' && dice.happens(60)) draft.method = 'HEAD';
}

function spoilBody(draft: Draft, { json, bytes, mutateBytes }: Sample, dice: Dice): void {
  if (json !== undefined) draft.body = Buffer.from(mutateJson(json, dice));
  else if (bytes && mutateBytes) draft.body = mutateBytes(bytes, dice);
}

const transfers: readonly ((draft: Draft, body: Buffer, dice: Dice) => void)[] = [
  (draft) => {
    draft.body = Buffer.alloc(0);
  },
  (draft, body) => {
    draft.body = Buffer.from(body.toString(), 'utf16le');
  },
  (draft, body) => {
    draft.body = gzipSync(body);
    draft.headers.set('content-encoding', 'gzip');
  },
  (draft, body, dice) => {
    draft.body = Buffer.concat([body.subarray(0, dice.below(body.length + 1)), Buffer.from([0xff, 0xfe, 0xc0, 0x80])]);
  },
  (draft, body, dice) => {
    draft.body = dice.happens(200) ? Buffer.alloc(70_000, ' ') : body;
    draft.isChunked = true;
  },
];

const spoilTransfer: Spoil = (draft, _, dice) => dice.pick(transfers)(draft, draft.body ?? Buffer.alloc(0), dice);

/** Half a surrogate pair cannot be part of an address. */
const wellFormed = (text: string): string => Buffer.from(text).toString();

const encodings: readonly ((text: string) => string)[] = [
  (text) => encodeURIComponent(wellFormed(text)),
  (text) => encodeURIComponent(encodeURIComponent(wellFormed(text))),
  (text) => text.replace(/[^!-~]/g, '').replace(/[ #]/g, ''),
];
const hostilePieces = [
  '',
  '.',
  '..',
  '%2e%2e',
  '%2F',
  '..%2f..%2fsecret.svg',
  '%00',
  '%',
  '%zz',
  '%c0%af',
  '%ED%A0%80',
  ';a=b',
  'a'.repeat(300),
];

function spoilPath(draft: Draft, _: Sample, dice: Dice): void {
  const { pieces } = draft;
  const at = dice.below(pieces.length);
  const piece = pieces[at] ?? '/';
  const within = 1 + dice.below(piece.length);
  pieces[at] = dice.pick([
    `/${dice.pick(hostilePieces)}`,
    `/${dice.pick(encodings)(dice.pick(hostileTexts))}`,
    `/${dice.pick(encodings)(dice.pick(hostileTexts))}`,
    piece + dice.pick(hostilePieces),
    piece.slice(0, within) + dice.pick(hostilePieces) + piece.slice(within),
    piece.toUpperCase(),
    `/${piece}`,
    `${piece}/`,
    `${piece}${piece}`,
  ]);
  if (dice.happens(100)) pieces.splice(at, 1);
}

function spoilQuery(draft: Draft, _: Sample, dice: Dice): void {
  const names = ['code', 'museum', 'collection', 'question', 'grant', 'after', 'visitor', '__proto__', 'a[]', 'museum', ...hostileTexts];
  const known = draft.query[0];
  if (known && dice.happens(500)) draft.query[0] = [known[0], dice.pick([...hostileTexts, known[1].toLowerCase(), ` ${known[1]} `])];
  else draft.query.push([known && dice.happens(300) ? known[0] : dice.pick(names), dice.pick(hostileTexts)]);
}

function spoilHeaders({ headers }: Draft, _: Sample, dice: Dice): void {
  const names = [...headers.keys()].filter((name) => name !== 'host');
  const own = dice.pick(names);
  if (dice.happens(200)) headers.delete(own);
  else if (dice.happens(30)) headers.set(own, dice.pick(['a\0b', '\x7f\x01', `x${'h'.repeat(20_000)}`]));
  else {
    const [name, value] = dice.pick(hostileHeaders);
    headers.set(name, value);
  }
}

const weighted = (weights: readonly (readonly [Spoil, number])[]): readonly Spoil[] =>
  weights.flatMap(([one, weight]) => Array<Spoil>(weight).fill(one));
const readingSpoils = weighted([
  [spoilPath, 9],
  [spoilQuery, 4],
  [spoilHeaders, 7],
]);
const writingSpoils = weighted([
  [spoilBody, 36],
  [spoilTransfer, 3],
  [spoilPath, 4],
  [spoilQuery, 1],
  [spoilHeaders, 6],
]);

function write({ method, pieces, query, headers, body, isChunked }: Draft): Buffer {
  const encode = (text: string) => encodeURIComponent(wellFormed(text));
  const search = query
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&')
    .slice(0, 10_000);
  const lines = [`${method} ${pieces.join('').slice(0, 6_000) || '/'}${search && `?${search}`} HTTP/1.1`];
  for (const [name, value] of headers) lines.push(`${name}: ${value}`);
  if (body && isChunked) lines.push('transfer-encoding: chunked');
  else if (body) lines.push(`content-length: ${body.length}`);
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  if (!body) return head;
  return Buffer.concat(isChunked ? [head, ...chunksOf(body)] : [head, body]);
}

function chunksOf(body: Buffer): Buffer[] {
  const half = body.length >> 1;
  const parts = [body.subarray(0, half), body.subarray(half)].filter((part) => part.length > 0);
  const chunk = (part: Buffer) => [Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')];
  return [...parts.flatMap(chunk), Buffer.from('0\r\n\r\n')];
}
