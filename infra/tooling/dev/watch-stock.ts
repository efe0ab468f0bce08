import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, watch } from 'node:fs';
import path from 'node:path';
import { collectProblems, mapOf } from '@enfilade/server/registry/publish/build-files';
import { checkBuild } from '@enfilade/server/registry/publish/check-build';
import { readStockBuild } from '@enfilade/server/registry/publish/stock-build';
import { buildVersion, contentHash } from '@enfilade/shared-contracts/build/content-version';
import { teamFile } from '@enfilade/shared-contracts/build/remote-description';
import type { Inspected } from './local-builds.ts';
import { DevError, type Terminal } from './terminal.ts';
import { type RemoteFolder, type WatchedBuild, watchFolder } from './watch-folder.ts';

/** The dev server itself runs the preset. */
export function usesPreset(folder: string): boolean {
  const config = ['rsbuild.config.ts', 'rsbuild.config.mjs', 'rsbuild.config.js'].map((file) => path.join(folder, file)).find(existsSync);
  return config !== undefined && readFileSync(config, 'utf8').includes('remoteConfig(');
}

interface WatchStockOptions extends RemoteFolder {
  terminal: Terminal;
  onBuilt(build: Inspected): void;
}

/** The build tool must watch. Resolves after the first build. @throws DevError if package.json has no script "build", or the tool ends */
export async function watchStock({ name, folder, terminal, onBuilt }: WatchStockOptions): Promise<WatchedBuild> {
  const { scripts = {} } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { scripts?: { build?: string } };
  if (scripts.build === undefined) throw new DevError(`${folder}/package.json has no script "build". Add a script that writes dist.`);
  const dist = path.join(folder, 'dist');
  mkdirSync(dist, { recursive: true });
  // A separate process group, so that every process of the tool can be ended.
  const tool = spawn('npm', ['run', '--silent', 'build', '--', '--watch'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  let [isBuilt, isClosed] = [false, false];
  return await new Promise<WatchedBuild>((resolve, reject) => {
    const read = async () => {
      // Tools empty dist before the first build.
      if (isClosed || readdirSync(dist).length === 0) return;
      onBuilt(await inspectStockBuild(name, { folder, dist }));
      isBuilt = true;
      resolve({ close });
    };
    const declaration = watch(folder, (_, file) => void (file === teamFile && read()));
    const closeDist = watchFolder(dist, () => void read());
    async function close(): Promise<void> {
      isClosed = true;
      declaration.close();
      await closeDist();
      end(tool);
    }
    const fail = (error: Error) => void close().then(() => reject(error));
    tool.once('error', fail);
    tool.once('exit', (code) => {
      if (isClosed) return;
      const message = `\`npm run build -- --watch\` of ${name} exited with ${code}. The tool must keep running and build after each edit.`;
      terminal.problem(message);
      if (!isBuilt) fail(new DevError(message));
    });
  });
}

function end({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGTERM');
}

const messagesOf = (...errors: (readonly Error[])[]) => [...new Set(errors.flat().map(({ message }) => message))];

/** Contents and declaration determine the version. */
async function inspectStockBuild(name: string, { folder, dist }: { folder: string; dist: string }): Promise<Inspected> {
  const found = collectProblems();
  try {
    const { version = '0.0.0' } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version?: string };
    const built = buildVersion(version, contentHash([dist], [path.join(folder, teamFile)]));
    const { files } = await readStockBuild(dist, { name, version: built }, found.attempt);
    const { build, problems } = checkBuild(files, { name, isDraft: true });
    if (!build || found.problems.length > 0) return { problems: messagesOf(found.problems, problems) };
    // The scripts name no map, so the dev server looks for SCRIPT.map.
    const maps = [...build.served.keys()].flatMap((file) => {
      const map = build.private.get(mapOf(file));
      return map ? [[`${file}.map`, map] as const] : [];
    });
    return { build: { release: build.release, files: new Map([...build.served, ...maps]) } };
  } catch (error) {
    if (error instanceof Error) return { problems: messagesOf(found.problems, [error]) };
    throw error;
  }
}
