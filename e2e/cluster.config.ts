import type { PlaywrightTestConfig } from '@playwright/test';
import { proxyKinds } from './cluster/start-proxy.ts';
import tests from './playwright.config.ts';

/** `npm run e2e -- --cluster`: three gateways on PostgreSQL and Valkey, behind each of the proxies of `infra/deploy/proxy`, with TLS. */
const config: PlaywrightTestConfig<object, { proxy: string }> = {
  ...tests,
  testDir: './cluster',
  workers: 1,
  projects: proxyKinds.map((proxy) => ({ name: proxy, use: { proxy } })),
  use: { ...tests.use, ignoreHTTPSErrors: true },
};

export default config;
