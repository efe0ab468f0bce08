import { createServer } from 'node:http';
import { startFaultProxy } from '../../test-kit/fault-proxy.ts';
import { listen } from '../../test-kit/listen.ts';
import { freePort, startSite } from '../../test-kit/start-site.ts';
import { hearsBy } from '../../test-kit/transcription-service.ts';
import { expect, expectOnlyReports, makeReady, offered, openVisit, test, visit, word } from '../../test-kit/voice-test.ts';

test.use({ permissions: ['microphone'] });

/** The museum wants its calls with video. */
function startSettings() {
  const settings = { provider: 'openai', model: 'gpt-4o', temperature: 0.7, videoRecordingEnabled: true };
  return listen(
    createServer((_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(settings))),
  );
}

test('after a server died, a new call has the earlier conversation', { tag: '@all' }, async ({ page, transcription, complaints }) => {
  const settings = { PORT: await freePort(), ...hearsBy(transcription) };
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
  const retry = visit(page).getByRole('button', { name: /^(Try|Ask) again$/ });
  await retry.click();
  await expect(word(page)).toHaveText('Clara is speaking');
  expectOnlyReports(complaints);
  await proxy.close();
  await again.stop();
});

test('a call with video plays the video, and the visitor’s camera stays off', { tag: '@all' }, async ({ page, transcription }) => {
  const settings = await startSettings();
  const site = await startSite({ SETTINGS_URL: settings.origin, ...hearsBy(transcription) });
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
