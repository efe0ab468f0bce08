import { writeFileSync } from 'node:fs';
import { expect, hold, openVisit, test, word } from '../test-kit/voice-test.ts';
import { installProbe, listen } from './probe.ts';
test.use({ permissions: ['microphone'] });
test('rounds', async ({ page, site, transcription }) => {
  test.setTimeout(1_200_000);
  await installProbe(page);
  page.on('websocket', (ws) => ws.on('framesent', (f) => { if (typeof f.payload === 'string' && !f.payload.includes('played')) log.push(`${Date.now() - t0} > ${f.payload.slice(0, 160)}`); }));
  page.on('websocket', (ws) => ws.on('framereceived', (f) => { if (typeof f.payload === 'string' && /speech-update|"user"|user-interr/.test(f.payload)) log.push(`${Date.now() - t0} < ${f.payload.slice(0, 220)}`); }));
  const log: string[] = []; const t0 = Date.now();
  await openVisit(page, site.origin);
  for (let round = 0; round < 30; round += 1) {
    await expect(word(page)).toHaveText('Clara is speaking', {timeout: 20000});
    await listen(page);
    await page.waitForTimeout(700 + round * 60);
    const n = transcription.files.length;
    log.push(`${Date.now() - t0} HOLD ${round}`);
    const { release } = await hold(page);
    await page.waitForTimeout(7500);
    await release();
    log.push(`${Date.now() - t0} RELEASE ${round}`);
    await page.waitForTimeout(1500);
    const heard = transcription.heard.slice(-1)[0];
    const now = await word(page).textContent();
    console.log(round, transcription.files.length - n, heard?.phrase, heard?.likeness.toFixed(3), ((heard?.sound.samples.length ?? 0) / 16000).toFixed(2), now);
    if (transcription.files.length - n !== 1 || heard?.phrase !== 'why-dark-en') { writeFileSync(`/tmp/ears-bad-${round}.log`, log.join('\n')); for (const [i, f] of transcription.files.slice(n).entries()) writeFileSync(`/tmp/ears-bad-${round}-${i}.wav`, f); }
  }
});
