import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { decodeText, EncodingError } from '@enfilade/shared-contracts/kit/decode-text';

/** One of the keys that a site is made safe with. Where it is replaced, two are valid at once. */
export interface KeyKind<Key> {
  /** Name for the log. */
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

/** Two keys suffice for a replacement; more would be forgotten. */
const mostKeys = 2;
const secretBytes = 32;

const splitLines = (text: string) => text.split(/[\s,]+/).filter(Boolean);

function parseSecret(text: string): Buffer | undefined {
  const key = Buffer.from(text, 'base64url');
  // `openssl rand -base64 32` writes the same bytes with other letters and `=`.
  return key.length === secretBytes && /^[\w+/-]{43}=?$/.test(text) ? key : undefined;
}

/** @param cost What deleting the file costs. */
const secretsOf = (name: string, variable: string, file: string, cost: string): KeyKind<Buffer> => ({
  ...{ name, variable, file, split: splitLines, parse: parseSecret },
  create: () => randomBytes(secretBytes).toString('base64url'),
  says: { form: 'a key of 32 bytes in base64url (43 characters)', wayOut: `put back a copy of it, or delete it, and ${cost}` },
});

/** Signs the cookies of visits. */
export const visitKeys = secretsOf('visit', 'VISIT_KEY', 'visit.key', 'every visit under way begins anew');
/** Signs the cookies of operators' sessions. */
export const sessionKeys = secretsOf('session', 'SESSION_KEY', 'keys/operators', 'every operator logs in anew');

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

export interface KeySource {
  /** Value of the setting with the keys themselves, fixed until the next start. */
  value?: string | undefined;
  /** Value of the setting with `_FILE`: one file, or two separated by a comma, of which the first holds the active key. */
  file?: string | undefined;
  dataDir: string;
  log: Record<'info' | 'error', (details: object, message: string) => void>;
}

/** The keys of a setting or of its files; `reread` reads the files again. @throws KeyError */
export async function openKeys<Key>(kind: KeyKind<Key>, { value, file, dataDir, log }: KeySource) {
  if (value !== undefined) {
    const keys = parseKeys(kind, Buffer.from(value), kind.variable);
    return { current: () => keys, async reread() {} };
  }
  const files = file === undefined ? [path.join(dataDir, kind.file)] : file.split(',').map((one) => path.resolve(one.trim()));
  const create = () => `${kind.create().trim()}\n`;
  const read = async () => {
    const readOne = async (one: string) => parseEach(kind, await (file === undefined ? createFileOnce(one, create) : readNamed(one)), one);
    // Each file by itself: the key of a file without a line feed at its end would run into the next one.
    return checkTogether((await Promise.all(files.map(readOne))).flat(), files.join(' and '));
  };
  let keys = await read();
  return {
    current: () => keys,
    async reread(): Promise<void> {
      try {
        keys = await read();
        log.info({ kind: kind.name, valid: keys.length }, 'keys were read again');
      } catch (error) {
        log.error({ err: error }, 'a file of keys is wrong: the keys that were read before stay valid');
      }
    },
  };
}

async function readNamed(file: string): Promise<Buffer> {
  return readFile(file).catch((cause: unknown) => {
    throw new KeyError(`${file} cannot be read.`, { cause });
  });
}

/**
 * The file's bytes; at the first start it is created, for its owner alone. If several processes start at once, all get the contents of the
 * first one, and a crash leaves no partial file.
 */
export async function createFileOnce(file: string, create: () => string | Buffer | Promise<string>): Promise<Buffer> {
  const existing = await readExisting(file);
  if (existing !== undefined) return existing;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const aside = `${file}.${randomUUID()}`;
  const content = await create();
  try {
    await writeFile(aside, content, { mode: 0o600, flag: 'wx' });
    await link(aside, file);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(aside, { force: true });
  }
  return readFile(file);
}

/** It may have been copied from a backup without its rights. */
async function readExisting(file: string): Promise<Buffer | undefined> {
  try {
    const bytes = await readFile(file);
    await chmod(file, 0o600);
    return bytes;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
