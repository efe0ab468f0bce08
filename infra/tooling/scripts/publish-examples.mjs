// `npm start` adds the screens of `examples/` to a running demo site, as a team with its own repository does.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { buildVersion } from '../../../shared-contracts/build/content-version.mjs';
import { inputHash, root, stalePackages } from '../workspace.mjs';

/** `museumId`: the museum that runs the screen. @type {readonly { folder: string, museumId?: string }[]} */
const examples = [{ folder: 'examples/whats-on', museumId: '6610a1b2c3d4e5f601000005' }, { folder: 'examples/without-react' }];

/**
 * Publishes the examples that are not published yet, and pins them at their museums.
 * @param {{ origin: string, tokenFile: string, museums: readonly { id: string, name: string }[] }} site
 * @throws Error with the message of a build or of the registry
 */
export async function publishExamples({ origin, tokenFile, museums }) {
  // A site without the demo's museums runs no example.
  if (!examples.some(({ museumId }) => museums.some(({ id }) => id === museumId))) return;
  const [token = ''] = readFileSync(tokenFile, 'utf8').trim().split(/\s+/);
  const call = async (/** @type {string} */ place, /** @type {RequestInit} */ init = {}) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${origin}/registry/v1${place}`, { headers, ...init });
    const json = await answer.json();
    if (!answer.ok && answer.status !== 404) throw new Error(json.message);
    return json;
  };
  for (const { folder, museumId } of examples) {
    const { name } = readJson(folder, 'enfilade.json');
    const version = buildVersion(readJson(folder, 'package.json').version, inputHash(folder));
    const { versions = [] } = await call(`/remotes/${name}/versions`);
    const isPublished = versions.some((/** @type {{ version: string }} */ each) => each.version === version);
    if (!isPublished) {
      if (stalePackages([folder]).length > 0) await run('infra/tooling/scripts/build.mjs', folder);
      const place = ['--registry', origin, '--token-file', path.resolve(tokenFile)];
      await run('infra/cli/dist/remotes.mjs', 'publish', `${folder}/dist`, '--name', name, '--version', version, ...place);
    }
    const museum = museums.find(({ id }) => id === museumId);
    if (museum && mayPin(await recordsOf(call, museum.id), name, version)) {
      await call(`/museums/${museum.id}/pins/${name}`, { method: 'PUT', body: JSON.stringify({ version }) });
      console.log(`${museum.name} now runs ${name} ${version}, the screen of ${folder}.`);
    }
  }
}

/** @param {(place: string) => Promise<any>} call @param {string} museumId @returns {Promise<any[]>} of the audit log, oldest first */
async function recordsOf(call, museumId) {
  const records = [];
  for (let next = 0; next !== undefined; ) {
    const page = await call(`/audit?${new URLSearchParams({ museum: museumId, after: String(next) })}`);
    records.push(...page.records);
    next = page.next;
  }
  return records;
}

/**
 * A start may pin the version if the museum has no record about the screen, or runs another build of a start.
 * @param {readonly { payload: { name?: string, version?: string } }[]} records of the museum, oldest first
 * @param {string} name @param {string} version
 */
export function mayPin(records, name, version) {
  const last = records.findLast(({ payload }) => payload.name === name)?.payload;
  return last === undefined || (last.version !== version && last.version?.includes('-dev.') === true);
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
