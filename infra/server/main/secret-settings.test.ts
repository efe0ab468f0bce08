import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@rstest/core';
import { folderOfEachTest } from '../database/testing/of-each-test.ts';
import { parseKeys } from '../http/key-files.ts';
import { signingKeys } from '../registry/signing/set-signer.ts';
import { parseSettings, secretsInKeyFiles, secretsOf } from './settings.ts';
import { problemsOf } from './testing/problems-of.ts';

describe('secrets in files', () => {
  const folder = folderOfEachTest();
  const write = async (text: string | Buffer) => {
    const file = folder(String(Math.random()));
    await writeFile(file, text);
    return file;
  };

  it('a setting’s _FILE form reads the secret from a file without the final line break, and secretsOf returns the secret', async () => {
    const llm = { LLM_URL: 'https://llm.example.org', LLM_MODEL: 'm', LLM_KEY_FILE: await write('sk-llm\n') };
    const address = 'postgres://name:sesame@db.example.org/registry';
    const settings = parseSettings({ ...llm, DATABASE_URL_FILE: await write(`${address}\r\n`) });
    expect([settings.upstreams.llm?.key, settings.DATABASE_URL]).toEqual(['sk-llm', address]);
    expect(secretsOf(settings)).toEqual([address, 'sesame', 'sesame', 'sk-llm']);
  });

  it('a secret’s file may be UTF-16 with a byte order mark, and other encodings than UTF-8 are refused', async () => {
    const password = await write(Buffer.from('\uFEFFschlüssel\r\n', 'utf16le'));
    const hosted = { MIDDLEWARE_URL: 'https://middleware.example.org\r', MIDDLEWARE_EMAIL: 'a@example.org' };
    expect(parseSettings({ ...hosted, MIDDLEWARE_PASSWORD_FILE: password }).upstreams.middleware).toMatchObject({
      url: 'https://middleware.example.org',
      password: 'schlüssel',
    });
    const latin = await write(Buffer.from('schlüssel', 'latin1'));
    expect(problemsOf({ ...hosted, MIDDLEWARE_PASSWORD_FILE: latin })).toContain(
      'MIDDLEWARE_PASSWORD_FILE names a file that cannot be read (line 1 is not UTF-8; save the file as UTF-8)',
    );
  });

  it('secretsInKeyFiles reads the site’s own key files and the named key files, in UTF-8 and UTF-16', async () => {
    const pem = signingKeys.create();
    await mkdir(folder(path.dirname(signingKeys.file)));
    await writeFile(folder(signingKeys.file), pem);
    const settings = parseSettings({
      DATA_DIR: folder(),
      VISIT_KEY_FILE: await write('visit-key\n'),
      SESSION_KEY_FILE: await write(Buffer.from('\uFEFFsession-key\r\n', 'utf16le')),
      SITE_TOKEN_FILE: folder('not-there'),
    });
    expect(secretsInKeyFiles(settings)).toEqual(['visit-key', 'session-key', ...secretsOf(parseSettings({ SIGNING_KEY: pem }))]);
  });

  it('secretsOf returns each line of a signing key except the PEM header and footer', () => {
    const pem = signingKeys.create();
    for (const SIGNING_KEY of [pem, pem.replaceAll('\n', '\\n')]) {
      const secrets = secretsOf(parseSettings({ SIGNING_KEY }));
      expect(secrets).toEqual(pem.split('\n').filter((line) => line !== '' && !line.startsWith('-----')));
      expect(parseKeys(signingKeys, Buffer.from(SIGNING_KEY), 'the test')).toHaveLength(1);
    }
  });

  it('every secret setting has a _FILE form, which is refused if the file is missing or empty', async () => {
    const names = 'DATABASE_URL VALKEY_URL OIDC_CLIENT_SECRET MIDDLEWARE_PASSWORD VAPI_PRIVATE_KEY TTS_KEY STT_KEY';
    for (const name of names.split(' ')) {
      const problems = async (file: string) =>
        problemsOf({ [`${name}_FILE`]: file }).filter((problem) => problem.startsWith(`${name}_FILE`));
      expect(await problems(folder('none'))).toEqual([`${name}_FILE names a file that cannot be read`]);
      expect(await problems(await write('\n'))).toEqual([`${name}_FILE names a file that is empty`]);
    }
  });

  it('setting a secret and its _FILE form together is refused', async () => {
    for (const name of ['STT_KEY', 'VISIT_KEY', 'SESSION_KEY', 'SITE_TOKEN', 'SIGNING_KEY'])
      expect(problemsOf({ [name]: 'x', [`${name}_FILE`]: await write('x') })).toContain(
        `${name} and ${name}_FILE are both set: leave one of them out`,
      );
  });
});

describe('settings of the identity provider', () => {
  const oidc = {
    OIDC_ISSUER: 'https://login.example.org/realms/m',
    OIDC_CLIENT_ID: 'enfilade',
    PUBLIC_ORIGIN: 'https://guide.example.org',
  };
  const OIDC_GROUPS = '{"museum-it":"*","belmonte":["6610a1b2c3d4e5f601000001"]}';

  it('an identity provider needs OIDC_GROUPS with the museums of each group', () => {
    const groups = { 'museum-it': '*', belmonte: ['6610a1b2c3d4e5f601000001'] };
    expect(parseSettings({ ...oidc, OIDC_GROUPS })).toMatchObject({ OIDC_GROUPS: groups });
    expect(problemsOf(oidc)).toEqual(['OIDC_GROUPS is missing beside OIDC_ISSUER']);
    expect(secretsOf(parseSettings({ ...oidc, OIDC_GROUPS, OIDC_CLIENT_SECRET: 'sesame' }))).toEqual(['sesame']);
  });

  it.each([
    ['OIDC_GROUPS', 'museum-it'],
    ['OIDC_GROUPS', '{"belmonte":[]}'],
    ['OIDC_GROUPS', '{"belmonte":["palazzo"]}'],
    ['OIDC_ISSUER', 'http://login.example.org'],
    ['OIDC_ISSUER', 'https://login.example.org/?tenant=1'],
    ['OIDC_SCOPE', 'email'],
  ])('%s=%s is refused', (name, value) => {
    expect(problemsOf({ ...oidc, OIDC_GROUPS, [name]: value }).join()).toMatch(new RegExp(`^${name}[. ]`));
  });
});
