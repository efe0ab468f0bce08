import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { decodeText, EncodingError } from '@enfilade/shared-contracts/kit/decode-text';
import { createFileOnce } from './create-file-once.ts';

/** One of the keys that a site is made safe with. Where it is replaced, two are valid at once. */
export interface KeyKind<Key> {
  /** As log, sentences and `npm run remotes -- rotate` call it. */
  name: string;
  /** The setting that holds the keys; the one with `_FILE` names their file. */
  variable: string;
  /** Below DATA_DIR: the file where neither is set, made at the first start. */
  file: string;
  create(): string;
  /** The keys of a file, each as text. */
  split(text: string): string[];
  /** Undefined: that text is no such key. */
  parse(text: string): Key | undefined;
  /** What it should have been, and what a lost one costs. */
  says: { form: string; wayOut: string };
}

/** The first is used; what was made with the others is valid too. */
export type Keys<Key> = readonly [Key, ...Key[]];

/** Two are enough to replace one by another; more were forgotten. */
const mostKeys = 2;
const secretBytes = 32;

const splitLines = (text: string) => text.split(/[\s,]+/).filter(Boolean);

function parseSecret(text: string): Buffer | undefined {
  const key = Buffer.from(text, 'base64url');
  // `openssl rand -base64 32` writes the same bytes with other letters and `=`.
  return key.length === secretBytes && /^[\w+/-]{43}=?$/.test(text) ? key : undefined;
}

const createSecret = () => randomBytes(secretBytes).toString('base64url');
const secretForm = 'a key of 32 bytes in base64url (43 characters)';

/** Signs the cookies of visits. */
export const visitKeys: KeyKind<Buffer> = {
  name: 'visit',
  variable: 'VISIT_KEY',
  file: 'visit.key',
  create: createSecret,
  split: splitLines,
  parse: parseSecret,
  says: { form: secretForm, wayOut: 'put back a copy of it, or delete it, and every visit under way begins anew' },
};

/** Signs the cookies of operators' sessions. */
export const sessionKeys: KeyKind<Buffer> = {
  name: 'session',
  variable: 'SESSION_KEY',
  file: 'keys/operators',
  create: createSecret,
  split: splitLines,
  parse: parseSecret,
  says: { form: secretForm, wayOut: 'put back a copy of it, or delete it, and every operator logs in anew' },
};

/** A file or a setting that should hold a key does not. Nothing of it is repeated. */
export class KeyError extends Error {
  override readonly name = 'KeyError';
}

/** @param from The setting or the file that holds the keys. @throws KeyError */
export function parseKeys<Key>(kind: KeyKind<Key>, content: Buffer, from: string): Keys<Key> {
  return checkTogether(parseEach(kind, content, from), from);
}

interface KeyText<Key> {
  text: string;
  key: Key;
}

function parseEach<Key>(kind: KeyKind<Key>, content: Buffer, from: string): KeyText<Key>[] {
  const { says, parse } = kind;
  const texts = splitKeys(kind, content, from);
  if (texts.length === 0) throw new KeyError(`${from} holds no key, where ${says.form} belongs: ${says.wayOut}.`);
  return texts.map((text) => {
    const key = parse(text);
    if (key === undefined) throw new KeyError(`${from} holds something else than ${says.form}: ${says.wayOut}.`);
    return { text, key };
  });
}

function checkTogether<Key>(all: readonly KeyText<Key>[], from: string): Keys<Key> {
  if (all.length > mostKeys)
    throw new KeyError(`${from} holds ${all.length} keys, and only ${mostKeys} may be valid at once: drop the last.`);
  if (new Set(all.map(({ text }) => text)).size < all.length) throw new KeyError(`${from} holds the same key twice.`);
  return all.map(({ key }) => key) as [Key, ...Key[]];
}

function splitKeys({ split, says }: KeyKind<unknown>, content: Buffer, from: string): string[] {
  try {
    return split(decodeText(content));
  } catch (cause) {
    if (!(cause instanceof EncodingError)) throw cause;
    throw new KeyError(`${from} holds something else than ${says.form} (${cause.message}): ${says.wayOut}.`, { cause });
  }
}

/**
 * The steps of a rotation. `add`: a second key is accepted. `use`: it is the first, so that it is used. `drop`: the one
 * that was replaced is gone. Between the steps every gateway has to read the file.
 */
export const rotationSteps = ['add', 'use', 'drop'] as const;
export type RotationStep = (typeof rotationSteps)[number];

/** What a key file holds after the step. @throws KeyError when the file is not at that step, or holds something else */
export function rotateKeys<Key>(kind: KeyKind<Key>, step: RotationStep, content: Buffer, file: string): string {
  const texts = content.length === 0 ? [] : (parseKeys(kind, content, file), splitKeys(kind, content, file));
  const write = (keys: readonly (string | undefined)[]) => `${keys.map((key) => key?.trim()).join('\n')}\n`;
  if (step === 'add' && texts.length < mostKeys) return write([...texts, kind.create()]);
  if (step === 'use' && texts.length === mostKeys) return write([...texts].reverse());
  if (step === 'drop' && texts.length === mostKeys) return write(texts.slice(0, 1));
  const state = texts.length === mostKeys ? 'two keys already: use the second, or drop it' : 'one key only: add the next one first';
  throw new KeyError(`${file} holds ${state}.`);
}

/** Changes with the file; undefined when there is none. The inode shows a file that was put in its place within one tick of its clock. */
export async function stampOf(file: string): Promise<string | undefined> {
  const facts = await stat(file, { bigint: true }).catch(() => undefined);
  return facts && [facts.mtimeNs, facts.ctimeNs, facts.size, facts.ino].join();
}

export interface KeySource {
  /** Of the setting with the keys themselves, which stay until the next start. */
  value?: string | undefined;
  /** Of the one with `_FILE`: a file, or two with a comma between, the first of which holds the key in use. */
  file?: string | undefined;
  dataDir: string;
  clock: Clock;
  log: Record<'info' | 'error', (details: object, message: string) => void>;
}

/** How soon a change of a key's file holds. */
const rereadMs = 1_000;

/** The keys as they are now; a file is followed while the site runs. @throws KeyError */
export async function openKeys<Key>(kind: KeyKind<Key>, { value, file, dataDir, clock, log }: KeySource) {
  if (value !== undefined) {
    const keys = parseKeys(kind, Buffer.from(value), kind.variable);
    return { current: () => keys, close() {} };
  }
  const files = file === undefined ? [path.join(dataDir, kind.file)] : file.split(',').map((one) => path.resolve(one.trim()));
  const create = () => `${kind.create().trim()}\n`;
  const read = async () => {
    const readOne = async (one: string) => parseEach(kind, await (file === undefined ? createFileOnce(one, create) : readNamed(one)), one);
    // Each file by itself: the key of a file without a line feed at its end would run into the next one.
    return checkTogether((await Promise.all(files.map(readOne))).flat(), files.join(' and '));
  };
  const stamps = async () => (await Promise.all(files.map(stampOf))).join(' ');
  let keys = await read();
  let seen = await stamps();
  let cancel: (() => void) | undefined = clock.after(rereadMs, () => void follow());

  async function follow(): Promise<void> {
    const now = await stamps();
    if (now !== seen) {
      seen = now;
      try {
        keys = await read();
        log.info({ kind: kind.name, valid: keys.length }, 'keys were read again');
      } catch (error) {
        log.error({ err: error }, 'a file of keys is wrong: what it held before stays valid until it is mended');
      }
    }
    if (cancel) cancel = clock.after(rereadMs, () => void follow());
  }

  return {
    current: () => keys,
    close() {
      cancel?.();
      cancel = undefined;
    },
  };
}

async function readNamed(file: string): Promise<Buffer> {
  return readFile(file).catch((cause: unknown) => {
    throw new KeyError(`${file} cannot be read.`, { cause });
  });
}
