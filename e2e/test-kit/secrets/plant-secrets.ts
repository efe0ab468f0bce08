import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeCanary, type Secret } from './secret.ts';

/** The environment's names of secrets. */
const secretVariable = /_(?:KEY|PASSWORD)$/;

/** Puts secrets that can be recognised into an empty data folder, where the site would make its own at the first start. */
export function plantSecrets(dataDir: string): Secret[] {
  const [token, password] = [makeCanary(), makeCanary()];
  // 32 bytes, as the site wants them.
  const visitKey = `CANARY-${randomUUID().replaceAll('-', '').slice(0, 25)}`;
  mkdirSync(path.join(dataDir, 'tokens'), { mode: 0o700 });
  writeFileSync(path.join(dataDir, 'tokens/local'), `${token}\n`, { mode: 0o600 });
  writeFileSync(path.join(dataDir, 'tokens/operator'), `${password}\n`, { mode: 0o600 });
  writeFileSync(path.join(dataDir, 'visit.key'), visitKey, { mode: 0o600 });
  return [
    { name: 'the token of teams', value: token },
    { name: 'the password of the operator', value: password },
    { name: 'the key of visits', value: visitKey },
  ];
}

/** The secrets a site is given by its environment. */
export function secretsOf(env: Record<string, string>): Secret[] {
  return Object.entries(env)
    .filter(([name, value]) => secretVariable.test(name) && value.length >= 8)
    .map(([name, value]) => ({ name, value }));
}
