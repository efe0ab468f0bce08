import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Arguments, readOptionalText, UsageError } from '@enfilade/server/registry/actions/arguments';
import { gatewayErrorSchema } from '@enfilade/shared-contracts/api/gateway-error';
import { codeResponseSchema } from '@enfilade/shared-contracts/api/schemas';
import { pipelineTokenSchema } from '@enfilade/shared-contracts/api/version-schemas';
import { decodeText } from '@enfilade/shared-contracts/kit/decode-text';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { entityIdSchema } from '@enfilade/shared-contracts/museum/id';
import { request } from 'undici';
import { z } from 'zod';
import { CommandFailedError, NotFoundError, type RegistryClient, type RegistryRequest } from './command.ts';

/** The registry compresses the files of a build before it answers a publish. */
const responseLimitMs = 120_000;

function createRegistryClient(url: string, token: string): RegistryClient {
  return {
    url,
    async call(call) {
      const { statusCode, bytes } = await send(url, token, call);
      const json = parseJson(bytes.toString('utf8'));
      if (statusCode >= 300) throw refusal(url, statusCode, json);
      const parsed = z.safeParse(call.response, json);
      if (parsed.success) return parsed.data;
      throw new CommandFailedError(`The registry at ${url} answered in an unknown form; use the command line of the same release.`);
    },
  };
}

type Sent = Omit<RegistryRequest<z.core.$ZodType>, 'response'>;

async function send(url: string, token: string | undefined, call: Sent): Promise<{ statusCode: number; bytes: Buffer }> {
  const body = call.archive ?? (call.json && JSON.stringify(call.json));
  try {
    const { statusCode, body: response } = await request(`${url}/registry/v1${call.path}`, {
      method: call.method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        accept: 'application/json',
        ...(body && { 'content-type': call.archive ? 'application/gzip' : 'application/json' }),
      },
      ...(body && { body }),
      // An open connection would keep the finished command from exiting.
      reset: true,
      headersTimeout: responseLimitMs,
      bodyTimeout: responseLimitMs,
    });
    return { statusCode, bytes: Buffer.from(await response.arrayBuffer()) };
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    throw new CommandFailedError(`The registry at ${url} does not answer${reason}; start the site, or name another with --registry.`, {
      cause,
    });
  }
}

function refusal(url: string, statusCode: number, json: unknown): CommandFailedError {
  const sentence = sentenceOf(url, statusCode, json);
  return statusCode === 404 ? new NotFoundError(sentence) : new CommandFailedError(sentence);
}

function sentenceOf(url: string, statusCode: number, json: unknown): string {
  const error = gatewayErrorSchema.safeParse(json).data;
  if (!error) return `What answers at ${url} is not a release registry (status ${statusCode}); pass a registry’s address with --registry.`;
  if (error.code === 'unauthorized')
    return `The registry at ${url} does not accept this token; pass the right token with --token-file or in ENFILADE_TOKEN.`;
  return error.message;
}

/** Returns a text that is not a museum's code unchanged; the caller validates the text. */
export async function findMuseumId(text: string, site: string): Promise<string> {
  if (z.safeParse(entityIdSchema, text).success || !/^[\w-]{1,40}$/.test(text)) return text;
  const asked = request(`${site}/api/museums?${new URLSearchParams({ code: text })}`, { reset: true });
  const answer = await asked.then(({ body }) => body.text()).catch(() => '');
  return z.safeParse(codeResponseSchema, parseJson(answer)).data?.museumId ?? text;
}

const localSite = ({ PORT }: CliEnvironment['env']) => `http://127.0.0.1:${PORT && PORT !== '0' ? PORT : 8080}`;
/** A header may contain these characters. */
const tokenPattern = /^[\w-]{1,256}$/;

export interface CliEnvironment {
  cwd: string;
  /** The repository, which contains the site's data unless DATA_DIR is set. */
  root: string;
  env: Readonly<Record<string, string | undefined>>;
}

export const commonOptions = {
  registry: { type: 'string' },
  'token-file': { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** No slash at the end. @throws UsageError */
export function readRegistryUrl(given: Arguments, { env }: Pick<CliEnvironment, 'env'>): string {
  const named = readOptionalText(given, 'registry');
  const text = named ?? (env['ENFILADE_REGISTRY'] || localSite(env));
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url && /^https?:$/.test(url.protocol) && !(url.username || url.password || url.search || url.hash);
  if (!isPlain)
    throw new UsageError(`${named === undefined ? 'ENFILADE_REGISTRY' : '--registry'} must be an http or https address, not "${text}"`);
  return url.href.replace(/\/+$/, '');
}

type Environment = CliEnvironment['env'];

/** Undefined outside a pipeline. @throws CommandFailedError */
async function identityToken(audience: string, env: Environment): Promise<string | undefined> {
  // GitLab puts the token into the environment; GitHub issues a token on request.
  const { ENFILADE_ID_TOKEN: given, ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: token } = env;
  if (given) return given;
  if (!url || !token) return undefined;
  const address = new URL(url);
  address.searchParams.set('audience', audience);
  const problem = 'The pipeline does not issue an identity token; try again, or grant the job the permission (id-token: write).';
  const answer = await fetch(address, { headers: { accept: 'application/json', authorization: `Bearer ${token}` } })
    .then((response): Promise<unknown> => response.json())
    .catch((cause: unknown) => {
      throw new CommandFailedError(problem, { cause });
    });
  const found = z.safeParse(z.object({ value: z.string() }), answer);
  if (found.success) return found.data.value;
  throw new CommandFailedError(problem);
}

/** Exchanges the identity of this pipeline run for a token; undefined outside a pipeline. @throws CommandFailedError */
async function openForPipeline(url: string, remote: string, env: Environment): Promise<RegistryClient | undefined> {
  const idToken = await identityToken(new URL(url).origin, env);
  if (idToken === undefined) return undefined;
  const { statusCode, bytes } = await send(url, undefined, { method: 'POST', path: `/remotes/${remote}/token`, json: { idToken } });
  const json = parseJson(bytes.toString('utf8'));
  const answer = z.safeParse(pipelineTokenSchema, json);
  if (answer.success) return createRegistryClient(url, answer.data.secret);
  throw new CommandFailedError(gatewayErrorSchema.safeParse(json).data?.message ?? sentenceOf(url, statusCode, json));
}

/**
 * The token comes from `--token-file`, ENFILADE_TOKEN, the data folder of a site on this machine, or the identity of a pipeline, in this order.
 * @param publishing the remote to publish, for which a pipeline gets a token
 * @throws CommandFailedError if no token is found
 */
export async function openClient(
  url: string,
  given: Arguments,
  { cwd, root, env }: CliEnvironment,
  publishing?: string,
): Promise<RegistryClient> {
  const named = readOptionalText(given, 'token-file');
  const { ENFILADE_TOKEN: ofEnvironment = '' } = env;
  if (named === undefined && ofEnvironment !== '') {
    if (tokenPattern.test(ofEnvironment.trim())) return createRegistryClient(url, ofEnvironment.trim());
    throw new CommandFailedError('ENFILADE_TOKEN holds no token.');
  }
  const file = named === undefined ? path.resolve(root, env['DATA_DIR'] || '.data', 'tokens/local') : path.resolve(cwd, named);
  const read = readFile(file).then(decodeText);
  const token = await read.catch(async (cause: unknown) => {
    const client = named === undefined && publishing !== undefined ? await openForPipeline(url, publishing, env) : undefined;
    if (client) return client;
    throw new CommandFailedError(
      `The token file ${file} cannot be read; start the site once, or name one with --token-file or in ENFILADE_TOKEN.`,
      { cause },
    );
  });
  if (typeof token !== 'string') return token;
  // The file of the site's own token holds two tokens during a rotation.
  const [first = ''] = token.trim().split(/\s+/);
  if (tokenPattern.test(first)) return createRegistryClient(url, first);
  throw new CommandFailedError(`${file} holds no token; pass the right file with --token-file.`);
}
