import { expect, it } from '@rstest/core';
import { replaceProperty } from '../kit/testing/replace-property.ts';
import { acquireWakeLock, claimVoice, openAudioSession } from './page-resources.ts';
import { allowCallMachine } from './script-allowlist.ts';
import { createDeferred } from './testing/deferred.ts';
import type { VoiceNavigator } from './voice-page.ts';

const machine = { url: '/voice/call-machine.abc.js', integrity: 'sha384-abc' };
const flushPromises = () => new Promise((next) => setTimeout(next, 0));

it('allowCallMachine() puts the hash on the call machine’s script alone until it is closed', () => {
  // Test browsers load no scripts.
  replaceProperty(Node.prototype, 'appendChild', (child: Node) => child);
  const close = allowCallMachine(document, machine);
  const append = (src: string) => {
    const script = document.createElement('script');
    script.setAttribute('src', src);
    return document.head.appendChild(script);
  };
  const marks = [append(machine.url), append('/other.js')].flatMap(({ integrity, crossOrigin }) => [integrity, crossOrigin ?? '']);
  expect(marks).toEqual([machine.integrity, 'anonymous', '', '']);
  close();
  expect([append(machine.url).integrity, Object.hasOwn(document.head, 'appendChild')]).toEqual(['', false]);
});
/** One lock, which is granted at once, refused or stolen. */
function createLocks() {
  let holder: { steal(): void } | undefined;
  const request = (_name: string, options: LockOptions, hold: (lock: Lock | null) => unknown) => {
    if (holder && !options.steal) return Promise.resolve(hold(null));
    holder?.steal();
    return new Promise((resolve, reject) => {
      const mine = { steal: () => reject(new DOMException('', 'AbortError')) };
      holder = mine;
      void Promise.resolve(hold({ name: '', mode: 'exclusive' })).then(() => {
        if (holder === mine) holder = undefined;
        resolve(undefined);
      });
    });
  };
  return { locks: { request } } as unknown as VoiceNavigator;
}
const never = () => expect.unreachable('it was not taken over');

it('claimVoice() gives the voice to one tab until its release, and to every tab of a browser without Web Locks', async () => {
  expect(await claimVoice({}, false, never)).toBeTypeOf('function');
  const browser = createLocks();
  const release = await claimVoice(browser, false, never);
  expect(await claimVoice(browser, false, never)).toBeUndefined();
  release?.();
  await flushPromises();
  expect(await claimVoice(browser, false, never)).toBeTypeOf('function');
});

it('claimVoice() with takeover notifies the other tab once', async () => {
  const browser = createLocks();
  let lost = 0;
  await claimVoice(browser, false, () => (lost += 1));
  expect(await claimVoice(browser, true, never)).toBeTypeOf('function');
  await flushPromises();
  expect(lost).toBe(1);
});

function createScreen() {
  const stage = { held: 0, asked: 0, allow: Promise.resolve() };
  const request = async () => {
    stage.asked += 1;
    await stage.allow;
    stage.held += 1;
    const release = async () => {
      stage.held -= 1;
    };
    return { release };
  };
  return Object.assign(stage, { navigator: { wakeLock: { request } } });
}

it('the wake lock is held until its release, even after the page was hidden', async () => {
  const screen = createScreen();
  const letSleep = acquireWakeLock({ document, navigator: screen.navigator });
  await flushPromises();
  expect(screen.held).toBe(1);
  document.dispatchEvent(new Event('visibilitychange'));
  await flushPromises();
  expect(screen.held).toBe(1);
  letSleep();
  await flushPromises();
  expect(screen.held).toBe(0);
});

it('the wake lock is requested once at a time and released even if granted late', async () => {
  const screen = createScreen();
  const allowed = createDeferred();
  screen.allow = allowed.promise;
  const letSleep = acquireWakeLock({ document, navigator: screen.navigator });
  document.dispatchEvent(new Event('visibilitychange'));
  letSleep();
  allowed.resolve();
  await flushPromises();
  expect([screen.asked, screen.held]).toEqual([1, 0]);
});

it('openAudioSession() sets the type of the audio session until it is closed', () => {
  const audioSession = { type: 'auto' };
  const close = openAudioSession({ audioSession }, true);
  expect(audioSession.type).toBe('play-and-record');
  close();
  expect(audioSession.type).toBe('auto');
  openAudioSession({ audioSession }, false);
  expect(audioSession.type).toBe('playback');
});
