import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import type { Site } from '@enfilade/server/main/start-site';
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

/** The site on this machine, in a process of its own, which is restarted when its servers change. */
export function createLocalSite(folders: SiteFolders, environment: NodeJS.ProcessEnv) {
  let running: ChildProcess | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let place = deferred();

  async function start(program: string): Promise<SiteMessage> {
    const before = running;
    if (before) place = deferred();
    const { settle } = place;
    try {
      // Both may not have the data folder open.
      if (before) await end(before);
      running = fork(program, [JSON.stringify(folders)], {
        cwd: folders.root,
        env: {
          ...environment,
          HOST: '127.0.0.1',
          PORT: '0',
          // The dev server's own concerns what it builds.
          NODE_ENV: 'production',
          // Visitors of this site come by the dev server's address.
          PUBLIC_ORIGIN: '',
          // Beside the data of `npm start`, which may run at the same time.
          DATA_DIR: environment['DATA_DIR'] || path.join(folders.root, '.data/dev'),
        },
      });
      const message = await firstMessage(running);
      settle(message.origin);
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
      if (running) await end(running);
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
