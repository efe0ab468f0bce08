import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { loadContent } from '@enfilade/platform/content/load-content';
import type * as Platform from '@enfilade/platform/platform';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { listen } from '../listen.ts';
import { apiKey, model, startTranscriptionService } from '../transcription-service.ts';
import { echoError, echoHeaders, noCredential, type Slip, sayingSlip, slipOf, withSlip } from './echo.ts';
import { makeCanary, type Secret } from './secret.ts';

/** Each answer repeats the request's credential in body, headers and status line. */
export interface EchoingServices {
  /** Settings of a site that uses all services. */
  env: Record<string, string>;
  /** Settings of a site with its own platform and a hosted transcription service. */
  hearingEnv: Record<string, string>;
  /** The site's keys, and the middleware's tokens. */
  credentials(): Secret[];
  /** Number of transcription requests. */
  heard(): number;
  /** Normal answers, answers that contain the credential, or refusals with a status. */
  behave(how: Behaviour): void;
  close(): Promise<void>;
}

type Behaviour = 'well' | 'tell' | 401 | 500;

interface Exchange {
  request: IncomingMessage;
  body: Buffer;
}

const transcriptions = '/v1/audio/transcriptions';
const questions = 'Who built this house?\nWhen was it built?\nWho lived here?';
const infra = path.resolve(import.meta.dirname, '../../../infra');
const email = 'gateway@museums.invalid';

/** Hosted services have other ports than the site. */
async function startPlatform(keys: Record<'MIDDLEWARE_PASSWORD' | 'VAPI_PRIVATE_KEY', string>) {
  const { createPlatform }: typeof Platform = await import(pathToFileURL(path.join(infra, 'platform/dist/embedded.mjs')).href);
  const { app: platform } = await createPlatform({
    content: await loadContent(path.join(infra, 'demo')),
    credential: { email, password: keys.MIDDLEWARE_PASSWORD },
    vapiKey: keys.VAPI_PRIVATE_KEY,
    clock: systemClock,
    speechProgram: path.join(infra, 'speech/main.mjs'),
  });
  return { url: await platform.listen({ port: 0, host: '127.0.0.1' }), close: () => platform.close() };
}

export async function startEchoingServices(): Promise<EchoingServices> {
  const keys = { MIDDLEWARE_PASSWORD: makeCanary(), VAPI_PRIVATE_KEY: makeCanary(), LLM_KEY: makeCanary(), TTS_KEY: makeCanary() };
  const sttKey = makeCanary();
  const [platform, transcription] = await Promise.all([startPlatform(keys), startTranscriptionService()]);
  const used = new Map<string, string>();
  let behaviour: Behaviour = 'well';
  let heard = 0;

  const isHearing = ({ url, headers }: IncomingMessage) => url === transcriptions && headers.authorization === `Bearer ${sttKey}`;
  const isSpeaking = ({ url, headers }: IncomingMessage) =>
    url?.startsWith('/v1/text-to-speech/') && headers['xi-api-key'] === keys.TTS_KEY;
  const isCompleting = ({ url, headers }: IncomingMessage) =>
    url === '/v1/chat/completions' && headers.authorization === `Bearer ${keys.LLM_KEY}`;
  const ask = async ({ request, body }: Exchange): Promise<Response> => {
    if (isHearing(request)) return forward(new URL(transcription.url).origin, { request, body }, { authorization: `Bearer ${apiKey}` });
    if (isCompleting(request)) return Response.json({ choices: [{ message: { content: questions } }] });
    if (isSpeaking(request)) return new Response('ID3', { headers: { 'content-type': 'audio/mpeg' } });
    return forward(platform.url, { request, body }, {});
  };
  const remember = (slip: Slip, address: string) => {
    const said = [slip.credential.replace(/^Bearer /, ''), /"password":"([^"]+)"/.exec(slip.asked)?.[1]];
    for (const value of said) if (value && value !== noCredential) used.set(value, address);
  };
  const answer = async ({ request, body }: Exchange, response: ServerResponse): Promise<void> => {
    const slip = slipOf(request.headers, body);
    remember(slip, request.url ?? '/');
    if (isHearing(request)) heard += 1;
    if (typeof behaviour === 'number') refuse(response, behaviour, slip);
    else await pass(await ask({ request, body }), response, { slip, change: behaviour === 'tell' ? sayingSlip : withSlip });
  };
  const server = createServer((request, response) => {
    buffer(request)
      .then((body) => answer({ request, body }, response))
      .catch(() => response.destroy());
  });
  const { origin: url, close } = await listen(server);
  const hearingEnv = { STT_URL: `${url}/v1`, STT_KEY: sttKey, STT_MODEL: model };
  const addresses = { MIDDLEWARE_URL: url, KB_URL: url, VAPI_URL: url, LLM_URL: url, TTS_URL: url, SETTINGS_URL: `${url}/settings` };
  return {
    env: { ...addresses, ...keys, MIDDLEWARE_EMAIL: email, ...hearingEnv, LLM_MODEL: 'stand-in', TTS_MODEL: 'eleven_turbo_v2_5' },
    hearingEnv,
    credentials: () => [...used].map(([value, address]) => ({ name: `what ${address} was asked with`, value })),
    heard: () => heard,
    behave(how) {
      behaviour = how;
    },
    async close() {
      await Promise.all([close(), transcription.close(), platform.close()]);
    },
  };
}

/** Even the status line repeats the secret. */
function refuse(response: ServerResponse, status: number, slip: Slip): void {
  response
    .writeHead(status, slip.credential, { ...echoHeaders(slip), 'content-type': 'application/json' })
    .end(JSON.stringify(echoError(status, slip)));
}

interface Telling {
  slip: Slip;
  change: typeof withSlip;
}

async function pass(answered: Response, response: ServerResponse, { slip, change }: Telling): Promise<void> {
  if (!answered.ok) return refuse(response, answered.status, slip);
  const contentType = answered.headers.get('content-type') ?? '';
  const changed = change(contentType, Buffer.from(await answered.arrayBuffer()), slip);
  const headers = { ...echoHeaders(slip), ...(contentType && { 'content-type': contentType }) };
  response.writeHead(answered.status, slip.credential, headers).end(changed);
}

function forward(target: string, { request, body }: Exchange, changed: Record<string, string>): Promise<Response> {
  const { host: _, connection: __, 'content-length': ___, 'transfer-encoding': ____, ...headers } = request.headers;
  return fetch(target + request.url, {
    method: request.method ?? 'GET',
    headers: { ...(headers as Record<string, string>), 'accept-encoding': 'identity', ...changed },
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
}
