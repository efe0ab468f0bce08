import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from '../workspace.mjs';

/** A site prints this address when it is ready. */
const siteAddress = /http:\/\/127\.0\.0\.1:\d+(?=\/\?museum=)/;

/** Waits until the program prints a site's address. @param {string[]} args of Node @param {NodeJS.ProcessEnv} env */
export async function startSite(args, env) {
  const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  let printed = '';
  const origin = await new Promise((/** @type {(origin: string) => void} */ resolve, reject) => {
    const read = (/** @type {Buffer} */ chunk) => {
      printed += chunk;
      const [found] = siteAddress.exec(printed) ?? [];
      if (found) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    ended.then(([code]) => reject(new Error(`${args.join(' ')} exited with ${code}:\n${printed}`)), reject);
  });
  const stop = async () => {
    child.kill();
    await ended;
  };
  return { origin, stop };
}
