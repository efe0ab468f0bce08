import { beforeEach, expect, it } from '@rstest/core';
import type { Language } from '../i18n/language.ts';
import { createHandClock } from '../kit/testing/hand-clock.ts';
import { createBrowserRecogniser, retryMs, turnPauseMs } from './browser-recogniser.ts';
import { FakeRecognition } from './testing/fake-recognition.ts';
import { asTrack, FakeTrack } from './testing/fake-track.ts';
import type { VoicePage } from './voice-page.ts';

class PageRecognition extends FakeRecognition {
  override start(silence?: unknown) {
    super.start(silence);
    all.push(this);
  }
}
/** Chromium's recogniser accepts a track in place of the microphone. */
class ChromiumRecognition extends PageRecognition {
  static available() {}
}
const navigator = { onLine: true };
let all: PageRecognition[] = [];
let emitted: string[];
let clock: ReturnType<typeof createHandClock>;
let recogniser: ReturnType<typeof createBrowserRecogniser>;

beforeEach(() => {
  all = [];
  emitted = [];
  navigator.onLine = true;
  clock = createHandClock();
  recogniser = create(PageRecognition);
  [status, asked] = ['available', []];
});

function create(Recognition: typeof PageRecognition, options: { language?: Language; phrases?: readonly string[] } = {}) {
  return createBrowserRecogniser({
    page: { window: { SpeechRecognition: Recognition, SpeechRecognitionPhrase }, navigator } as unknown as VoicePage,
    language: 'de',
    clock,
    onWords: (words, isFinal) => emitted.push(`${words}${isFinal ? '.' : ''}`),
    onLost: (loss) => emitted.push(loss),
    ...options,
  });
}
/** Browsers end recognition after an error. */
function fail(error: string) {
  const newest = all.at(-1);
  newest?.onerror?.({ error });
  newest?.onend?.();
}

it('the recogniser runs while the microphone is open, in the language of the visit', () => {
  expect(all).toHaveLength(0);
  recogniser.setOpen(true);
  expect([all[0]?.state, all[0]?.lang]).toEqual(['started', 'de-DE']);
  recogniser.setOpen(false);
  expect(all[0]?.state).toBe('stopping');
});

it('a turn is sent once, with the words that arrive after the release', () => {
  recogniser.setOpen(true);
  all[0]?.recognise(['wer ist', false]);
  recogniser.setOpen(false);
  all[0]?.recognise(['wer ist das', true]);
  all[0]?.onend?.();
  expect(emitted).toEqual(['wer ist', 'wer ist das', 'wer ist das.']);
  clock.pass(turnPauseMs);
  expect(emitted).toHaveLength(3);
});

it('a pause ends a turn, and the next turn starts without the words before', () => {
  recogniser.setOpen(true);
  all[0]?.recognise(['eins', true]);
  clock.pass(turnPauseMs);
  all[0]?.recognise(['eins', true], ['zwei', false]);
  expect(emitted).toEqual(['eins', 'eins.', 'zwei']);
});

it('the recogniser restarts if it ends while the microphone is open', () => {
  recogniser.setOpen(true);
  all[0]?.onend?.();
  expect(all).toHaveLength(2);
  recogniser.setOpen(false);
  all[1]?.onend?.();
  expect([all.length, emitted]).toEqual([2, []]);
});

it('end() aborts the recogniser and emits no more words', () => {
  recogniser.setOpen(true);
  all[0]?.recognise(['eins', true]);
  recogniser.end();
  all[0]?.onend?.();
  expect([all[0]?.state, emitted.at(-1), clock.waiting()]).toEqual(['aborted', 'eins', 0]);
});

it('a refused recogniser is lost at once and never restarted', () => {
  recogniser.setOpen(true);
  fail('not-allowed');
  recogniser.setOpen(false);
  recogniser.setOpen(true);
  clock.pass(60_000);
  expect([emitted, all.length, clock.waiting()]).toEqual([['refused'], 1, 0]);
});

it.each([
  ['network', 'unreachable'],
  ['service-not-allowed', 'unreachable'],
  ['audio-capture', 'no-sound'],
])('a recogniser that fails with %s twice is lost and not restarted', (error, loss) => {
  recogniser.setOpen(true);
  fail(error);
  expect([emitted, all.length]).toEqual([[], 1]);
  clock.pass(retryMs);
  fail(error);
  clock.pass(60_000);
  expect([emitted, all.length, clock.waiting()]).toEqual([[loss], 2, 0]);
});

it('single failures and failures without a network do not lose the recogniser', () => {
  recogniser.setOpen(true);
  fail('network');
  clock.pass(retryMs);
  all.at(-1)?.recognise(['eins', false]);
  fail('network');
  navigator.onLine = false;
  for (let time = 0; time < 5; time += 1) {
    clock.pass(retryMs);
    fail('network');
  }
  expect(emitted).toEqual(['eins', 'eins.']);
});

it('a start() that throws counts as a failure', () => {
  const start = PageRecognition.prototype.start;
  PageRecognition.prototype.start = () => {
    throw new DOMException('', 'InvalidStateError');
  };
  recogniser.setOpen(true);
  clock.pass(retryMs);
  PageRecognition.prototype.start = start;
  expect([emitted, clock.waiting()]).toEqual([['unreachable'], 0]);
});

const silence = asTrack(new FakeTrack());

it('check() runs the recogniser on silence twice before the visitor speaks', () => {
  const checked = create(ChromiumRecognition);
  checked.check(silence);
  expect([all[0]?.state, all[0]?.silence]).toEqual(['started', silence]);
  fail('network');
  clock.pass(retryMs);
  expect(all[1]?.silence).toBe(silence);
  fail('network');
  checked.setOpen(true);
  expect([emitted, all.length, clock.waiting()]).toEqual([['unreachable'], 2, 0]);
});

it('check() ends after 2 s or when the visitor starts to speak', () => {
  const checked = create(ChromiumRecognition);
  checked.check(silence);
  clock.pass(2_000);
  expect([all[0]?.state, clock.waiting()]).toEqual(['aborted', 0]);
  checked.check(silence);
  checked.setOpen(true);
  expect([all[1]?.state, all[2]?.state, all[2]?.silence]).toEqual(['aborted', 'started', undefined]);
  clock.pass(60_000);
  expect([all[2]?.state, emitted]).toEqual(['started', []]);
});

it('check() does nothing in browsers whose recogniser needs the microphone', () => {
  recogniser.check(silence);
  expect(all).toEqual([]);
});

type Status = 'unavailable' | 'downloadable' | 'downloading' | 'available';
let status: Status | Promise<Status>;
let asked: unknown[];
/** Has the Web Speech API's `processLocally`. */
class LocalRecognition extends PageRecognition {
  phrases: object[] = [];
  static available(options: unknown) {
    asked.push(options);
    return Promise.resolve(status);
  }
  declare processLocally: boolean;
}
Object.assign(LocalRecognition.prototype, { processLocally: false });
/** The product queries a class of the browser once, so each test needs a new class. */
const createPage = () => class extends LocalRecognition {};
class SpeechRecognitionPhrase {
  constructor(phrase: string, boost: number) {
    Object.assign(this, { phrase, boost });
  }
}
const newest = () => all.at(-1) as LocalRecognition;
const settle = () => new Promise((resolve) => setTimeout(resolve));
function open() {
  const local = create(createPage(), { language: 'fr', phrases: ['Savelli'] });
  local.setOpen(true);
  return local;
}

it('a browser with local recognition recognises on the device with the exhibition’s names, after available() answered', async () => {
  open();
  expect(all).toEqual([]);
  await settle();
  expect([newest().processLocally, newest().state, newest().phrases]).toEqual([true, 'started', [{ phrase: 'Savelli', boost: 3 }]]);
  expect([asked, clock.waiting()]).toEqual([[{ langs: ['fr-FR'], processLocally: true }], 0]);
});

it('a browser without an installed language recognises remotely', async () => {
  for (const each of ['unavailable', 'downloading', 'downloadable'] as const) {
    status = each;
    const remote = open();
    await settle();
    expect([newest().processLocally, newest().phrases]).toEqual([false, []]);
    remote.end();
  }
});

it.each([
  ['language-not-supported', false, 0],
  ['phrases-not-supported', true, 0],
])('a recogniser that fails with %s restarts without this feature', async (error, isLocal, phrases) => {
  open();
  await settle();
  fail(error);
  expect([all.length, newest().processLocally, newest().phrases.length, emitted]).toEqual([2, isLocal, phrases, []]);
});

it('a browser whose available() takes over 500 ms recognises remotely', async () => {
  status = new Promise(() => {});
  open();
  clock.pass(500);
  await settle();
  expect([newest().processLocally, newest().state]).toEqual([false, 'started']);
});

it('end() before available() answers starts no recogniser', async () => {
  const left = create(createPage());
  left.check(silence);
  left.setOpen(true);
  left.end();
  await settle();
  expect([all, clock.waiting()]).toEqual([[], 0]);
});
