import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { DevError } from './terminal.ts';

interface SiteFolders {
  root: string;
  /** Gets links in the layout of a checkout: host and platform lead to the dev server's builds. */
  place: string;
  outDirs: { host: string; server: string; platform: string };
}

/** Open pages hold requests for longer, and stored data survives a kill. */
const patienceMs = 1_000;
/** The dev server may be killed. */
const endWithParent = 'data:text/javascript,process.on("disconnect",()=>process.emit("SIGTERM"))';

/** The site has no screens. */
export function createLocalSite({ root, place, outDirs }: SiteFolders, environment: NodeJS.ProcessEnv) {
  let running: ChildProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let begin: (first: Promise<string[]>) => void = () => undefined;
  let started = new Promise<string[]>((resolve) => {
    begin = resolve;
  });
  started.catch(() => undefined);

  const link = (to: string, folder: string) => {
    mkdirSync(path.dirname(path.join(place, folder)), { recursive: true });
    symlinkSync(to, path.join(place, folder), 'junction');
  };
  for (const folder of ['infra/demo', 'infra/speech']) link(path.join(root, folder), folder);
  link(outDirs.host, 'host/dist');
  link(outDirs.platform, 'infra/platform/dist');

  /** `npm start` has another data folder, so that both can run at the same time. */
  function withWholePaths(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
    const paths = Object.entries({ ...variables, DATA_DIR: variables['DATA_DIR'] || '.data/dev' }).filter(([name]) =>
      /_(?:DIR|FILE)$/.test(name),
    );
    return { ...variables, ...Object.fromEntries(paths.map(([name, value]) => [name, value && path.resolve(root, value)])) };
  }

  async function start(): Promise<string[]> {
    // Only one process may open the data folder.
    if (running) await end(running);
    running = spawn(process.execPath, ['--import', endWithParent, path.join(outDirs.server, 'site.mjs')], {
      cwd: place,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: {
        ...withWholePaths(environment),
        HOST: '127.0.0.1',
        PORT: '0',
        LOG_LEVEL: environment['LOG_LEVEL'] || 'warn',
        // The dev server's NODE_ENV is about its builds.
        NODE_ENV: 'production',
        // Requests come from the dev server's address.
        PUBLIC_ORIGIN: '',
      },
    });
    return await firstLines(running);
  }

  return {
    /** @throws DevError if the start failed */
    async origin(): Promise<string> {
      const [line = ''] = await started.catch((cause) => {
        throw new DevError('The local site does not run: the terminal has the reason.', { cause });
      });
      return new URL(/http:\S+/.exec(line)?.[0] ?? '').origin;
    },
    isRunning: () => running !== undefined && !hasEnded(running),
    /** @returns the printed lines with addresses @throws DevError if the start fails */
    restart(): Promise<string[]> {
      const next = last.then(start, start);
      begin(next);
      [last, started] = [next, next];
      return next;
    },
    async close(): Promise<void> {
      await last.catch(() => undefined);
      if (running) await end(running);
    },
  };
}

/** Omits the operators' line, which follows the lines of the museums. */
function firstLines(child: ChildProcess): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const lines: string[] = [];
    if (child.stdout)
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (line.startsWith('Operators')) resolve(lines);
        else lines.push(line);
      });
    child.once('error', reject);
    child.once('exit', (code) => reject(new DevError(`The local site ended with ${code}; its output is above.`)));
  });
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  await ended;
  clearTimeout(timer);
}
