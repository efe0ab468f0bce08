import type { BrowserContext, Page } from '@playwright/test';
import { findBarriers } from '../test-kit/barriers.ts';
import { expectStill, watchShifts } from '../test-kit/instruments.ts';
import { chooseTheme } from '../test-kit/settings.ts';
import { cardOf, expect, museums, screenOf, staircase, test } from '../test-kit/test.ts';
import { untilQuiet } from '../test-kit/until-quiet.ts';

const nave = '6610a1b2c3d4e5f602000006';
const belmonte = `museum=${museums.belmonte}&collection=${staircase}`;
const cathedral = `museum=${museums.cathedral}&collection=${nave}`;
const beforeVoice = {
  consent: ['consent.agree'],
  artistSelection: ['artist.jacopo-savelli'],
  expertise: ['visitorType.alone'],
  personality: ['style.interactive'],
  time: ['time.5'],
  goals: ['goal.learn'],
};

interface Arrived {
  context: BrowserContext;
  baseURL: string | undefined;
  place?: string;
  answers?: object;
}

/** A visitor who was here before: answers count only at the museum they were given at. */
async function arrived({ context, baseURL: url = '', place = belmonte, answers = beforeVoice }: Arrived) {
  const query = new URLSearchParams(place);
  await context.addCookies([
    { name: 'museumID', value: query.get('museum') ?? '', url },
    { name: 'collectionID', value: query.get('collection') ?? '', url },
    { name: 'tailoringAnswers', value: encodeURIComponent(JSON.stringify(answers)), url },
  ]);
}
const storedAnswers = async (context: BrowserContext) => {
  const cookie = (await context.cookies()).find(({ name }) => name === 'tailoringAnswers');
  return JSON.parse(decodeURIComponent(cookie?.value ?? '{}'));
};

const parts = (page: Page) => {
  const screen = screenOf(page, 'tailoring');
  return {
    heading: screen.getByRole('heading', { level: 1 }),
    progress: screen.getByRole('progressbar'),
    /** Whatever answers by one press, in order. */
    answers: screen.locator('main ul button[aria-pressed]'),
    boxes: screen.getByRole('checkbox'),
    back: screen.locator('main button').first(),
    onward: screen.locator('main button').last(),
    row: (name: string) => screen.locator('button[aria-pressed]', { hasText: name }),
  };
};

const passes = [
  { language: 'en', first: 'May we learn from your visit?', voice: 'Harriet', start: 'Start the visit with Clara' },
  { language: 'de', first: 'Dürfen wir aus Ihrem Besuch lernen?', voice: 'Leonhard', start: 'Mit Clara beginnen' },
  { language: 'fr', first: 'Pouvons-nous apprendre de votre visite ?', voice: 'Bastien', start: 'Commencer avec Clara' },
];

for (const { language, first, voice, start } of passes) {
  test(`all seven questions lead to the visit, and nothing moves (${language})`, async ({ page, context }) => {
    await page.addInitScript((wanted) => {
      localStorage.setItem('language', wanted);
      localStorage.setItem('userChangedLanguage', 'true');
    }, language);
    const { heading, progress, answers, boxes, onward, row } = parts(page);
    const shifted = await watchShifts(page);
    const at = async (number: number) => {
      await expect(progress).toHaveAttribute('aria-valuenow', String(Math.round((number / 7) * 100)));
      await expectStill(shifted, `before question ${number}`);
    };

    await page.goto(`/?${belmonte}`);
    await expect(heading).toHaveText(first);
    await at(1);
    await answers.first().click();
    await at(2);
    await expect(onward).toHaveAttribute('aria-disabled', 'true');
    await boxes.nth(1).check();
    await onward.click();
    for (const number of [3, 4, 5]) {
      await at(number);
      await answers.nth(1).click();
    }
    await at(6);
    await boxes.first().check();
    await boxes.last().check();
    await onward.click();
    await at(7);
    await row(voice).click();
    await expect(onward).toHaveText(start);
    const ping = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/visits/ping');
    await onward.click();
    expect([(await ping).request().method(), (await ping).status()]).toEqual(['POST', 204]);
    await expect(page).toHaveURL(/\/visit$/);
    await expectStill(shifted, 'the last question');
    expect(await storedAnswers(context)).toMatchObject({
      consent: ['consent.agree'],
      expertise: ['visitorType.group'],
      personality: ['style.contemplative'],
      time: ['time.10'],
      goals: ['goal.learn', 'goal.challenge'],
      voice: [`${language}-2`],
    });
  });
}

test('going back and reloading lose nothing, at every step', async ({ page, context, baseURL }) => {
  const answers = { ...beforeVoice, voice: ['en-1'] };
  await arrived({ context, baseURL, answers });
  const { progress, back, boxes, answers: options } = parts(page);
  await page.goto(`/tailoring?${belmonte}&question=voice`);
  for (let number = 7; number >= 1; number -= 1) {
    await expect(progress).toHaveAttribute('aria-valuetext', `Question ${number} of 7`);
    await page.reload();
    await expect(progress).toHaveAttribute('aria-valuetext', `Question ${number} of 7`);
    const chosen = (await boxes.count()) > 0 ? boxes.and(page.locator(':checked')) : options.and(page.locator('[aria-pressed="true"]'));
    await expect(chosen).toHaveCount(1);
    if (number > 1) await back.click();
  }
  await expect(progress.locator('xpath=preceding-sibling::button')).toHaveCount(0);
  await page.goBack();
  await expect(progress).toHaveAttribute('aria-valuetext', 'Question 2 of 7');
  expect(await storedAnswers(context)).toEqual(answers);
});

test('declining goes on, and no address leads past an open question', async ({ page, context, baseURL }) => {
  const { heading, answers: options } = parts(page);
  for (const asked of ['voice', 'artistSelection', 'no-such-question']) {
    await page.goto(`/tailoring?${cathedral}&question=${asked}`);
    await expect(page).toHaveURL(/question=consent/);
    await expect(heading).toHaveText('May we learn from your visit?');
  }
  await options.last().click();
  await expect(heading).toHaveText('Who are you visiting with today?');
  expect(await storedAnswers(context)).toEqual({ consent: ['consent.decline'] });
  await page.goto('/visit');
  await expect(page).toHaveURL(/question=expertise/);
  const answers = { consent: ['consent.decline'], expertise: ['visitorType.kids'], time: ['time.5'] };
  await arrived({ context, baseURL, place: cathedral, answers });
  await page.goto(`/tailoring?${cathedral}&question=time`);
  await expect(heading).toHaveText('How much time do you have?');
  await expect(options.first()).toHaveAttribute('aria-pressed', 'true');
});

test('voices are heard one at a time, without being chosen', async ({ page, context, baseURL, faults }) => {
  await arrived({ context, baseURL });
  await page.goto(`/tailoring?${belmonte}&question=voice`);
  const { row, onward } = parts(page);
  const press = (name: string) => page.getByRole('button', { name, exact: true });
  await press('Listen to Edmund').click();
  await expect(row('Edmund')).toContainText('Playing');
  await press('Listen to Harriet').click();
  await expect(row('Harriet')).toContainText('Playing');
  await expect(row('Edmund')).toContainText('Warm, unhurried');
  await press('Stop Harriet').click();
  await expect(row('Harriet')).toContainText('Bright, lively');
  await expect(onward).toHaveAttribute('aria-disabled', 'true');
  expect(faults.requests.filter((path) => path.startsWith('/media/voices/'))).toEqual(['/media/voices/en-1.mp3', '/media/voices/en-2.mp3']);
});

test('a voice that cannot be heard says so, and can still be chosen', async ({ page, context, baseURL, faults }) => {
  await arrived({ context, baseURL });
  faults.break(/^\/media\/voices\/en-1/, { kind: '404' });
  // What a browser does that lets no page sound before a tap of its own liking.
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      return this.src.includes('en-2') ? Promise.reject(new DOMException('no', 'NotAllowedError')) : play.call(this);
    };
  });
  await page.goto(`/tailoring?${belmonte}&question=voice`);
  const { row, onward } = parts(page);
  await page.getByRole('button', { name: 'Listen to Edmund' }).click();
  await expect(row('Edmund')).toContainText('This sample did not load. Please try again.');
  const before = await row('Rosalind').boundingBox();
  await page.getByRole('button', { name: 'Listen to Harriet' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The browser blocked the sound. Tap once more.' })).toBeAttached();
  await expect(row('Harriet')).toContainText('The browser blocked the sound. Tap once more.');
  expect(await row('Rosalind').boundingBox()).toEqual(before);
  faults.heal();
  await page.getByRole('button', { name: 'Listen to Edmund' }).click();
  await expect(row('Edmund')).toContainText('Playing');
  await row('Edmund').click();
  await expect(onward).toHaveText('Start the visit with Clara');
});

test('every sample can be decoded, is short and is not silent', async ({ page }) => {
  await page.goto('/no/such/room');
  const samples = await page.evaluate(async (museumId) => {
    const { profile } = await (await fetch(`/api/museums/${museumId}`)).json();
    const lists = [profile.voices, profile.premiumVoices].flatMap((byLanguage) => Object.values(byLanguage)).flat();
    const urls = new Set(lists.map((voice) => (voice as { voicePreviewUrl: string }).voicePreviewUrl));
    const measure = async (url: string) => {
      const sound = await new OfflineAudioContext(1, 1, 44_100).decodeAudioData(await (await fetch(url)).arrayBuffer());
      const wave = sound.getChannelData(0);
      const power = wave.reduce((sum, value) => sum + value * value, 0) / wave.length;
      return { url, seconds: sound.duration, channels: sound.numberOfChannels, loudness: Math.sqrt(power) };
    };
    return Promise.all([...urls].map(measure));
  }, museums.belmonte);
  expect(samples).toHaveLength(16);
  for (const { url, seconds, channels, loudness } of samples) {
    expect([url, seconds > 1 && seconds < 5, channels, loudness > 0.05 && loudness < 0.3]).toEqual([url, true, 1, true]);
  }
});

test('the premium voices count only where the museum allows them', async ({ page, context, baseURL }) => {
  const { answers, row, onward } = parts(page);
  await arrived({ context, baseURL });
  await page.goto(`/tailoring?${belmonte}&question=voice&premium=true`);
  await expect(answers).toHaveText([/^Imogen/, /^Alistair/, /^Beatrice/]);
  await row('Imogen').click();
  await onward.click();
  await expect(page).toHaveURL(/\/visit\?premium=true$/);
  expect((await storedAnswers(context)).voice).toEqual(['en-p1']);
  await page.goto(`/tailoring?${belmonte}&question=voice`);
  await expect(answers).toHaveText([/^Edmund/, /^Harriet/, /^Rosalind/]);
  await arrived({ context, baseURL, place: cathedral });
  await page.goto(`/tailoring?${cathedral}&question=voice&premium=true`);
  await expect(answers).toHaveText([/^Edmund/, /^Harriet/, /^Rosalind/]);
});

test('the whole way can be gone with the keyboard alone, and without motion', async ({ page }) => {
  await page.goto(`/?${cathedral}`);
  const { heading, row } = parts(page);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await expect(heading).toBeFocused();
  await press('Tab', 'Tab', 'Enter');
  await expect(heading).toHaveText('Who are you visiting with today?');
  await expect(heading).toBeFocused();
  await press('Tab', 'Space');
  await expect(heading).toHaveText('How much time do you have?');
  await expect(heading).toBeFocused();
  await press('Tab', 'Tab', 'Tab', 'Enter');
  await expect(heading).toHaveText('Which voice would you like to hear?');
  await expect(heading).toBeFocused();
  await press('Tab', 'Tab', 'Enter');
  await expect(row('Edmund')).toContainText('Playing');
  expect(
    await row('Edmund')
      .locator('path')
      .last()
      .evaluate((wave) => getComputedStyle(wave).animationName),
  ).toBe('none');
  await press('Tab', 'Enter', 'Tab', 'Tab', 'Tab', 'Tab', 'Enter');
  await expect(page).toHaveURL(/\/visit$/);
});

for (const [theme, width, height] of [
  ['positive', 390, 844],
  ['negative', 320, 568],
] as const) {
  test(`the voice question has no barrier (${theme}, ${width}×${height})`, async ({ page, context, baseURL }) => {
    await arrived({ context, baseURL });
    await page.setViewportSize({ width, height });
    await page.goto(`/tailoring?${belmonte}&question=voice`);
    if (theme === 'negative') await chooseTheme(page, theme);
    const { row } = parts(page);
    await row('Harriet').click();
    await page.getByRole('button', { name: 'Listen to Harriet' }).click();
    await expect(row('Harriet')).toContainText('Playing');
    expect(await findBarriers(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
}

const scriptLimitBytes = 210_000;

test('landing and tailoring together ask for little script', async ({ page, faults }) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const scripts = new Map<string, { path: string; bytes: number }>();
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    const path = new URL(response.url).pathname;
    if ((type === 'Script' || path.endsWith('.js')) && !response.fromDiskCache) scripts.set(requestId, { path, bytes: 0 });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const script = scripts.get(requestId);
    if (script) script.bytes = encodedDataLength;
  });
  await page.goto(`/?museum=${museums.belmonte}`);
  await cardOf(page, 'The Grand Staircase').click();
  await expect(screenOf(page, 'tailoring').getByRole('heading', { level: 1 })).toBeVisible();
  await untilQuiet(faults);
  // The site has sent them; the browser says of each how much it was once it has it.
  await expect.poll(() => [...scripts.values()].every(({ bytes }) => bytes > 0)).toBe(true);
  const asked = [...scripts.values()];
  const total = asked.reduce((sum, { bytes }) => sum + bytes, 0);
  test.info().annotations.push({ type: 'figure', description: `${asked.length} scripts, ${total} bytes` });
  expect(asked.some(({ path }) => path.startsWith('/remotes/tailoring/'))).toBe(true);
  expect(total).toBeLessThanOrEqual(scriptLimitBytes);
});
