import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { bundleModules } from '../../bundle-modules.mjs';
import { root } from '../../workspace.mjs';

export async function bundleServers() {
  await bundleModules('load', {
    'site-server': 'infra/server/http/site-server.ts',
    'create-log': 'infra/server/http/create-log.ts',
    metrics: 'infra/server/http/metrics.ts',
    'test-gateway': 'infra/server/gateway/testing/test-gateway.ts',
    'load-profiles': 'infra/platform/content/load-profiles.ts',
    'spending-limits': 'infra/server/gateway/spending/spending-limits.ts',
    clock: 'shared-contracts/kit/clock.ts',
  });
}

/** @typedef {{ cpuMicros: number }} Usage */

/**
 * @typedef {object} Child
 * @property {import('node:child_process').ChildProcess} process
 * @property {number} port where it listens, if it does
 * @property {(question: object) => Promise<any>} ask
 * @property {() => Promise<Usage>} usage
 * @property {() => Promise<void>} stop
 */

/** Waits until the program is ready. @param {string} file @param {Record<string, unknown>} [plan] @returns {Promise<Child>} */
export async function startChild(file, plan = {}) {
  const program = path.join(root, 'infra/tooling/bench/load', file);
  const child = fork(program, [JSON.stringify(plan)], { cwd: root });
  const ended = once(child, 'exit');
  const failed = ended.then(([code]) => Promise.reject(new Error(`${file} exited with ${code}`)));
  failed.catch(() => undefined);
  const nextMessage = () => Promise.race([once(child, 'message').then(([message]) => message), failed]);
  const { port } = await nextMessage();
  const ask = (/** @type {object} */ question) => {
    child.send(question);
    return nextMessage();
  };
  const stop = async () => {
    child.kill('SIGKILL');
    await ended.catch(() => undefined);
  };
  return { process: child, port, ask, usage: () => ask({ usage: true }), stop };
}
