import { startSite } from '../start-site.ts';
import { expect, test as siteTest } from '../test.ts';
import { type EchoingServices, startEchoingServices } from './echoing-services.ts';
import { type Recorder, startRecorder } from './recorder.ts';

interface TestFixtures {
  /** Pages opened with a path go through the recorder. */
  recorder: Recorder;
}
interface WorkerFixtures {
  services: EchoingServices;
}

/** Every hosted service repeats its key. The site logs at level trace. */
export const test = siteTest.extend<TestFixtures, WorkerFixtures>({
  services: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
    async ({}, use) => {
      const services = await startEchoingServices();
      await use(services);
      await services.close();
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ services }, use) => {
      const site = await startSite({ ...services.env, LOG_LEVEL: 'trace' });
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
  recorder: async ({ site }, use) => {
    const recorder = await startRecorder(site.origin);
    await use(recorder);
    await recorder.close();
  },
  baseURL: async ({ recorder }, use) => {
    await use(recorder.origin);
  },
});

export { expect };
