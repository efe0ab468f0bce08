import { expect, it } from '@rstest/core';
import { systemClock as clock } from '../../../remote/system-clock.ts';
import { checkVoice } from './check-voice.ts';
import type { VoicePage } from './page/voice-page.ts';

const callMachine = { url: '/voice/call-machine.abc.js', integrity: `sha384-${'a'.repeat(64)}` };

function pageWith(
  facts: unknown,
  parts: { secure?: boolean; recogniser?: boolean; devices?: boolean; query?: () => Promise<unknown> } = {},
) {
  const { secure = true, recogniser = false, devices = true, query } = parts;
  return {
    window: { isSecureContext: secure, AudioContext: class {}, ...(recogniser && { webkitSpeechRecognition: class {} }) },
    navigator: {
      ...(devices && { mediaDevices: { getUserMedia: () => expect.unreachable('a prompt') } }),
      ...(query && { permissions: { query } }),
    },
    fetch: async () => (facts instanceof Error ? Promise.reject(facts) : Response.json(facts)),
  } as unknown as VoicePage;
}

it.each([
  [
    'a museum that hears',
    pageWith({ hearing: 'site', callMachine }, { query: async () => ({ state: 'granted' }) }),
    ['supported', 'granted', 'site'],
  ],
  ['the browser alone hears', pageWith({ hearing: 'browser', callMachine }, { recogniser: true }), ['supported', 'prompt', 'browser']],
  ['nobody hears', pageWith({ hearing: 'browser', callMachine }), ['supported', 'prompt', 'none']],
  ['no HTTPS', pageWith({ hearing: 'site' }, { secure: false, devices: false }), ['insecure', 'prompt', 'site']],
  ['no devices', pageWith({ hearing: 'site' }, { devices: false }), ['unsupported', 'prompt', 'site']],
  [
    'a browser that refuses the question',
    pageWith({ hearing: 'site' }, { query: () => Promise.reject(new TypeError()) }),
    ['supported', 'prompt', 'site'],
  ],
  ['a gateway out of reach', pageWith(new TypeError('fetch')), ['supported', 'prompt', 'none']],
])('tells without a prompt what can be known: %s', async (_name, page, [support, microphone, hearing]) => {
  expect(await checkVoice(page, clock)).toEqual({ support, microphone, hearing });
});
