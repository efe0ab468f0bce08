import { spawn } from 'node:child_process';
import { root } from '../workspace.mjs';

/** A site prints this address when it is ready. */
export const siteAddress = /http:\/\/127\.0\.0\.1:\d+(?=\/\?museum=)/;

/** @typedef {{ origin: string, stop(): Promise<void> }} Started */

/**
 * Waits until the command prints an address that `matches`.
 * @param {string} command @param {string[]} args @param {Record<string, string>} env @param {RegExp} matches
 * @returns {Promise<Started>}
 */
export function startProcess(command, args, env, matches) {
  const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  const ended = new Promise((resolve) => child.on('exit', resolve));
  return new Promise((resolve, reject) => {
    const read = (/** @type {Buffer} */ chunk) => {
      printed += chunk;
      const origin = printed.match(matches)?.[0];
      if (!origin) return;
      const stop = async () => {
        const group = -(child.pid ?? 0);
        process.kill(group, 'SIGTERM');
        await ended;
        // npm and its shell end before the site.
        while (isAlive(group)) await new Promise((resolve) => setTimeout(resolve, 20));
      };
      resolve({ origin, stop });
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.on('exit', (code) => reject(new Error(`${command} exited with ${code}:\n${printed}`)));
  });
}

/** @param {number} group */
function isAlive(group) {
  try {
    process.kill(group, 0);
    return true;
  } catch {
    return false;
  }
}
