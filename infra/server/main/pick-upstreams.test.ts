import { describe, expect, it } from '@rstest/core';
import { pickUpstreams } from './pick-upstreams.ts';
import { parseSettings } from './settings.ts';

describe('pickUpstreams', () => {
  it('names a transcription service as it was given, and none where there is none', () => {
    const named = (url: string) => pickUpstreams(parseSettings({ STT_URL: url, STT_KEY: 'key', STT_MODEL: 'ear' }), undefined);
    expect(named('https://stt.example.org').transcription).toEqual({ url: 'https://stt.example.org', key: 'key', model: 'ear' });
    expect(named('https://stt.example.org/v1/').transcription?.url).toBe('https://stt.example.org/v1');
    expect(pickUpstreams(parseSettings({}), undefined).transcription).toBeUndefined();
  });

  it('puts a service of the settings before its stand-in, and leaves the others', () => {
    const standIns = pickUpstreams(
      parseSettings({ KB_URL: 'http://stand-in', VAPI_URL: 'http://stand-in', VAPI_PRIVATE_KEY: 'a' }),
      undefined,
    );
    const picked = pickUpstreams(parseSettings({ VAPI_URL: 'https://vapi.example.org', VAPI_PRIVATE_KEY: 'b' }), standIns);
    expect(picked).toEqual({ ...standIns, vapiUrl: 'https://vapi.example.org', vapiKey: 'b' });
  });
});
