import { expect, it } from '@rstest/core';
import { readUpstreams, standInsOf, upstreamsSchema } from './upstreams.ts';

const standIns = standInsOf('http://127.0.0.1:1', 'secret of the platform');
const siteOf = (environment: Record<string, string>) => upstreamsSchema.parse({ ...standIns, ...readUpstreams(environment).upstreams });

it('a site has a transcription service only if the settings name one', () => {
  const named = (url: string) => siteOf({ STT_URL: url, STT_KEY: 'key', STT_MODEL: 'ear' });
  expect(named('https://stt.example.org').stt).toEqual({ url: 'https://stt.example.org', key: 'key', model: 'ear' });
  expect(named('https://stt.example.org/v1/').stt?.url).toBe('https://stt.example.org/v1');
  expect(siteOf({}).stt).toBeUndefined();
});

it('a site uses the configured services, and stand-ins for the others', () => {
  const named = siteOf({ VAPI_URL: 'https://vapi.example.org', VAPI_PRIVATE_KEY: 'b' });
  expect(named).toEqual({ ...standIns, vapi: { url: 'https://vapi.example.org', key: 'b' } });
  expect(standIns.settings.url).toBe('http://127.0.0.1:1/settings');
  expect(standIns.llm).toBeUndefined();
});
