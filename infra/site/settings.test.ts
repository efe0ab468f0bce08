import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { parseSettings, SettingsError } from './settings.ts';

const problemsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    parseSettings(environment);
    return [];
  } catch (error) {
    return error instanceof SettingsError ? error.problems : [String(error)];
  }
};

describe('parseSettings', () => {
  it('needs nothing, and passes over what is none of its own', () => {
    expect(parseSettings({ PATH: '/bin', LANG: 'C', CONTENT_DIR: '' })).toEqual({
      PORT: 8080,
      HOST: '127.0.0.1',
      DATA_DIR: './.data',
      VOICE_SLOTS: 10,
      unread: [],
    });
  });

  it('reads hosted services', () => {
    const environment = {
      PORT: '0',
      PUBLIC_ORIGIN: 'https://guide.example.org',
      MIDDLEWARE_URL: 'https://museums.example.org/base/',
      MIDDLEWARE_EMAIL: 'a@b.c',
      MIDDLEWARE_PASSWORD: 'pw',
      KB_URL: 'http://127.0.0.1:9000',
      SETTINGS_URL: 'https://bucket.example.org/files/',
      STT_URL: 'https://stt.example.org',
      STT_KEY: 'k',
      STT_MODEL: 'm',
      VOICE_SLOTS: '25',
      TTS_URL: 'https://tts.example.org',
      TTS_KEY: 'k',
      TTS_MODEL: 'm',
    };
    expect(parseSettings(environment)).toMatchObject({
      PORT: 0,
      PUBLIC_ORIGIN: 'https://guide.example.org',
      MIDDLEWARE_URL: 'https://museums.example.org/base',
      KB_URL: 'http://127.0.0.1:9000',
      SETTINGS_URL: 'https://bucket.example.org/files',
      STT_URL: 'https://stt.example.org',
      VOICE_SLOTS: 25,
      unread: ['TTS_URL', 'TTS_KEY', 'TTS_MODEL'],
    });
  });

  it('names every problem at once', () => {
    expect(problemsOf({ PORT: '80a', LOG_LEVEL: 'loud', DATABASE_URL: 'postgres://x', VAPI_URL: 'ftp://x', LLM_KEY: 'k' })).toEqual([
      'PORT must be a port',
      expect.stringMatching(/^LOG_LEVEL /),
      'VAPI_URL must be an http or https address without credentials, query or fragment',
      'DATABASE_URL is not supported yet',
      'VAPI_PRIVATE_KEY is missing beside VAPI_URL',
      'LLM_URL is missing beside LLM_KEY',
      'LLM_MODEL is missing beside LLM_KEY',
    ]);
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '8080.5'],
    ['HOST', 'a b'],
    ['VOICE_SLOTS', '0'],
    ['VOICE_SLOTS', 'many'],
    ['PUBLIC_ORIGIN', 'https://guide.example.org/'],
    ['PUBLIC_ORIGIN', 'guide.example.org'],
    ['KB_URL', 'https://user:pass@kb.example.org'],
    ['KB_URL', 'https://kb.example.org/?key=1'],
    ['ARTIFACTS_URL', 's3://bucket'],
    ['SIGNING_KEY_FILE', '/key'],
    ['OPERATORS_FILE', '/operators'],
  ])('refuses %s=%s', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} `))]);
  });

  it('repeats no value, which may be a secret', () => {
    const name = fc.constantFrom('PORT', 'HOST', 'LOG_LEVEL', 'PUBLIC_ORIGIN', 'KB_URL', 'VAPI_PRIVATE_KEY', 'LLM_URL', 'DATABASE_URL');
    fc.assert(
      fc.property(name, fc.uuid(), (variable, value) => {
        expect(problemsOf({ [variable]: value }).join('\n')).not.toContain(value);
      }),
    );
  });
});
