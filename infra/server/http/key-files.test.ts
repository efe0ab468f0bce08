import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inspect } from 'node:util';
import { beforeEach, describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { folderOfEachTest } from '../database/testing/of-each-test.ts';
import { siteTokens } from '../registry/api/access.ts';
import { signingKeys } from '../registry/signing/set-signer.ts';
import { makeSigningPem } from '../registry/testing/make-signing-key.ts';
import { type KeyKind, openKeys, parseKeys, sessionKeys, visitKeys } from './key-files.ts';

const kinds: KeyKind<unknown>[] = [visitKeys, sessionKeys, siteTokens, signingKeys];
const named = kinds.map((kind) => [kind.name, kind] as const);

const dataDir = folderOfEachTest();
let logged: string[];
beforeEach(() => {
  logged = [];
});

const write = (line: unknown) => void logged.push(inspect(line));
const open = <Key>(kind: KeyKind<Key>, from: { value?: string; file?: string } = {}) =>
  openKeys(kind, { ...from, dataDir: dataDir(), log: { info: write, error: write } });
const fileOf = ({ file }: KeyKind<unknown>) => dataDir(file);
describe.each(named)('keys of the kind %s', (_, kind) => {
  it('openKeys creates one key file of mode 600 at the first start, and later starts read the same key', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => open(kind)));
    for (const keys of all) expect(keys.current()).toEqual(all[0]?.current());
    expect(all[0]?.current()).toHaveLength(1);
    expect((await stat(fileOf(kind))).mode % 0o1000).toBe(0o600);
    expect(await readdir(path.dirname(fileOf(kind)))).toEqual([path.basename(kind.file)]);
    await chmod(fileOf(kind), 0o644);
    expect((await open(kind)).current()).toEqual(all[0]?.current());
    expect((await stat(fileOf(kind))).mode % 0o1000).toBe(0o600);
  });

  it('openKeys reads keys from a setting or a named file and creates no key file', async () => {
    const [text, next] = [kind.create(), kind.create()];
    const file = dataDir('mounted');
    await writeFile(file, `${text}\n${next}\n`);
    const [bySetting, byFile] = [await open(kind, { value: `${text}\n${next}` }), await open(kind, { file })];
    expect(bySetting.current()).toEqual(byFile.current());
    expect(bySetting.current()).toHaveLength(2);
    expect(await readdir(dataDir())).toEqual(['mounted']);
    await expect(open(kind, { file: dataDir('none') })).rejects.toThrow(/none cannot be read\.$/);
  });

  it('openKeys reads two keys whatever whitespace surrounds the keys', async () => {
    const file = dataDir('mounted');
    const [first, second] = [kind.create().trim(), kind.create().trim()];
    const expected = parseKeys(kind, Buffer.from(`${first}\n${second}`), 'here');
    const edge = fc.constantFrom('', ' ', '\n', '\r\n', '\n\n', '\t\n');
    const between = fc.constantFrom('\n', '\r\n', '\n\n', '\t\n');
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('', '\uFEFF'), edge, between, edge, async (mark, before, separator, after) => {
        await writeFile(file, `${mark}${before}${first}${separator}${second}${after}`);
        expect((await open(kind, { file })).current()).toEqual(expected);
      }),
      { numRuns: 40, seed: 30 },
    );
    await writeFile(file, '\n');
    await expect(open(kind, { file })).rejects.toThrow(/mounted holds no key, where/);
    await writeFile(file, 'hunter2');
    await expect(open(kind, { file })).rejects.toThrow(/mounted does not contain/);
  });

  it('openKeys refuses a wrong key file without repeating its content and leaves the file unchanged', async () => {
    await mkdir(path.dirname(fileOf(kind)), { recursive: true });
    for (const content of ['', 'hunter2', `${kind.create()}\nhunter2`, '\0']) {
      await writeFile(fileOf(kind), content);
      const refused = await open(kind).catch((error: Error) => error.message);
      expect(refused).toMatch(/(holds no key, where|does not contain) .+: .+\.$/);
      expect(refused).not.toContain('hunter2');
      expect(await readFile(fileOf(kind), 'utf8')).toBe(content);
    }
    const text = kind.create();
    expect(() => parseKeys(kind, Buffer.from(`${text}\n${text}`), 'here')).toThrow('here holds the same key twice: remove one of the two.');
    const three = [1, 2, 3].map(() => kind.create()).join('\n');
    expect(() => parseKeys(kind, Buffer.from(three), 'here')).toThrow('here holds 3 keys, and only 2 may be valid at once');
  });

  it('openKeys reads UTF-16 and UTF-8 files with a byte order mark and refuses other encodings', async () => {
    const file = dataDir('mounted');
    const text = `${kind.create().trim()}\r\n${kind.create().trim()}\r\n`;
    const { current } = await open(kind, { value: text });
    for (const encoding of ['utf16le', 'utf8'] as const) {
      await writeFile(file, `\uFEFF${text}`, encoding);
      expect((await open(kind, { file })).current()).toEqual(current());
    }
    await writeFile(file, 'Schlüssel', 'latin1');
    await expect(open(kind, { file })).rejects.toThrow(/\(line 1 is not UTF-8; save the file as UTF-8\): .+\.$/);
  });

  it('reread replaces the keys, and keeps the previous keys if the file is wrong', async () => {
    const keys = await open(kind);
    const [first] = keys.current();
    const text = await readFile(fileOf(kind), 'utf8');
    await writeFile(fileOf(kind), `${kind.create().trim()}\n${text}`);
    expect(keys.current()).toEqual([first]);
    await keys.reread();
    const both = keys.current();
    expect([both.length, both[1]]).toEqual([2, first]);
    await writeFile(fileOf(kind), 'hunter2');
    logged.length = 0;
    await keys.reread();
    expect(keys.current()).toEqual(both);
    expect(logged.join()).toMatch(/does not contain/);
    expect(logged.join()).not.toContain('hunter2');
  });
});

it('parseKeys accepts the base64 of openssl as well as base64url', async () => {
  const bytes = Buffer.alloc(32, 251);
  expect(parseKeys(visitKeys, Buffer.from(`${bytes.toString('base64')}\n`), 'here')).toEqual([bytes]);
});

it('openKeys reads signing keys in the order of their file', async () => {
  const [file, pems] = [dataDir('set.pem'), [makeSigningPem(), makeSigningPem()]];
  const read = async () => {
    await writeFile(file, pems.join('\n'));
    return (await open(signingKeys, { file })).current().map(({ id }) => id);
  };
  const ids = await read();
  pems.reverse();
  expect(await read()).toEqual(ids.reverse());
});
