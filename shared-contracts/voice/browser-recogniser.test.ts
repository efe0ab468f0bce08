import { beforeEach, describe, expect, it } from '@rstest/core';
import { createHandClock } from '../kit/testing/hand-clock.ts';
import { createBrowserRecogniser, retryMs, turnPauseMs } from './browser-recogniser.ts';
import { FakeRecognition } from './testing/fake-recognition.ts';
import { asTrack, FakeTrack } from './testing/fake-track.ts';
import type { VoicePage } from './voice-page.ts';

/** Of the page: all that were started. */
class PageRecognition extends FakeRecognition {
  override start(silence?: unknown) {
    super.start(silence);
    all.push(this);
  }
}
/** Chromium's recogniser, which accepts a track in place of the microphone. */
class ChromiumRecognition extends PageRecognition {
  static available() {}
}
let all: PageRecognition[] = [];
let isOnline: boolean;
let emitted: string[];
let clock: ReturnType<typeof createHandClock>;
let recogniser: ReturnType<typeof createBrowserRecogniser>;

beforeEach(() => {
  all = [];
  emitted = [];
  isOnline = true;
  clock = createHandClock();
  recogniser = create(PageRecognition);
});

function create(Recognition: typeof PageRecognition) {
  const navigator = {
    get onLine() {
      return isOnline;
    },
  };
  return createBrowserRecogniser({
    page: { window: { webkitSpeechRecognition: Recognition }, navigator } as unknown as VoicePage,
    language: 'de',
    clock,
    onWords: (words, isFinal) => emitted.push(`${words}${isFinal ? '.' : ''}`),
    onLost: (loss) => emitted.push(loss),
  });
}
/** The newest one fails, and ends as browsers do then. */
function fail(error: string) {
  const newest = all.at(-1);
  newest?.onerror?.({ error });
  newest?.onend?.();
}

describe("the browser's recogniser", () => {
  it("the browser's recogniser runs while the microphone is open, in the language of the visit", () => {
    expect(all).toHaveLength(0);
    recogniser.setOpen(true);
    expect([all[0]?.state, all[0]?.lang]).toEqual(['started', 'de-DE']);
    recogniser.setOpen(false);
    expect(all[0]?.state).toBe('stopping');
  });

  it("the browser's recogniser sends the whole turn once, with the words that come after the release", () => {
    recogniser.setOpen(true);
    all[0]?.recognise(['wer ist', false]);
    recogniser.setOpen(false);
    all[0]?.recognise(['wer ist das', true]);
    all[0]?.onend?.();
    expect(emitted).toEqual(['wer ist', 'wer ist das', 'wer ist das.']);
    clock.pass(turnPauseMs);
    expect(emitted).toHaveLength(3);
  });

  it("the browser's recogniser ends a turn at a pause and begins the next without the words of the last", () => {
    recogniser.setOpen(true);
    all[0]?.recognise(['eins', true]);
    clock.pass(turnPauseMs);
    all[0]?.recognise(['eins', true], ['zwei', false]);
    expect(emitted).toEqual(['eins', 'eins.', 'zwei']);
  });

  it("the browser's recogniser begins again when it ends by itself, and not after the release", () => {
    recogniser.setOpen(true);
    all[0]?.onend?.();
    expect(all).toHaveLength(2);
    recogniser.setOpen(false);
    all[1]?.onend?.();
    expect([all.length, emitted]).toEqual([2, []]);
  });

  it("the browser's recogniser says nothing any more after its end", () => {
    recogniser.setOpen(true);
    all[0]?.recognise(['eins', true]);
    recogniser.end();
    all[0]?.onend?.();
    expect([all[0]?.state, emitted.at(-1), clock.waiting()]).toEqual(['aborted', 'eins', 0]);
  });

  it("the browser's recogniser is lost at once when it is refused, and never tried again", () => {
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
  ])("the browser's recogniser that fails with %s twice is lost, and is not started again for ever", (error, loss) => {
    recogniser.setOpen(true);
    fail(error);
    expect([emitted, all.length]).toEqual([[], 1]);
    clock.pass(retryMs);
    fail(error);
    clock.pass(60_000);
    expect([emitted, all.length, clock.waiting()]).toEqual([[loss], 2, 0]);
  });

  it("the browser's recogniser is not lost by a failure now and then, nor without a network", () => {
    recogniser.setOpen(true);
    fail('network');
    clock.pass(retryMs);
    all.at(-1)?.recognise(['eins', false]);
    fail('network');
    isOnline = false;
    for (let time = 0; time < 5; time += 1) {
      clock.pass(retryMs);
      fail('network');
    }
    expect(emitted).toEqual(['eins', 'eins.']);
  });

  it("the browser's recogniser counts a start that throws as a failure", () => {
    const start = PageRecognition.prototype.start;
    PageRecognition.prototype.start = () => {
      throw new DOMException('', 'InvalidStateError');
    };
    recogniser.setOpen(true);
    clock.pass(retryMs);
    PageRecognition.prototype.start = start;
    expect([emitted, clock.waiting()]).toEqual([['unreachable'], 0]);
  });
});

describe('whether it answers', () => {
  const silence = asTrack(new FakeTrack());

  it('whether it answers is known before the visitor speaks: it is given silence, twice', () => {
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

  it('a recogniser is not checked any more after a moment, or when the visitor begins to speak', () => {
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

  it('whether it answers is not asked in browsers that would open the microphone for it', () => {
    recogniser.check(silence);
    expect(all).toEqual([]);
  });
});

describe('on the device itself', () => {
  type Status = 'unavailable' | 'downloadable' | 'downloading' | 'available';
  let status: Status | Promise<Status>;
  let asked: unknown[];
  /** Chromium's recogniser with the Web Speech API's `processLocally`. */
  class LocalRecognition extends PageRecognition {
    phrases: object[] = [];
    static available(options: unknown) {
      asked.push(options);
      return Promise.resolve(status);
    }
    get processLocally() {
      return this.isLocal;
    }
    set processLocally(isLocal: boolean) {
      this.isLocal = isLocal;
    }
    isLocal = false;
  }
  class SpeechRecognitionPhrase {
    readonly phrase: string;
    readonly boost: number;
    constructor(phrase: string, boost: number) {
      this.phrase = phrase;
      this.boost = boost;
    }
  }
  const newest = () => all.at(-1) as LocalRecognition;
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  const open = () =>
    createBrowserRecogniser({
      page: {
        window: { SpeechRecognition: LocalRecognition, SpeechRecognitionPhrase },
        navigator: { onLine: true },
      } as unknown as VoicePage,
      language: 'fr',
      clock,
      phrases: ['Savelli'],
      onWords: (words, isFinal) => emitted.push(`${words}${isFinal ? '.' : ''}`),
      onLost: (loss) => emitted.push(loss),
    });
  beforeEach(() => {
    [status, asked] = ['available', []];
  });

  it('on the device itself speech is recognised where the browser can, with the exhibition’s names, and the first words wait until that is known', async () => {
    const local = open();
    local.setOpen(true);
    expect(all).toEqual([]);
    await settle();
    expect([newest().isLocal, newest().state, newest().phrases]).toEqual([true, 'started', [{ phrase: 'Savelli', boost: 3 }]]);
    expect([asked, clock.waiting()]).toEqual([[{ langs: ['fr-FR'], processLocally: true }], 0]);
  });

  it('on the device itself it is not where the browser has nothing installed for it', async () => {
    for (const each of ['unavailable', 'downloading', 'downloadable'] as const) {
      status = each;
      const remote = open();
      remote.setOpen(true);
      await settle();
      expect([newest().isLocal, newest().phrases]).toEqual([false, []]);
      remote.end();
    }
  });

  it.each([
    ['language-not-supported', false, 0],
    ['phrases-not-supported', true, 0],
  ])('on the device itself what it cannot do (%s) is tried without, and is no failure', async (error, isLocal, phrases) => {
    const local = open();
    local.setOpen(true);
    await settle();
    fail(error);
    expect([all.length, newest().isLocal, newest().phrases.length, emitted]).toEqual([2, isLocal, phrases, []]);
  });

  it('on the device itself a browser that does not say within half a second is taken at its word before', async () => {
    status = new Promise(() => {});
    const slow = open();
    slow.setOpen(true);
    clock.pass(500);
    await settle();
    expect([newest().isLocal, newest().state]).toEqual([false, 'started']);
  });

  it('on the device itself nothing is started for anybody who has left meanwhile', async () => {
    const left = open();
    left.check(asTrack(new FakeTrack()));
    left.setOpen(true);
    left.end();
    await settle();
    expect([all, clock.waiting()]).toEqual([[], 0]);
  });
});
