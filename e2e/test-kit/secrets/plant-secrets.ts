import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeCanary, type Secret } from './secret.ts';

const secretVariable = /_(?:KEY|PASSWORD|SECRET|TOKEN)$/;

/** These files replace the secrets that the first start makes. */
const files: Record<string, { name: string; make(): string }> = {
  'tokens/local': { name: 'the token of teams', make: makeCanary },
  'tokens/operator': { name: 'the password of the operator', make: makeCanary },
  // 43 letters of base64url, the form that the site requires.
  'visit.key': { name: 'the key of visits', make: makeCanary },
};

export function plantSecrets(dataDir: string): void {
  mkdirSync(path.join(dataDir, 'tokens'), { mode: 0o700 });
  for (const [file, { make }] of Object.entries(files)) {
    writeFileSync(path.join(dataDir, file), make(), { mode: 0o600 });
  }
}

export function plantedSecrets(dataDir: string): Secret[] {
  return Object.entries(files).map(([file, { name }]) => ({ name, value: readFileSync(path.join(dataDir, file), 'utf8').trim() }));
}

export function secretsOf(env: Record<string, string>): Secret[] {
  return Object.entries(env)
    .filter(([name, value]) => secretVariable.test(name) && value.length >= 8)
    .map(([name, value]) => ({ name, value }));
}
