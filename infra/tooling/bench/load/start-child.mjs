// A program of its own, asked over IPC what it has used.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { root } from '../../scripts/workspace.mjs';

/** @typedef {{ cpuMicros: number, rss: number }} Usage */

/**
 * @typedef {object} Child
 * @property {import('node:child_process').ChildProcess} process
 * @property {number} port where it listens, if it does
 * @property {(question: object) => Promise<any>} ask
 * @property {() => Promise<Usage>} usage
 * @property {() => Promise<void>} stop
 */

/**
 * Starts a program of `children` and waits until it says that it is ready.
 * @param {string} file @param {Record<string, unknown>} [plan] @param {string[]} [execArgv]
 * @returns {Promise<Child>}
 */
export async function startChild(file, plan = {}, execArgv = []) {
  const program = path.join(root, 'infra/tooling/bench/load/children', file);
  const child = fork(program, [JSON.stringify(plan)], { cwd: path.join(root, 'infra'), execArgv });
  const ended = once(child, 'exit');
  const failed = ended.then(([code]) => Promise.reject(new Error(`${file} ended with ${code}`)));
  failed.catch(() => undefined);
  const hear = () => Promise.race([once(child, 'message').then(([message]) => message), failed]);
  const { port } = await hear();
  const ask = (/** @type {object} */ question) => {
    child.send(question);
    return hear();
  };
  const stop = async () => {
    child.kill('SIGKILL');
    await ended.catch(() => undefined);
  };
  return { process: child, port, ask, usage: () => ask({ usage: true }), stop };
}
