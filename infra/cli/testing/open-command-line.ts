import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { ofEachTest } from '@enfilade/server/database/testing/of-each-test';
import { createMetrics } from '@enfilade/server/http/metrics';
import type { Scope } from '@enfilade/server/registry/actions/define-action';
import { createToken, siteTokens, type Token } from '@enfilade/server/registry/api/access';
import { registerRegistryRoutes } from '@enfilade/server/registry/api/registry-routes';
import { addEndpoints } from '@enfilade/server/registry/api/routes';
import { createPipelineIdentities } from '@enfilade/server/registry/origin/pipeline-identity';
import { UnknownReleaseError } from '@enfilade/server/registry/state/registry-error';
import { type RemoteBuild, remoteFiles, writeBuild } from '@enfilade/server/registry/testing/built-remote';
import { openTemporaryRegistry, readKeys, silentLog, type TemporaryRegistry } from '@enfilade/server/registry/testing/temporary-registry';
import { createScreenErrors, errorEndpoints, type ScreenErrorBook } from '@enfilade/server/screen-errors/screen-errors';
import { createMemoryState } from '@enfilade/server/shared-state/shared-state';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { repositoryRoot } from '@enfilade/tooling/testing/repository-root';
import Fastify, { type FastifyInstance } from 'fastify';
import { type ExitCode, run, type Terminal } from '../run.ts';

export interface CommandResult {
  code: ExitCode;
  out: string;
  err: string;
}

export interface CommandLine {
  /** The command runs in the same process, against the real routes. */
  remotes(...argv: string[]): Promise<CommandResult>;
  json(...argv: string[]): Promise<unknown>;
  /** Runs a command. @returns the text on stdout */
  out(...argv: string[]): Promise<string>;
  /** Runs a command. @returns the text on stderr */
  err(...argv: string[]): Promise<string>;
  /** @returns the folder, relative to `cwd` */
  build(build?: RemoteBuild): Promise<string>;
  /** @returns the token's file */
  tokenFor(name: string, scope: Scope): Promise<string>;
  temporary: TemporaryRegistry;
  errors: ScreenErrorBook;
  app: FastifyInstance;
  origin: string;
  cwd: string;
  close(): Promise<void>;
}

export async function capture(
  argv: readonly string[],
  places: Pick<Terminal, 'packages'> & { cwd: string; env: Record<string, string>; root?: string },
): Promise<CommandResult> {
  const said = { out: '', err: '' };
  const sink = (to: keyof typeof said) => ({
    write(text: string) {
      said[to] += text;
    },
  });
  const code = await run(argv, { root: repositoryRoot, ...places, stdout: sink('out'), stderr: sink('err') });
  return { code, ...said };
}

const museumsByCode = new Map([['BELM', 'a'.repeat(24)]]);
export const unknownMuseum = 'f'.repeat(24);
export const [belmonte, cathedral] = ['a'.repeat(24), 'b'.repeat(24)];

const felt = [
  {
    version: '1.1.0',
    visits: 90,
    usableMs: { p50: 1_200, p75: 1_900 },
    inpMs: { p50: 64, p75: 96 },
    shift: { p50: 0, p75: 0.012 },
    longTaskMs: null,
  },
];

export async function openCommandLine(): Promise<CommandLine> {
  const temporary = await openTemporaryRegistry();
  const tokens: Token[] = [...(await readKeys(siteTokens, temporary.dataDir))()];
  const registry = temporary.registry();
  const errors = createScreenErrors({
    registry,
    hostDir: temporary.dataDir,
    kept: createMemoryState({ clock: systemClock }),
    nameOf: (text) => text,
    metrics: createMetrics(),
    clock: systemClock,
    log: silentLog,
  });
  const app = Fastify();
  app.get<{ Querystring: { code: string } }>('/api/museums', async ({ query }) => ({ museumId: museumsByCode.get(query.code) }));
  await registerRegistryRoutes(app, {
    registry,
    tokens: () => tokens,
    async assertMuseum(museumId) {
      if (museumId === unknownMuseum) throw new UnknownReleaseError(`This site has no museum ${museumId}.`);
    },
    // The origin is known only after `listen`.
    identities: { identify: (...given) => createPipelineIdentities({ audience: origin, clock: systemClock }).identify(...given) },
    hostDir: temporary.dataDir,
    console: {
      museumIds: [],
      describeMuseum: (museumId) => ({ name: `Museum ${museumId.charAt(0)}`, entryScreen: 'visit' }),
      healthOf: async () => ({ loads: 0, failures: 0, hours: Array.from({ length: 12 }, () => ({ loads: 0, failures: 0 })) }),
      spendingOf: async () => [],
      rolloutHealth: async () => ({ loads: 0, failures: 0 }),
      vitalsOf: async (_, name) => (name === 'visit' ? felt : []),
      sessionOf: async () => undefined,
    },
    addMore: (scope, access) => addEndpoints(scope, access, errorEndpoints, errors),
  });
  const cwd = await temporary.folder();
  const commandLine: Omit<CommandLine, 'origin'> = {
    remotes: (...argv) => capture([...argv, '--registry', origin], { cwd, env: { DATA_DIR: temporary.dataDir } }),
    async json(...argv) {
      return JSON.parse(await commandLine.out(...argv, '--json'));
    },
    out: async (...argv) => (await commandLine.remotes(...argv)).out,
    err: async (...argv) => (await commandLine.remotes(...argv)).err,
    async build(build = {}) {
      return path.relative(cwd, await writeBuild(await mkdtemp(path.join(cwd, 'dist-')), remoteFiles(build)));
    },
    async tokenFor(name, scope) {
      tokens.push(createToken(name, name, scope));
      await writeBuild(cwd, new Map([[name, `${name}\n`]]));
      return name;
    },
    temporary,
    errors,
    app,
    cwd,
    async close() {
      await errors.close();
      await app.close();
      await temporary.close();
    },
  };
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return { ...commandLine, origin };
}

export const openEachCommandLine = () => ofEachTest(openCommandLine, ({ close }) => close());
