import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { startSite } from '../test-kit/start-site.ts';
import { museums } from '../test-kit/test.ts';
import { hearsBy, startTranscriptionService } from '../test-kit/transcription-service.ts';
import { createVisitor, enter } from './driver.ts';
import { otherBrowsers } from './other-browsers.ts';

/** Longer than a voice slot without renewal. */
const callMs = 60_000;

for (const [browser, start] of otherBrowsers)
  for (const host of ['127.0.0.1', 'localhost'])
    test(`${browser} over http://${host} runs a visit from the first card to a continued call, and the console`, async () => {
      const transcription = await startTranscriptionService();
      const site = await startSite(hearsBy(transcription));
      const driver = await start();
      try {
        process.stdout.write(`${driver.version}\n`);
        const visitor = createVisitor(driver, site.origin.replace('127.0.0.1', host));
        const step = async (name: string, act: () => Promise<unknown>) => {
          const began = performance.now();
          await test.step(name, act);
          process.stdout.write(`  ${name}: ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
        };
        await step('landing', async () => {
          await visitor.open(`/?museum=${museums.belmonte}`);
          await visitor.sees(/Discover Rich Museum Narratives/);
        });
        await step('card and seven questions', async () => {
          await visitor.press(/The Grand Staircase$/, /^Yes, I agree/, /Jacopo Savelli/, /^Next$/, /on my own/, /Interactive/, /10/);
          await visitor.press(/Learn/, /^Next$/, /^Harriet/, /^Start the visit with Clara$/);
          await visitor.isAt(/^\/visit/);
        });
        await step('answer in text with its source', async () => {
          await visitor.press(/^Text$/);
          await visitor.writes(/^Your question$/, `Why is the ceiling of the painting salon so dark?${enter}`);
          await visitor.sees(/candle.*Source: /s);
        });
        await step('call until the guide speaks', async () => {
          await visitor.press(/^Audio$/, /^(Allow microphone|Talk to)/);
          await visitor.hears(/is speaking|Ready when you are|asks/);
        });
        await step('call that lives on', async () => {
          const until = performance.now() + callMs;
          while (performance.now() < until) {
            expect(await visitor.status()).toMatch(/is speaking|Ready when you are|asks/);
            await wait(1_000);
          }
        });
        await step('console', async () => {
          await visitor.open('/operator');
          await visitor.writes(/^Username/, 'local');
          await visitor.writes(/^Password/, `${(await readFile(path.join(site.dataDir, 'tokens/operator'), 'utf8')).trim()}${enter}`);
          await visitor.sees(/Palazzo Belmonte/);
        });
        expect(driver.complaints).toEqual([]);
      } finally {
        await driver.close();
        await site.stop();
        await transcription.close();
      }
    });
