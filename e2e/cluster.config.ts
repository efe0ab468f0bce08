import type { PlaywrightTestConfig } from '@playwright/test';
import { type ProxyKind, proxyKinds } from './cluster/start-proxy.ts';
import tests from './playwright.config.ts';

/** `npm run e2e -- --cluster`: three gateways on PostgreSQL and Valkey, behind each of the proxies of `infra/deploy/proxy`, with TLS. */
const config: PlaywrightTestConfig<object, { proxyKind: ProxyKind }> = {
  ...tests,
  testDir: './cluster',
  workers: 1,
  projects: proxyKinds.map((proxyKind) => ({ name: proxyKind, use: { proxyKind } })),
  use: { ...tests.use, ignoreHTTPSErrors: true },
};

export default config;
