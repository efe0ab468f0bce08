// `npm start` builds what is stale in a separate process, which frees its memory, then becomes the site.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { buildVersion } from '../../../shared-contracts/build/content-version.mjs';
import { inputHash, root, stalePackages } from '../workspace.mjs';

/** `museumId`: the museum that runs the screen. @type {readonly { folder: string, museumId?: string }[]} */
const examples = [{ folder: 'examples/whats-on', museumId: '6610a1b2c3d4e5f601000005' }, { folder: 'examples/without-react' }];

/**
 * Publishes the examples that are not published yet, and pins them at their museums, as a team with its own repository does.
 * @param {{ origin: string, tokenFile: string, museums: readonly { id: string, name: string }[] }} site
 * @throws Error with the message of a build or of the registry
 */
async function publishExamples({ origin, tokenFile, museums }) {
  // A site without the demo's museums runs no example.
  if (!examples.some(({ museumId }) => museums.some(({ id }) => id === museumId))) return;
  const [token = ''] = readFileSync(tokenFile, 'utf8').trim().split(/\s+/);
  const place = ['--registry', origin, '--token-file', path.resolve(tokenFile)];
  for (const { folder, museumId } of examples) {
    const { name } = readJson(folder, 'enfilade.json');
    const version = buildVersion(readJson(folder, 'package.json').version, inputHash(folder));
    const release = `${origin}/registry/v1/remotes/${name}/versions/${version}/release`;
    const { ok: isPublished } = await fetch(release, { headers: { authorization: `Bearer ${token}` } });
    if (isPublished) continue;
    if (stalePackages([folder]).length > 0) await run('infra/tooling/scripts/build.mjs', folder);
    await run('infra/cli/dist/remotes.mjs', 'publish', `${folder}/dist`, '--name', name, '--version', version, ...place);
    const museum = museums.find(({ id }) => id === museumId);
    if (!museum) continue;
    await run('infra/cli/dist/remotes.mjs', 'pin', `${name}@${version}`, '--museum', museum.id, ...place);
    console.log(`${museum.name} now runs ${name} ${version}, the screen of ${folder}.`);
  }
}

/** @param {string[]} names @returns {any} */
const readJson = (...names) => JSON.parse(readFileSync(path.join(root, ...names), 'utf8'));

/** A separate process frees its memory at the end. The output is shown only if the program fails. @param {string[]} args */
async function run(...args) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, INIT_CWD: root } });
  const end = () => child.kill();
  process.once('exit', end).once('SIGINT', end).once('SIGTERM', end);
  const [printed, told, [status, signal]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  process.off('exit', end).off('SIGINT', end).off('SIGTERM', end);
  if (status !== 0) throw new Error(signal ? '' : `${printed}${told}`.trim());
}

if (process.argv.length > 2) {
  console.error('npm start takes no options. Set environment variables instead, such as PORT=9000 npm start.');
  process.exit(2);
}
process.chdir(root);
if (stalePackages().length > 0) {
  const building = spawn(process.execPath, [path.join(root, 'infra/tooling/scripts/build.mjs')], { stdio: 'inherit' });
  const end = () => building.kill();
  process.on('SIGINT', end);
  const [status] = await once(building, 'exit');
  process.off('SIGINT', end);
  if (status !== 0) process.exit(status ?? 1);
}
const { started } = await import(pathToFileURL(path.join(root, 'infra/server/dist/site.mjs')).href);
const site = await started;
if (site && process.env['NODE_ENV'] !== 'production') {
  // The message is empty if the site was stopped during a build.
  await publishExamples(site).catch(({ message }) => message && console.error(`An example was not published: ${message}`));
}
