// Starts a release archive: `node server.mjs` is the site, `node server.mjs remotes|registry COMMAND` is the npm command of that name.
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const root = import.meta.dirname;
const [name, ...given] = process.argv.slice(2);
const programs = new Map([
  [undefined, 'infra/server/dist/site.mjs'],
  ['remotes', 'infra/cli/dist/remotes.mjs'],
  ['registry', 'infra/server/dist/registry.mjs'],
]);
const usage =
  'Usage: node server.mjs, or node server.mjs remotes|registry COMMAND; settings are variables, such as PORT=9000. --help after remotes or registry lists the commands.';
const program = programs.get(name);
if (name === '--help' || name === '-h') {
  console.log(usage);
  process.exit();
}
if (program === undefined) {
  console.error(`"${name}" is not a command.\n${usage}`);
  process.exit(2);
}
process.env['NODE_ENV'] ??= 'production';
// The name of the program in the commands' own output.
process.env['ENFILADE_PROGRAM'] = 'node server.mjs';
// Relative paths in arguments start at the caller's folder. The site's files are beside this file.
process.env['INIT_CWD'] = process.cwd();
process.argv.splice(2, Number.POSITIVE_INFINITY, ...given);
process.chdir(root);
await import(pathToFileURL(path.join(root, program)).href);
