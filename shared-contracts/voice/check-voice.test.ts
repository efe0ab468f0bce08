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

const says = (state: PermissionState) => ({ query: async () => ({ state }) });
const refuses = { query: () => Promise.reject(new TypeError()) };
const siteHears = { hearing: 'site', dictation: 'site' };
const browserHears = { hearing: 'browser', dictation: 'browser' };

it.each([
  ['a museum that recognises speech', pageWith({ ...siteHears, callMachine }, says('granted')), 'supported granted site site'],
  [
    'recognition in calls alone',
    pageWith({ hearing: 'site', dictation: 'browser' }, { recogniser: true }),
    'supported prompt site browser',
  ],
  ['recognition by the browser', pageWith({ ...browserHears, callMachine }, { recogniser: true }), 'supported prompt browser browser'],
  ['a microphone', pageWith(siteHears, { kinds: ['videoinput', 'audioinput'] }), 'supported prompt site site'],
  ['no microphone', pageWith(siteHears, { kinds: ['audiooutput'] }), 'supported missing site site'],
  ['a microphone that is blocked, and not listed', pageWith(siteHears, { kinds: [], ...says('denied') }), 'supported denied site site'],
  ['no recognition', pageWith({ ...browserHears, callMachine }), 'supported prompt none none'],
  ['no HTTPS', pageWith(siteHears, { secure: false, devices: false }), 'insecure prompt site site'],
  ['no devices', pageWith(siteHears, { devices: false }), 'unsupported prompt site site'],
  ['a browser that refuses the query', pageWith(siteHears, refuses), 'supported prompt site site'],
  ['a gateway out of reach', pageWith(new TypeError('fetch')), 'supported prompt none none'],
])('checkVoice() reports without a permission prompt: %s', async (_, page, expected) => {
  const { support, microphone, hearing, dictation, ...rest } = await checkVoice(page, clock);
  expect([[support, microphone, hearing, dictation].join(' '), rest]).toEqual([expected, {}]);
});
