#!/usr/bin/env node
// What `npx enfilade` runs, in the package that pack.mjs makes.
import path from 'node:path';

process.env['ENFILADE_PROGRAM'] = 'npx enfilade';
process.env['INIT_CWD'] = process.cwd();
process.env['DATA_DIR'] ??= path.join(process.cwd(), '.data');
// npm says which package npx was told to run: the site that served the package is the one to work with.
const source = process.env['npm_config_package'] ?? '';
if (/^https?:/.test(source)) process.env['ENFILADE_REGISTRY'] ??= new URL(source).origin;
const isDev = process.argv[2] === 'dev';
if (isDev) process.argv.splice(2, 1);
// The commands find their templates beside this file, the dev server finds the screen where it was called.
else process.chdir(import.meta.dirname);
await import(`./programs/${isDev ? 'dev' : 'remotes'}.mjs`);
