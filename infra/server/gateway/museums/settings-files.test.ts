import { profileFileSchema } from '@enfilade/shared-contracts/museum/profile-file';
import { beforeEach, expect, it } from '@rstest/core';
import { defaultLimits, type Limits } from '../gateway.ts';
import { openServices } from '../testing/open-services.ts';
import { museumId, otherMuseumId } from '../testing/samples.ts';
import { answerJson, type Script, type ScriptedServer } from '../testing/scripted-server.ts';
import { createSettingsFiles, type SettingsFiles, settingsFailedText } from './museum-directory.ts';

const usual = '/bucket/assistant-settings.json';
const own = '/bucket/house-settings.json';
const written = { provider: 'openai', model: 'small', temperature: 0.7 };
const minuteMs = 60_000;

const faults: [name: string, script: Script][] = [
  ['does not exist', answerJson(404, { message: 'no such key: secret' })],
  ['breaks the connection', (_, response) => void response.destroy()],
  ['never arrives', () => undefined],
  ['is not JSON', (_, response) => void response.writeHead(200).end('<html>secret')],
  ['names no model', answerJson(200, { provider: 'openai', temperature: 0.7 })],
  ['has a temperature above 2', answerJson(200, { ...written, temperature: 2.5 })],
  ['allows no tokens', answerJson(200, { ...written, maxTokens: 0 })],
];

const noRecording = { recordingEnabled: false, videoRecordingEnabled: false };
const usualLimits = { ...noRecording, maxTokens: 300, silenceTimeoutSeconds: 90, confidenceThreshold: 0.4 };

const site = openServices();
const { clock, log, logged } = site;
let server: ScriptedServer;
let settings: SettingsFiles;
let limits: Limits;
const answer = (path: string, body: unknown) => server.on(path, answerJson(200, body));
beforeEach(() => {
  server = site.server;
  limits = { ...defaultLimits };
  settings = createSettingsFiles({
    upstream: site.services.of('settings'),
    bucket: { url: `${server.origin}/bucket` },
    profiles: [profileFileSchema.parse({ museum: museumId, settingsFile: 'house-settings.json' })],
    log,
    limits,
  });
  answer(usual, written);
});

it('each museum uses the settings file that its profile names, or the common one', async () => {
  answer(own, { ...written, model: 'large' });
  expect([(await settings.load(museumId)).model, (await settings.load(otherMuseumId)).model]).toEqual(['large', 'small']);
  expect(server.heard.map(({ method, path }) => `${method} ${path}`)).toEqual([`GET ${own}`, `GET ${usual}`]);
});

it('a settings file gets the specified limits if its own are missing or too high, and emotion detection is off by default', async () => {
  expect(await settings.load(otherMuseumId)).toEqual({ ...written, ...usualLimits, emotionDetection: false });
  answer(own, { ...written, maxTokens: 4000, emotionDetection: true, apiKey: 'secret' });
  expect(await settings.load(museumId)).toEqual({ ...written, ...usualLimits, emotionDetection: true });
});

it.each(faults)('a settings file that %s is logged, and the cached file is used for a day', async (_, script) => {
  await settings.load(otherMuseumId);
  server.on(usual, script);
  limits.settingsMs = 150;
  clock.turn(23 * 60 * minuteMs);
  expect((await settings.load(otherMuseumId)).model).toBe('small');
  expect(settings.problem()).toBe('Failed to load configuration file.');
  clock.turn(2 * 60 * minuteMs);
  await expect(settings.load(otherMuseumId)).rejects.toMatchObject({ reason: settingsFailedText });
  expect(logged.filter((line) => line.includes('"file":"assistant-settings.json"') && line.includes(settingsFailedText))).toHaveLength(2);
  expect(logged.join('')).not.toContain('secret');
});

it('a settings file that can be loaded again is no longer a problem', async () => {
  server.on(own, answerJson(503, {}));
  await expect(settings.load(museumId)).rejects.toMatchObject({ code: 'upstream-failed' });
  expect(settings.problem()).toBe(settingsFailedText);
  answer(own, written);
  await settings.load(museumId);
  expect(settings.problem()).toBeUndefined();
});

it('a settings file whose loading a closing site cancels is not a failure', async () => {
  const asked = new Promise<void>((resolve) => server.on(usual, () => resolve()));
  const loading = settings.load(otherMuseumId);
  const refused = expect(loading).rejects.toMatchObject({ code: 'busy' });
  await asked;
  await site.services.close();
  await refused;
  expect([settings.problem(), logged]).toEqual([undefined, []]);
});
