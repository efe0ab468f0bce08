import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { decodeText, EncodingError } from '@enfilade/shared-contracts/kit/decode-text';
import type { Log } from './create-log.ts';
import { codeOf } from './kit.ts';

export interface KeyKind<Key> {
  name: string;
  /** The setting with the keys. `<variable>_FILE` is the path of the file with the keys. */
  variable: 'VISIT_KEY' | 'SESSION_KEY' | 'SITE_TOKEN' | 'SIGNING_KEY';
  /** The file below DATA_DIR if neither setting is set. The first start creates the file. */
  file: string;
  create(): string;
  split(text: string): string[];
  parse(text: string): Key | undefined;
  /** Parts of error messages: the expected form, and the remedy with its cost. */
  says: { form: string; wayOut: string };
}

/** The first key signs. Signatures of the other key are valid too. */
export type Keys<Key> = readonly [Key, ...Key[]];

/** During a rotation, two keys are valid. */
const mostKeys = 2;
const secretBytes = 32;

const splitLines = (text: string) => text.split(/[\s,]+/).filter(Boolean);

function parseSecret(text: string): Buffer | undefined {
  const key = Buffer.from(text, 'base64url');
  // `openssl rand -base64 32` writes `+`, `/` and a trailing `=` where base64url does not.
  return key.length === secretBytes && /^[\w+/-]{43}=?$/.test(text) ? key : undefined;
}

/** @param cost the consequence of deleting the file */
const secretsOf = (name: string, variable: KeyKind<Buffer>['variable'], file: string, cost: string): KeyKind<Buffer> => ({
  ...{ name, variable, file, split: splitLines, parse: parseSecret },
  create: () => randomBytes(secretBytes).toString('base64url'),
  says: { form: 'a key of 32 bytes in base64url (43 characters)', wayOut: `restore a copy of the key, or delete the key, and ${cost}` },
});

export const visitKeys = secretsOf('visit', 'VISIT_KEY', 'visit.key', 'every running visit starts again');
export const sessionKeys = secretsOf('session', 'SESSION_KEY', 'keys/operators', 'every operator must log in again');

/** The message never repeats the content of the file or setting. */
export class KeyError extends Error {
  override readonly name = 'KeyError';
}

/** @param from the setting or file, for messages @throws KeyError */
export function parseKeys<Key>(kind: KeyKind<Key>, content: Buffer, from: string): Keys<Key> {
  const { says, parse } = kind;
  const texts = splitKeys(kind, content, from);
  if (texts.length === 0) throw new KeyError(`${from} holds no key, where ${says.form} belongs: ${says.wayOut}.`);
  const keys = texts.map((text) => {
    const key = parse(text);
    if (key === undefined) throw new KeyError(`${from} does not contain ${says.form}: ${says.wayOut}.`);
    return key;
  });
  if (keys.length > mostKeys)
    throw new KeyError(`${from} holds ${keys.length} keys, and only ${mostKeys} may be valid at once: drop the last.`);
  if (new Set(texts).size < texts.length) throw new KeyError(`${from} holds the same key twice: remove one of the two.`);
  return keys as [Key, ...Key[]];
}

function splitKeys({ split, says }: KeyKind<unknown>, content: Buffer, from: string): string[] {
  try {
    return split(decodeText(content));
  } catch (cause) {
    if (!(cause instanceof EncodingError)) throw cause;
    throw new KeyError(`${from} does not contain ${says.form} (${cause.message}): ${says.wayOut}.`, { cause });
  }
}

interface KeySource {
  /** Value of `<variable>`, fixed until the next start. */
  value?: string | undefined;
  /** Value of `<variable>_FILE`. */
  file?: string | undefined;
  dataDir: string;
  log: Pick<Log, 'info' | 'error'>;
}

/** `reread` reads the files again. @throws KeyError */
export async function openKeys<Key>(kind: KeyKind<Key>, { value, file, dataDir, log }: KeySource) {
  if (value !== undefined) {
    const keys = parseKeys(kind, Buffer.from(value), kind.variable);
    return { current: () => keys, async reread() {} };
  }
  const place = file === undefined ? path.join(dataDir, kind.file) : path.resolve(file);
  const create = () => `${kind.create().trim()}\n`;
  const read = async () => parseKeys(kind, await (file === undefined ? createFileOnce(place, create) : readNamed(place)), place);
  let keys = await read();
  return {
    current: () => keys,
    async reread(): Promise<void> {
      try {
        keys = await read();
        log.info({ kind: kind.name, valid: keys.length }, 'keys were read again');
      } catch (error) {
        log.error({ err: error }, 'a key file is wrong: the previous keys stay valid');
      }
    },
  };
}

async function readNamed(file: string): Promise<Buffer> {
  return readFile(file).catch((cause: unknown) => {
    throw new KeyError(`${file} cannot be read.`, { cause });
  });
}

/** Processes that start at the same time all get the first process's contents. A crash leaves no partial file. */
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
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(aside, { force: true });
  }
  return readFile(file);
}

/** Restores mode 600, because copying a file from a backup may change its mode. */
async function readExisting(file: string): Promise<Buffer | undefined> {
  try {
    const bytes = await readFile(file);
    await chmod(file, 0o600);
    return bytes;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
