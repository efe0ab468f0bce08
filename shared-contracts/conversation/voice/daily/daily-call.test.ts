import { afterAll, beforeAll, describe, expect, it, rs } from '@rstest/core';
import { ZodError } from 'zod';
import { DailyRefusal } from './daily-refusal.ts';
import { joinDailyCall } from './daily-state.ts';
import type { ArgumentCase } from './testing/argument-case.ts';
import { allowCalls, createLiveCall, holdBundle, type LiveCall } from './testing/create-live-call.ts';
import { mediaRules } from './testing/media-rules.ts';
import { phoneRules } from './testing/phone-rules.ts';

const rules = [...mediaRules, ...phoneRules];
const where = (enforcer: ArgumentCase['enforcer']) =>
  rules.filter((one) => one.enforcer === enforcer).map((one) => [`${one.rule} ← ${one.argument}`, one] as const);

/** Undefined when it was accepted. */
async function refusalOf(ask: () => unknown): Promise<unknown> {
  try {
    await ask();
    return undefined;
  } catch (error) {
    return error;
  }
}

const wordsOf = (refusal: unknown) => (refusal instanceof Error ? refusal.message : String(refusal));

describe('an argument of the call, given to daily-js as it is', () => {
  let live: LiveCall;
  beforeAll(async () => {
    // daily-js writes to the console whatever it refuses.
    for (const level of ['error', 'warn'] as const) rs.spyOn(console, level).mockImplementation(() => undefined);
    allowCalls();
    holdBundle();
    live = createLiveCall();
    await joinDailyCall(live.call, { url: 'https://example.org/room' });
  });
  afterAll(async () => {
    await live.end();
    rs.restoreAllMocks();
  });

  const ask = async (one: ArgumentCase) => ({
    ofWrapper: await refusalOf(() => one.viaWrapper(live.call)),
    ofDailyJs: await refusalOf(() => one.directly(live.call)),
  });

  it.each(where('nobody'))('is accepted by both: %s', async (_, one) => {
    expect(await ask(one)).toEqual({ ofWrapper: undefined, ofDailyJs: undefined });
  });

  it.each(where('daily-js'))('is refused by daily-js, and the wrapper says its words: %s', async (_, one) => {
    const { ofWrapper, ofDailyJs } = await ask(one);
    expect(wordsOf(ofDailyJs)).toMatch(one.says);
    expect(ofWrapper).toBeInstanceOf(DailyRefusal);
    expect(wordsOf(ofWrapper)).toContain(wordsOf(ofDailyJs));
  });

  it.each(where('both'))('is refused by daily-js too, and the words are ours: %s', async (_, one) => {
    const { ofWrapper, ofDailyJs } = await ask(one);
    expect(ofDailyJs).toBeDefined();
    expect(ofWrapper).toMatchObject({ code: 'daily-refusal', cause: expect.any(ZodError) });
    expect(wordsOf(ofWrapper)).toMatch(one.says);
  });

  it.each(where('ours'))('is let pass by daily-js and refused by us: %s', async (_, one) => {
    const before = live.asked.length;
    const ofWrapper = await refusalOf(() => one.viaWrapper(live.call));
    expect(ofWrapper).toMatchObject({ code: 'daily-refusal', cause: expect.any(ZodError) });
    expect(wordsOf(ofWrapper)).toMatch(one.says);
    expect(live.asked).toHaveLength(before);
    expect(await refusalOf(() => one.directly(live.call))).toBeUndefined();
  });
});

describe('the table of argument rules', () => {
  it.each(['nobody', 'daily-js', 'both', 'ours'] as const)('has rows of %s', (enforcer) => {
    expect(where(enforcer).length).toBeGreaterThan(5);
  });
});
