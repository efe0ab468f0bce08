import { setKeySchema } from '@enfilade/shared-contracts/releases/release-set';
import { setKeyId } from '@enfilade/shared-contracts/releases/signed-set';
import { expect, it } from '@rstest/core';
import { parseKeys } from '../../http/key-files.ts';
import { makeSigningPem } from '../testing/make-signing-key.ts';
import { signingKeys } from './set-signer.ts';

const parse = (pem: string) => parseKeys(signingKeys, Buffer.from(pem), 'key.pem');

it('a parsed key has the id that browsers compute', async () => {
  const [{ id, publicKey }] = parse(makeSigningPem());
  expect(setKeySchema.parse(publicKey)).toBe(publicKey);
  expect(await setKeyId(publicKey, crypto.subtle)).toBe(id);
});

it.each([
  ['no PEM', 'secret'],
  ['a key on another curve', makeSigningPem('P-384')],
  ['a damaged key', makeSigningPem().replace(/\n.{9}/, '\n')],
])('a key file with %s is refused, and the message omits its contents', (_, text) => {
  expect(() => parse(text)).toThrow(/^key\.pem does not contain a private key on P-256 in PKCS#8 PEM: [^\n]+\.$/);
});
