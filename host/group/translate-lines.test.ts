import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { describe, expect, it } from '@rstest/core';
import { followedLine as line } from '../testing/followed-line.ts';
import { createLineTranslator, showLine } from './translate-lines.ts';

const museumId = '6610a1b2c3d4e5f601000001';
const flush = () => new Promise((resolve) => setTimeout(resolve));

describe('a follower', () => {
  it('a follower reads the leader’s language as it is, asks for the others together, and says of what has no counterpart which it is', async () => {
    const asked: string[][] = [];
    const translate = async ({ lines }: { lines: readonly string[] }) => {
      asked.push([...lines]);
      return lines.map((text) => (text === 'Line 2.' ? null : `de: ${text}`));
    };
    const translator = createLineTranslator({ api: { translate }, museumId, clock: createHandClock() });
    const lines = [line(1), line(2), line(3, { isOpen: true }), line(4, { language: 'de' })];
    translator.want(lines, 'de');
    await flush();
    expect(asked).toEqual([['Line 1.', 'Line 2.']]);
    expect(lines.map((each) => showLine(each, 'de', translator.getState()))).toEqual([
      { kind: 'said', text: 'de: Line 1.' },
      { kind: 'foreign', text: 'Line 2.' },
      { kind: 'waiting' },
      { kind: 'own', text: 'Line 4.' },
    ]);
    translator.want(lines, 'de');
    await flush();
    expect(asked.length).toBe(1);
  });

  it('a follower asks again, ten seconds later, for what could not be translated, and shows the leader’s words until then', async () => {
    const clock = createHandClock();
    let isReached = false;
    const translate = async ({ lines }: { lines: readonly string[] }) => {
      if (!isReached) throw new Error('offline');
      return lines.map((text) => `de: ${text}`);
    };
    const translator = createLineTranslator({ api: { translate }, museumId, clock });
    translator.want([line(1)], 'de');
    await flush();
    expect(showLine(line(1), 'de', translator.getState())).toEqual({ kind: 'foreign', text: 'Line 1.' });
    isReached = true;
    clock.pass(10_000);
    await flush();
    expect(showLine(line(1), 'de', translator.getState())).toEqual({ kind: 'said', text: 'de: Line 1.' });
    translator.stop();
    expect(clock.waiting()).toBe(0);
  });
});
