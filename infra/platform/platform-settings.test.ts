import { describe, expect, it } from '@rstest/core';
import { parsePlatformSettings } from './platform-settings.ts';

const complete = {
  MIDDLEWARE_EMAIL: 'site@museum.example',
  MIDDLEWARE_PASSWORD: 'correct horse',
  VAPI_PRIVATE_KEY: 'vapi-private-key',
  LLM_KEY: 'language-model-key',
  TTS_KEY: 'speech-service-key',
};

describe('the settings of a platform on its own', () => {
  it('need the credentials only', () => {
    expect(parsePlatformSettings(complete, '/site/platform/dist')).toEqual({
      port: 8090,
      host: '127.0.0.1',
      contentDirectory: '/site/demo',
      credential: { email: 'site@museum.example', password: 'correct horse' },
      vapiKey: 'vapi-private-key',
      llmKey: 'language-model-key',
      ttsKey: 'speech-service-key',
      speechProgram: '/site/speech/main.mjs',
      logLevel: 'info',
    });
  });

  it('take a transcription service, which may want no key', () => {
    const environment = { ...complete, STT_URL: 'http://127.0.0.1:9000/v1', STT_MODEL: 'base' };
    expect(parsePlatformSettings(environment, '/site/platform/dist').transcription).toEqual({
      url: 'http://127.0.0.1:9000/v1',
      key: undefined,
      model: 'base',
    });
  });

  it('take port, host, content and log level from the environment', () => {
    const environment = { ...complete, PORT: '0', HOST: '::1', CONTENT_DIR: '/museums', LOG_LEVEL: 'silent' };
    expect(parsePlatformSettings(environment, '/site/platform/dist')).toMatchObject({
      port: 0,
      host: '::1',
      contentDirectory: '/museums',
      logLevel: 'silent',
    });
  });

  it('report every problem at once and repeat no value', () => {
    const broken = () =>
      parsePlatformSettings({ PORT: '99999', LOG_LEVEL: 'loud', LLM_KEY: 'short', MIDDLEWARE_EMAIL: '' }, '/site/platform/dist');
    expect(broken).toThrow(
      /PORT[\s\S]*MIDDLEWARE_EMAIL is missing[\s\S]*MIDDLEWARE_PASSWORD is missing[\s\S]*VAPI_PRIVATE_KEY is missing[\s\S]*LLM_KEY[\s\S]*TTS_KEY is missing[\s\S]*LOG_LEVEL/,
    );
    expect(broken).not.toThrow(/short|loud|99999/);
  });

  it.each(['-1', '80.5', 'http', '1e3'])('refuse the port %s', (PORT) => {
    expect(() => parsePlatformSettings({ ...complete, PORT }, '/')).toThrow('PORT');
  });
});
