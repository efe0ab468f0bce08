import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startFaultProxy } from '../../test-kit/fault-proxy.ts';
import { freePort, startSite } from '../../test-kit/start-site.ts';
import { apiKey, model, type TranscriptionService } from '../../test-kit/transcription-service.ts';
import { expect, makeReady, offered, openVisit, test, visit, word } from '../../test-kit/voice-test.ts';

test.use({ permissions: ['microphone'] });

const hears = ({ url }: TranscriptionService) => ({ STT_URL: url, STT_KEY: apiKey, STT_MODEL: model });

/** A settings bucket whose museum wants its calls with video. */
async function startSettings() {
  const settings = { provider: 'openai', model: 'gpt-4o', temperature: 0.7, videoRecordingEnabled: true };
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(settings)),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close: () => new Promise((resolve) => server.close(resolve)) };
}

test('after a server died in the middle of a sentence, a new call has the earlier conversation', { tag: '@all' }, async ({
  page,
  transcription,
  complaints,
}) => {
  const settings = { PORT: await freePort(), ...hears(transcription) };
  const site = await startSite(settings);
  const proxy = await startFaultProxy(site.origin);
  const summaries: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/voice/call/web'))
      summaries.push(request.postDataJSON().assistantOverrides.variableValues.pastTranscriptSummary ?? '');
  });
  await openVisit(page, proxy.origin);
  await makeReady(page);
  await offered(page).first().click();
  await expect(word(page)).toHaveText('Clara is speaking');
  await site.kill();
  await expect(word(page)).toHaveText('Reconnecting...');
  const again = await startSite(settings);
  await expect.poll(() => summaries.length).toBeGreaterThan(1);
  expect(summaries.at(-1)).toContain('Visitor:');
  await visit(page)
    .getByRole('button', { name: /^(Try|Ask) again$/ })
    .click();
  await expect(word(page)).toHaveText('Clara is speaking');
  // Daily's report of the crash is stopped by the policy: the one violation that is expected.
  expect(complaints.filter((each) => !each.includes('ingest.sentry.io'))).toEqual([]);
  complaints.length = 0;
  await proxy.close();
  await again.stop();
});

test('a call with video plays it beneath the conversation, and the visitor’s camera stays off', { tag: '@all' }, async ({
  page,
  transcription,
}) => {
  const settings = await startSettings();
  const site = await startSite({ SETTINGS_URL: settings.url, ...hears(transcription) });
  const asked: string[] = [];
  await page.exposeFunction('noteAsked', (constraints: string) => void asked.push(constraints));
  await page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = (constraints) => {
      void (window as unknown as { noteAsked(text: string): Promise<void> }).noteAsked(JSON.stringify(constraints));
      return getUserMedia(constraints);
    };
  });
  await openVisit(page, site.origin);
  const video = visit(page).locator('video');
  await expect(video).toBeVisible();
  const played = () => video.evaluate((player: HTMLVideoElement) => (player.paused || player.videoWidth === 0 ? 0 : player.currentTime));
  await expect.poll(played).toBeGreaterThan(0.2);
  await expect(word(page)).toHaveText(/Clara is speaking|Ready when you are/);
  expect(asked.filter((constraints) => constraints.includes('"video"') && !constraints.includes('"video":false'))).toEqual([]);
  await site.stop();
  await settings.close();
});
