import { expect, it } from '@rstest/core';
import { createHandClock } from '../kit/testing/hand-clock.ts';
import { getLocalRecognition, installMs } from './local-recognition.ts';
import { createScriptedRecogniser } from './testing/scripted-recogniser.ts';

const settle = () => new Promise((resolve) => setTimeout(resolve));

type Status = Parameters<typeof createScriptedRecogniser>[0];

async function open(status: Status | Error = 'downloadable', language: 'de' | 'fr' = 'de') {
  const browser = createScriptedRecogniser('unavailable');
  browser.status = status;
  const clock = createHandClock();
  const page = { SpeechRecognition: browser.SpeechRecognition } as unknown as Parameters<typeof getLocalRecognition>[1];
  const local = getLocalRecognition({ language, clock }, page);
  const states: string[] = [];
  expect(browser.asked).toEqual([]);
  local.check();
  local.check();
  local.subscribe((state) => states.push(state));
  await settle();
  const tap = () => {
    browser.isActivated = true;
    local.install();
  };
  return { browser, clock, page, local, states, tap };
}

it.each([
  ['available', 'available'],
  ['downloadable', 'downloadable'],
  ['downloading', 'downloadable'],
  ['unavailable', 'none'],
  [new DOMException('', 'InvalidStateError'), 'none'],
] as const)('recognition on the device that is %s is %s, and nothing is downloaded unasked', async (status, state) => {
  const { browser, local } = await open(status);
  expect([local.getState(), browser.asked]).toEqual([state, [['available', { langs: ['de-DE'], processLocally: true }]]]);
});

it('a tap downloads it in the visit’s language, once, to the end', async () => {
  const { browser, clock, states, tap } = await open('downloadable', 'fr');
  tap();
  browser.end(true);
  await settle();
  expect([states, browser.asked.at(-1), clock.waiting()]).toEqual([
    ['downloadable', 'installing', 'installed'],
    ['install', { langs: ['fr-FR'], processLocally: true }],
    0,
  ]);
});

it.each([[false], [new DOMException('', 'NetworkError')]])('a download that ends in %s has failed, and can be tried again', async (end) => {
  const { browser, local, states, tap } = await open();
  tap();
  browser.end(end);
  await settle();
  tap();
  browser.end(true);
  await settle();
  expect([states.slice(1), local.getState()]).toEqual([['installing', 'failed', 'installing', 'installed'], 'installed']);
});

it('one that was not the visitor’s own wish is refused by the browser, and one that never ends has failed after its time', async () => {
  const { clock, local, tap } = await open();
  local.install();
  await settle();
  expect(local.getState()).toBe('failed');
  tap();
  await settle();
  clock.pass(installMs);
  await settle();
  expect([local.getState(), clock.waiting()]).toEqual(['failed', 0]);
});

it('is one for the page and a language, so that all views know what was downloaded', async () => {
  const { clock, local, page } = await open();
  expect(getLocalRecognition({ language: 'de', clock }, page)).toBe(local);
  expect(getLocalRecognition({ language: 'en', clock }, page)).not.toBe(local);
});

it('browsers that know nothing of it are offered nothing', () => {
  const clock = createHandClock();
  class Recognition {}
  for (const page of [{}, { webkitSpeechRecognition: Recognition }]) {
    const local = getLocalRecognition({ language: 'en', clock }, page as never);
    local.check();
    expect(local.getState()).toBe('none');
  }
});
