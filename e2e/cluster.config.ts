import type { PlaywrightTestConfig } from '@playwright/test';
import { type ProxyKind, proxyKinds } from './cluster/start-proxy.ts';
import tests from './playwright.config.ts';

/** nginx before 1.29 aborts responses after early hints. Gateways send no early hints. */
const hints = /\(103\)/;

/** `npm run e2e -- --cluster`: three gateways on PostgreSQL, Valkey and a bucket, behind each of the proxies of `infra/deploy/proxy`, with TLS. */
const config: PlaywrightTestConfig<object, { proxyKind: ProxyKind }> = {
  ...tests,
  testDir: './cluster',
  workers: 1,
  projects: proxyKinds.map((proxyKind) => ({ name: proxyKind, use: { proxyKind }, ...(proxyKind === 'nginx' && { grepInvert: hints }) })),
  use: { ...tests.use, ignoreHTTPSErrors: true },
};

export default config;
