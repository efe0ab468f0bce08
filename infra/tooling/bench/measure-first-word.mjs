import path from 'node:path';
import { root } from '../scripts/workspace.mjs';
import { askGateway, askPlatform } from './ask.mjs';
import { figure, quantile } from './figure.mjs';
import { freePort, siteAddress, startProcess } from './start-process.mjs';

const rounds = Number(process.env['ROUNDS'] ?? 200);

/** @param {string} dataDir */
export async function measureFirstWord(dataDir) {
  const key = 'bench-key';
  const account = { MIDDLEWARE_EMAIL: 'bench@enfilade.example', MIDDLEWARE_PASSWORD: 'bench-password' };
  const platform = await startProcess(
    process.execPath,
    ['infra/platform/dist/platform.mjs'],
    {
      PORT: String(await freePort()),
      HOST: '127.0.0.1',
      CONTENT_DIR: path.join(root, 'infra/demo'),
      ...account,
      VAPI_PRIVATE_KEY: key,
      LLM_KEY: key,
      TTS_KEY: key,
    },
    /http:\/\/127\.0\.0\.1:\d+/,
  );
  const urls = {
    MIDDLEWARE_URL: platform.origin,
    KB_URL: platform.origin,
    VAPI_URL: platform.origin,
    LLM_URL: platform.origin,
    SETTINGS_URL: `${platform.origin}/settings`,
    TTS_URL: platform.origin,
  };
  const env = {
    ...urls,
    ...account,
    VAPI_PRIVATE_KEY: key,
    LLM_KEY: key,
    LLM_MODEL: 'local',
    TTS_KEY: key,
    TTS_MODEL: 'local',
    PORT: String(await freePort()),
    DATA_DIR: path.join(dataDir, 'chat'),
    LOG_LEVEL: 'warn',
  };
  const site = await startProcess(process.execPath, ['infra/server/dist/site.mjs'], env, siteAddress);
  const direct = () => askPlatform(platform.origin, key);
  const through = () => askGateway(site.origin);
  for (let round = 0; round < 20; round += 1) await Promise.all([direct(), through()]);
  /** @type {number[]} */ const alone = [];
  /** @type {number[]} */ const whole = [];
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await direct());
    whole.push(await through());
  }
  await site.stop();
  await platform.stop();
  const [p50, p95, share] = [quantile(whole, 0.5), quantile(whole, 0.95), quantile(whole, 0.5) - quantile(alone, 0.5)];
  figure('question to first text event', `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, ${rounds} questions`, '100 ms', p50 <= 100);
  figure('the gateway’s own share of it', `${share.toFixed(1)} ms at p50`, '15 ms', share <= 15);
}
