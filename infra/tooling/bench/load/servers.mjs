import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { bundleModules, modulesFolder } from '../../bundle-modules.mjs';
import { root } from '../../workspace.mjs';

export const bundleServers = () => bundleModules('load', { 'load-servers': 'infra/tooling/bench/load/load-servers.ts' });

/** @param {'gateway' | 'services' | 'bare'} server @param {string} [services] their origin */
export async function startServer(server, services) {
  const { origin = '', ask, stop } = await startChild(path.join(modulesFolder('load'), 'load-servers.mjs'), { server, services });
  return {
    ...{ origin, stop },
    /** @returns {Promise<number>} the microseconds of processor time so far */
    async used() {
      const { user, system } = await ask('usage');
      return user + system;
    },
  };
}

/** Sends requests from another process. @param {string} origin @param {object[]} requests of which each connection sends one after the other */
export const startLoadMaker = (origin, requests) =>
  startChild(path.join(root, 'infra/tooling/bench/load/load-maker.mjs'), { origin, requests });

/** Waits until the program is ready. @param {string} program @param {Record<string, unknown>} plan */
async function startChild(program, plan) {
  const child = fork(program, [JSON.stringify(plan)], { cwd: root });
  const ended = once(child, 'exit');
  const failed = ended.then(([code]) => Promise.reject(new Error(`${program} exited with ${code}`)));
  failed.catch(() => undefined);
  /** @returns {Promise<any>} */
  const nextMessage = () => Promise.race([once(child, 'message').then(([message]) => message), failed]);
  const { origin } = /** @type {{ origin?: string }} */ (await nextMessage());
  return {
    origin,
    /** @param {string | object} question */
    ask(question) {
      child.send(question);
      return nextMessage();
    },
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
