import { expect, it } from '@rstest/core';
import { systemClock as clock } from '../kit/clock.ts';
import { checkVoice } from './check-voice.ts';
import type { VoicePage } from './voice-page.ts';

const callMachine = { url: '/voice/call-machine.abc.js', integrity: `sha384-${'a'.repeat(64)}` };

function pageWith(
  facts: unknown,
  parts: { secure?: boolean; recogniser?: boolean; devices?: boolean; kinds?: string[]; query?: () => Promise<unknown> } = {},
) {
  const { secure = true, recogniser = false, devices = true, kinds, query } = parts;
  return {
    window: { isSecureContext: secure, AudioContext: class {}, ...(recogniser && { webkitSpeechRecognition: class {} }) },
    navigator: {
      ...(devices && {
        mediaDevices: {
          getUserMedia: () => expect.unreachable('a prompt'),
          ...(kinds && { enumerateDevices: async () => kinds.map((kind) => ({ kind })) }),
        },
      }),
      ...(query && { permissions: { query } }),
    },
    fetch: async () => (facts instanceof Error ? Promise.reject(facts) : Response.json(facts)),
  } as unknown as VoicePage;
}

const siteHears = { hearing: 'site', dictation: 'site' };
const browserHears = { hearing: 'browser', dictation: 'browser' };

it.each([
  [
    'a museum that recognises speech',
    pageWith({ ...siteHears, callMachine }, { query: async () => ({ state: 'granted' }) }),
    ['supported', 'granted', 'site', 'site'],
  ],
  [
    'a museum that recognises speech in calls alone',
    pageWith({ hearing: 'site', dictation: 'browser' }, { recogniser: true }),
    ['supported', 'prompt', 'site', 'browser'],
  ],
  [
    'recognition by the browser alone',
    pageWith({ ...browserHears, callMachine }, { recogniser: true }),
    ['supported', 'prompt', 'browser', 'browser'],
  ],
  ['a microphone', pageWith(siteHears, { kinds: ['videoinput', 'audioinput'] }), ['supported', 'prompt', 'site', 'site']],
  ['no microphone', pageWith(siteHears, { kinds: ['audiooutput'] }), ['supported', 'missing', 'site', 'site']],
  [
    'a microphone that is blocked, and not listed',
    pageWith(siteHears, { kinds: [], query: async () => ({ state: 'denied' }) }),
    ['supported', 'denied', 'site', 'site'],
  ],
  ['no recognition', pageWith({ ...browserHears, callMachine }), ['supported', 'prompt', 'none', 'none']],
  ['no HTTPS', pageWith(siteHears, { secure: false, devices: false }), ['insecure', 'prompt', 'site', 'site']],
  ['no devices', pageWith(siteHears, { devices: false }), ['unsupported', 'prompt', 'site', 'site']],
  [
    'a browser that refuses the question',
    pageWith(siteHears, { query: () => Promise.reject(new TypeError()) }),
    ['supported', 'prompt', 'site', 'site'],
  ],
  ['a gateway out of reach', pageWith(new TypeError('fetch')), ['supported', 'prompt', 'none', 'none']],
])('checkVoice() reports without a permission prompt: %s', async (_name, page, [support, microphone, hearing, dictation]) => {
  expect(await checkVoice(page, clock)).toEqual({ support, microphone, hearing, dictation });
});
