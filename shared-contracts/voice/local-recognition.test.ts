import { expect, it } from '@rstest/core';
import { getLocalRecognition } from './local-recognition.ts';

type Page = NonNullable<Parameters<typeof getLocalRecognition>[1]>;

function createPage(available: () => Promise<string>) {
  const asked: unknown[] = [];
  class SpeechRecognition {
    processLocally = false;
    static available(options: unknown) {
      asked.push(options);
      return available();
    }
  }
  Object.assign(SpeechRecognition.prototype, { processLocally: false });
  return { asked, page: { SpeechRecognition } as unknown as Page };
}

it.each([
  ['available', true],
  ['downloadable', false],
  ['downloading', false],
  ['unavailable', false],
  [new DOMException('', 'InvalidStateError'), false],
] as const)('a browser that answers “%s” for local recognition is asked once, on check()', async (status, isLocal) => {
  const { asked, page } = createPage(() => (status instanceof Error ? Promise.reject(status) : Promise.resolve(status)));
  const local = getLocalRecognition('de', page);
  expect(asked).toEqual([]);
  void local.check();
  void local.check();
  await new Promise((resolve) => setTimeout(resolve));
  expect([local.getState(), asked]).toEqual([isLocal, [{ langs: ['de-DE'], processLocally: true }]]);
});

it('getLocalRecognition() returns one store for each language of a page', () => {
  const { page } = createPage(() => Promise.resolve('available'));
  const local = getLocalRecognition('de', page);
  expect(getLocalRecognition('de', page)).toBe(local);
  expect(getLocalRecognition('en', page)).not.toBe(local);
});

it('a browser without local recognition is never asked', () => {
  class Recognition {}
  for (const page of [{}, { webkitSpeechRecognition: Recognition }]) {
    const local = getLocalRecognition('en', page as never);
    void local.check();
    expect(local.getState()).toBe(false);
  }
});
