import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { hostileAddresses } from '@enfilade/shared-contracts/conversation/testing/hostile-addresses';
import { hostilePayloads } from '@enfilade/shared-contracts/conversation/testing/hostile-payloads';
import { mediaUrlSchema } from '@enfilade/shared-contracts/museum/museum';
import { listen } from '../../test-kit/listen.ts';
import { hostileStyles } from './hostile-styles.ts';

/** Executed, they call `window.hostile`; rendered, they request evil.invalid. */
export const payloads = [...new Set([...hostilePayloads, ...hostileAddresses, ...hostileStyles])];
/** A museum's own pictures may be on any https host: an https address is not an attack. */
const addresses = payloads.filter((each) => !(each.startsWith('https:') && mediaUrlSchema.safeParse(each).success));
const nameLength = 200;
const mostExhibitions = 200;

const idOf = (kind: '3' | '4', index: number) => `6610a1b2c3d4e5f60${kind}${String(index).padStart(6, '0')}`;
/** Each museum has its payload in every field. */
export const museumOf = (payload: number) => idOf('3', payload);
/** Two museums for browsers; each payload is somewhere in each kind of field, but for the museum's name. */
export const galleries = [idOf('3', 900_000), idOf('3', 900_001)] as const;
export const chosen = idOf('4', 0);

export const logoPath = '/media/museums/first/logo.svg';
/** A picture that is a program and requests more files of `origin`. */
const logoFrom = (
  origin: string,
) => `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9" onload="window.hostile?.()">
<script>window.hostile?.(); document.documentElement.setAttribute('data-ran', 'yes');</script>
<script href="${origin}/evil.js"/><image href="${origin}/evil.png"/><a xlink:href="javascript:window.hostile?.()"><rect width="9" height="9"/></a>
<style>@import url(${origin}/evil.css);</style><animate onbegin="window.hostile?.()" attributeName="x" dur="1s"/>
<foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${origin}/evil"/></foreignObject></svg>`;

/** As many payloads as fit a name, from another start for each museum. */
function nameFrom(start: number): string {
  let name = '';
  for (const payload of [...payloads.slice(start), ...payloads])
    if (`${name} ${payload}`.length <= nameLength) name = `${name} ${payload}`.trim();
  return name;
}

const pick = <T>(list: readonly T[], index: number) => list[index % list.length] as T;
const themeOf = (value: (index: number) => string) => ({
  primaryColor: value(0),
  accentColor: value(1),
  secondaryColor: value(2),
  backgroundColor: value(3),
  textColor: value(4),
  fontFamily: [value(5), value(6), `Inter${value(7)}`],
  headerSize: value(8),
});

/** A record as the middleware would send it; most fields are invalid. */
function recordOf(museumId: string): object | undefined {
  const gallery = galleries.indexOf(museumId as (typeof galleries)[number]);
  if (gallery >= 0) return galleryRecord(museumId, gallery);
  const payload = payloads[Number(museumId.slice(-6))];
  if (payload === undefined) return undefined;
  const name = payload.slice(0, nameLength);
  const exhibition = { _id: chosen, name, coverImageURL: payload };
  return { _id: museumId, name, logoSvgURL: payload, theme: themeOf(() => payload), defaultLanguage: payload, exhibitions: [exhibition] };
}

function galleryRecord(museumId: string, gallery: number): object {
  const offset = gallery * mostExhibitions;
  const exhibitions = Array.from({ length: mostExhibitions }, (_, index) => ({
    _id: idOf('4', index),
    name: pick(payloads, index + offset).slice(0, nameLength),
    coverImageURL: pick(addresses, index + offset),
  }));
  const theme = themeOf((index) => pick(hostileStyles, index + 9 * gallery));
  return { _id: museumId, name: nameFrom(offset), logoSvgURL: logoPath, theme, defaultLanguage: pick(payloads, offset), exhibitions };
}

/** Texts of a profile may be long, so each text has all short payloads. */
const everything = payloads.filter((each) => each.length <= 400).join(' ');

function profileOf(gallery: number) {
  const voiceIds = ['en-1', 'en-2', 'en-3', 'de-1', 'fr-1'];
  const voice = (voiceId: string, index: number) => ({
    voiceId,
    uiStringID: `voice.${voiceId}`,
    label: pick(payloads, voiceIds.length * gallery + index).slice(0, 64),
    voicePreviewUrl: `/media/voices/${voiceId}.mp3`,
    stability: 0.4,
  });
  const voices = voiceIds.map(voice);
  const artist = (index: number) => ({ slug: `artist-${index}`, name: pick(payloads, 50 * gallery + index).slice(0, 120), weight: 5 });
  const feedbackUrls = { en: "https://museum.example/?\"onclick='hostile()'<script>" };
  return {
    museum: galleries[gallery],
    guideName: everything,
    questions: ['consent', 'artistSelection', 'voice'],
    artists: Array.from({ length: 50 }, (_, index) => artist(index)),
    tabBar: gallery === 0 ? { kind: 'modes' } : { kind: 'guide-feedback', feedbackUrls },
    quickQuestions: [everything, everything, everything],
    voices: Object.fromEntries(
      ['en', 'de', 'fr'].map((language) => [language, voices.filter((each) => each.voiceId.startsWith(language))]),
    ),
    providerVoices: Object.fromEntries(voiceIds.map((id) => [id, id])),
    exhibitions: gallery === 0 ? { [chosen]: { name: everything, scene: 'library' } } : {},
    rooms: [{ id: 'room-0', name: everything }],
    linkHosts: ['museum.example'],
  };
}

/** The logos request files of `origin`. */
export function writeContent(origin: string): string {
  const contentDir = mkdtempSync(path.join(tmpdir(), 'enfilade-hostile-'));
  for (const [gallery, name] of ['first', 'second'].entries()) {
    const folder = path.join(contentDir, 'museums', name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'profile.json'), JSON.stringify(profileOf(gallery)));
    writeFileSync(path.join(folder, 'logo.svg'), logoFrom(origin));
  }
  return contentDir;
}

export interface HostileServices {
  url: string;
  asked: string[];
  /** Settings of a site in front of the services. */
  env: Record<string, string>;
  /** `told` is the text of the request. */
  obeyWith(answer: (told: string) => string): void;
  close(): Promise<void>;
}

/** An attacker controls the services, or their model obeys its input. */
export async function startHostileServices(prompt: string): Promise<HostileServices> {
  let obey = (told: string) => told;
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '/');
    void answer(request, response, { prompt, obey: (told) => obey(told) });
  });
  const { origin: url, close } = await listen(server);
  const addressesOfAll = { MIDDLEWARE_URL: url, KB_URL: url, VAPI_URL: url, LLM_URL: url, TTS_URL: url, SETTINGS_URL: `${url}/settings` };
  const middleware = { MIDDLEWARE_EMAIL: 'gateway@museums.invalid', MIDDLEWARE_PASSWORD: 'password-of-nobody' };
  const others = { VAPI_PRIVATE_KEY: 'voice-key', LLM_KEY: 'model-key', LLM_MODEL: 'model', TTS_KEY: 'speech-key', TTS_MODEL: 'speech' };
  return {
    url,
    asked,
    env: { ...addressesOfAll, ...middleware, ...others },
    obeyWith(answerOf) {
      obey = answerOf;
    },
    close,
  };
}

interface Guide {
  prompt: string;
  obey(told: string): string;
}

async function answer(request: IncomingMessage, response: ServerResponse, { prompt, obey }: Guide): Promise<void> {
  const asked = await text(request);
  const json = (body: unknown) =>
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}));
  const [, museumId = '', exhibitionId] = /^\/rest-api\/v2\/museums\/(\w+)(?:\/exhibitions\/(\w+))?$/.exec(request.url ?? '') ?? [];
  if (exhibitionId) {
    const assistant = { vapiId: 'guide', prompt, firstMessage: 'Welcome.', exhibition_id: exhibitionId };
    return void json({ data: { _id: exhibitionId, name: pick(payloads, 3), pronunciations: [], assistant } });
  }
  if (museumId) return void json(recordOf(museumId));
  if (request.url?.startsWith('/settings/')) return void json({ provider: 'openai', model: 'model', temperature: 1 });
  if (request.url?.endsWith('/auth/login')) return void json({ token: 'token-of-nobody' });
  if (request.url !== '/chat') return void json(undefined);
  const events = [{ id: 'chat', path: 'chat.output[0].content', delta: obey(asked) }].map((each) => JSON.stringify(each));
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end([...events, '[DONE]'].map((each) => `data: ${each}\n\n`).join(''));
}
