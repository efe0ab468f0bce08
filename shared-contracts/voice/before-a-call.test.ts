import { afterEach, beforeEach, expect, it, onTestFinished, rstest } from '@rstest/core';
import { checkVoice } from './check-voice.ts';
import { fetchCallMachine } from './prepare-call.ts';
import { createTestVoice, machineUrl, until } from './testing/test-voice.ts';

let setup: ReturnType<typeof createTestVoice>;
beforeEach(() => {
  setup = createTestVoice();
});
afterEach(() => setup.end());

const facts = 'GET /api/voice';
const made = 'POST /api/voice/call/web';

it('the call machine is brought into the browser’s cache once it is known, and nothing is opened or asked for', async () => {
  await fetchCallMachine(setup.page);
  expect(setup.requests).toEqual([]);
  await checkVoice(setup.page, setup.clock);
  await fetchCallMachine(setup.page);
  expect(setup.requests).toEqual([facts, `GET ${machineUrl}`]);
  expect([setup.microphones, setup.scripts, setup.clock.waiting()]).toEqual([[], [], 0]);
});

it('a machine that does not come is left to the call', async () => {
  setup.answers[`GET ${machineUrl}`] = () => Promise.reject(new TypeError('fetch'));
  await checkVoice(setup.page, setup.clock);
  await fetchCallMachine(setup.page);
  await setup.callUntilStarted();
});

it('a call begins with what the page was told when it looked whether there is voice; the next one asks again', async () => {
  await checkVoice(setup.page, setup.clock);
  const call = await setup.callUntilStarted();
  expect(setup.requests).toEqual([facts, made]);
  call.close('visitor');
  setup.call();
  await until(() => {
    setup.clock.pass(300);
    return setup.requests.filter((request) => request === facts).length === 2;
  });
});

it('a call asks again ten minutes later: the site may have another machine by then', async () => {
  await checkVoice(setup.page, setup.clock);
  setup.clock.pass(600_000);
  await setup.callUntilStarted();
  expect(setup.requests).toEqual([facts, facts, made]);
});

it('a call waits on a phone no longer than elsewhere: the microphone is there', async () => {
  const phone = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';
  Object.defineProperty(navigator, 'userAgent', { value: phone, configurable: true });
  const timeouts = rstest.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => timeouts.mockRestore());
  await setup.callUntilStarted();
  expect(timeouts.mock.calls.filter(([, delayMs]) => delayMs === 1_000)).toEqual([]);
});
