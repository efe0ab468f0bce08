import { readFileSync } from 'node:fs';
import { createProxyAgent, ProxyAddressError } from '@enfilade/server/http/kit';
import { setGlobalDispatcher } from 'undici';
import { exitCodes, run } from './run.ts';

// The entry of `npm run remotes`, run from the repository's root. npm sets INIT_CWD to the caller's folder.
const root = process.cwd();
try {
  setGlobalDispatcher(createProxyAgent());
} catch (error) {
  if (!(error instanceof ProxyAddressError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(exitCodes.failed);
}
/** Only the package.json of @enfilade/remote has this field. */
const { enfilade: packages } = JSON.parse(readFileSync('package.json', 'utf8')) as { enfilade?: Record<string, string> };
process.exitCode = await run(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.env['INIT_CWD'] ?? root,
  root,
  ...(packages && { packages }),
});
