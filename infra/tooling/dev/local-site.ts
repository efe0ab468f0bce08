import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import type { Site } from '@enfilade/server/main/start-site';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { DevError } from './terminal.ts';

/** What the local site's process tells the dev server once it listens. */
export type SiteMessage = Pick<Site, 'origin' | 'museums'>;

/** Folders the local site is made of. */
export interface SiteFolders {
  root: string;
  hostDir: string;
  voiceDir: string;
  /** The built platform that the site loads. */
  platformProgram: string;
}

const patienceMs = 8_000;
/** After a start, when the page that waited for it is drawn. */
const preparingAfterMs = 1_000;

/** The site on this machine, in a process of its own, which is restarted when its servers change. */
export function createLocalSite(folders: SiteFolders, environment: NodeJS.ProcessEnv, clock: Clock) {
  const { root } = folders;
  let running: ChildProcess | undefined;
  /** The next start's process, which has loaded its packages already. */
  let prepared: ChildProcess | undefined;
  let cancelPreparing = () => {};
  let turn: Promise<unknown> = Promise.resolve();
  let place = deferred();

  const forkProcess = () =>
    fork(path.join(root, 'infra/tooling/dev/site-process.mjs'), {
      cwd: root,
      env: {
        ...environment,
        HOST: '127.0.0.1',
        PORT: '0',
        // The dev server's own concerns what it builds.
        NODE_ENV: 'production',
        // Visitors of this site come by the dev server's address.
        PUBLIC_ORIGIN: '',
        // Beside the data of `npm start`, which may run at the same time.
        DATA_DIR: environment['DATA_DIR'] || path.join(root, '.data/dev'),
      },
    });

  async function start(program: string): Promise<SiteMessage> {
    cancelPreparing();
    const before = running;
    if (before) place = deferred();
    const child = prepared?.connected ? prepared : forkProcess();
    prepared = undefined;
    running = child;
    const { settle } = place;
    try {
      const first = firstMessage(child);
      // Both may not have the data folder open.
      if (before) await Promise.race([end(before), first]);
      child.send({ run: { program, folders } });
      const message = await first;
      settle(message.origin);
      cancelPreparing = clock.after(preparingAfterMs, () => {
        prepared = forkProcess();
        prepared.send({ prepare: { program, folders } });
      });
      return message;
    } catch (error) {
      settle(new DevError('The local site does not run; see the terminal.'));
      throw error;
    }
  }

  return {
    /** Waits while the site starts. @throws DevError when it has ended by itself */
    origin: async (): Promise<string> => {
      const found = await place.value;
      if (found instanceof DevError) throw found;
      return found;
    },
    /** Ends the process that runs, if any, and starts one. @throws DevError when that one ends before it listens */
    restart(program: string): Promise<SiteMessage> {
      const started = turn.then(() => start(program));
      turn = started.catch(() => undefined);
      return started;
    },
    async close(): Promise<void> {
      await turn;
      cancelPreparing();
      await Promise.all([running, prepared].map((child) => child && end(child)));
    },
  };
}

function deferred(): { value: Promise<string | DevError>; settle(value: string | DevError): void } {
  let settle: (value: string | DevError) => void = () => undefined;
  const value = new Promise<string | DevError>((resolve) => {
    settle = resolve;
  });
  return { value, settle };
}

function firstMessage(child: ChildProcess): Promise<SiteMessage> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as SiteMessage));
    child.once('error', reject);
    child.once('exit', (code) => reject(new DevError(`The local site ended with ${code}; its words stand above.`)));
  });
}

/** In order; a site that does not end is ended. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  await ended;
  clearTimeout(timer);
}
