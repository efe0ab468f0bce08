import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSite } from '../../test-kit/start-site.ts';
import { apiKey, model } from '../../test-kit/transcription-service.ts';
import { expect, openVisit, test, visit, word } from '../../test-kit/voice-test.ts';

test.use({ permissions: ['microphone'] });

/** A settings bucket in which the museum wants its calls with video. */
async function startSettings() {
  const settings = { provider: 'openai', model: 'gpt-4o', temperature: 0.7, videoRecordingEnabled: true };
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(settings)),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close: () => new Promise((resolve) => server.close(resolve)) };
}

test('where the call carries video it plays beneath the conversation, and the visitor’s camera stays off', async ({
  page,
  transcription,
}) => {
  const settings = await startSettings();
  const site = await startSite({ SETTINGS_URL: settings.url, STT_URL: transcription.url, STT_KEY: apiKey, STT_MODEL: model });
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
