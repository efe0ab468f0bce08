import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createRsbuild } from '@rsbuild/core';
import { root } from '../../workspace.mjs';
import { modulesDir } from './modules.mjs';

// A program of its own, asked over IPC what it has used.

/** The modules of the gateway that the servers under load are made of. */
export async function bundleServers() {
  const server = path.join(root, 'infra/server');
  const rsbuild = await createRsbuild({
    cwd: server,
    rsbuildConfig: {
      mode: 'production',
      logLevel: 'error',
      source: {
        entry: {
          'site-server': path.join(server, 'http/site-server.ts'),
          'create-log': path.join(server, 'http/create-log.ts'),
          metrics: path.join(server, 'http/metrics.ts'),
          'test-gateway': path.join(server, 'gateway/testing/test-gateway.ts'),
          'load-profiles': path.join(root, 'infra/platform/content/load-profiles.ts'),
          'spending-limits': path.join(server, 'gateway/spending/spending-limits.ts'),
          clock: path.join(root, 'shared-contracts/kit/clock.ts'),
        },
      },
      output: {
        target: 'node',
        module: true,
        minify: false,
        distPath: { root: modulesDir },
        cleanDistPath: true,
        filename: { js: '[name].mjs' },
        // As in the site's own build: packages stay outside.
        externals: [
          ({ request }, callback) =>
            request && !/^(\.|\/|@enfilade\/)/.test(request) ? callback(undefined, `module ${request}`) : callback(),
        ],
      },
      tools: { rspack: { output: { library: { type: 'module' } } } },
    },
  });
  await rsbuild.build();
}

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
 * Starts a program of this folder and waits until it says that it is ready.
 * @param {string} file @param {Record<string, unknown>} [plan] @param {string[]} [execArgv]
 * @returns {Promise<Child>}
 */
export async function startChild(file, plan = {}, execArgv = []) {
  const program = path.join(root, 'infra/tooling/bench/load', file);
  const child = fork(program, [JSON.stringify(plan)], { cwd: root, execArgv });
  const ended = once(child, 'exit');
  const failed = ended.then(([code]) => Promise.reject(new Error(`${file} ended with ${code}`)));
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
