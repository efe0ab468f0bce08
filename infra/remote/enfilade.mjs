#!/usr/bin/env node
// The program of `npx enfilade`, in the package @enfilade/remote.
import { readFileSync } from 'node:fs';
import path from 'node:path';

process.env['ENFILADE_PROGRAM'] = 'npx enfilade';
process.env['INIT_CWD'] = process.cwd();
process.env['DATA_DIR'] ??= path.join(process.cwd(), '.data');
process.env['ENFILADE_REGISTRY'] ??= findSite();
const isDev = process.argv[2] === 'dev';
if (isDev) {
  process.argv.splice(2, 1);
  if (!process.argv.includes('--against') && process.env['ENFILADE_REGISTRY'])
    process.argv.push('--against', process.env['ENFILADE_REGISTRY']);
  // Each edit makes a version, so a fixed version must not be set.
  delete process.env['ENFILADE_VERSION'];
}
// The commands find their templates beside this file, and the dev server finds the screen in the caller's folder.
else process.chdir(import.meta.dirname);
await import(`./programs/${isDev ? 'dev' : 'remotes'}.mjs`);

/** npm has the address that npx ran, and package.json the address that a repository has installed. */
function findSite() {
  const addresses = [process.env['npm_config_package'], readDependencies()['@enfilade/remote']];
  const address = addresses.find((each) => /^https?:/.test(each ?? ''));
  return address === undefined ? '' : new URL(address).origin;
}

/** @returns {Record<string, string>} */
function readDependencies() {
  try {
    const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    return { ...dependencies, ...devDependencies };
  } catch {
    return {};
  }
}
