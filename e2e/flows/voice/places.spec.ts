import { startFaultProxy } from '../../test-kit/fault-proxy.ts';
import { startSite } from '../../test-kit/start-site.ts';
import { apiKey, model } from '../../test-kit/transcription-service.ts';
import { expect, openVisit, test, visit, word } from '../../test-kit/voice-test.ts';

test.use({ permissions: ['microphone'] });

test('where every place is taken the visitor waits, has text meanwhile, and joins when one is free', async ({ browser, transcription }) => {
  const site = await startSite({ VOICE_SLOTS: '1', STT_URL: transcription.url, STT_KEY: apiKey, STT_MODEL: model });
  const proxy = await startFaultProxy(site.origin);
  const [first, second] = [
    await browser.newContext({ permissions: ['microphone'] }),
    await browser.newContext({ permissions: ['microphone'] }),
  ];
  const [one, other] = [await first.newPage(), await second.newPage()];
  await openVisit(one, proxy.origin);
  await expect(word(one)).toHaveText(/Clara is speaking|Ready when you are/);
  await openVisit(other, site.origin);
  await expect(visit(other)).toContainText('1 person ahead of you');
  await expect(visit(other).getByRole('button', { name: 'Use text instead' })).toBeVisible();
  // The first browser vanishes: its line is cut and nothing it says arrives any more.
  proxy.break(/./, { kind: 'reset' });
  proxy.tunnels.drop();
  await expect(word(other)).toHaveText(/Clara is speaking|Ready when you are/);
  await first.close();
  await second.close();
  await proxy.close();
  await site.stop();
});
