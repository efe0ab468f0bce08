import type { Page } from '@playwright/test';
import { answers, ask, chat, expect, openChat, speakLanguage, test, withoutMotion } from '../../test-kit/chat-test.ts';
import type { Fault } from '../../test-kit/fault.ts';
import { languages } from '../../test-kit/instruments.ts';
import { listenToPage, loudnessOf } from '../../test-kit/sound.ts';

const audible = 0.01;
const speech = /^\/api\/speech\//;
const story = 'The dome turns on forty iron wheels, and two people could push it round in eleven minutes.';

const listen = (page: Page, index = 0) => answers(page).nth(index).getByRole('button', { name: 'Listen', exact: true });
const stop = (page: Page, index = 0) => answers(page).nth(index).getByRole('button', { name: 'Stop', exact: true });

test.beforeEach(async ({ page }) => {
  await listenToPage(page);
  await withoutMotion(page);
});

test('an answer is read aloud, falls silent when stopped, and is asked for only once', async ({ page, guide, faults }) => {
  const spoken: { text: string; path: string }[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (speech.test(path)) spoken.push({ path, text: request.postDataJSON().text });
  });
  guide.answerWith(() => ({ chunks: [`**${story}**`] }));
  await openChat(page);
  await ask(page, 'Why?');
  await listen(page).click();
  await expect.poll(() => loudnessOf(page)).toBeGreaterThan(audible);
  await expect(stop(page)).toBeVisible();
  // The words, not their marks, by a voice of the visitor's language.
  expect(spoken.map(({ text }) => text).join(' ')).toBe(story);
  expect(spoken.every(({ path }) => path.startsWith('/api/speech/en-'))).toBe(true);
  await stop(page).click();
  await expect(listen(page)).toBeVisible();
  expect(await loudnessOf(page)).toBeLessThan(audible);

  const before = faults.requests.filter((path) => speech.test(path)).length;
  await listen(page).click();
  await expect.poll(() => loudnessOf(page)).toBeGreaterThan(audible);
  await stop(page).click();
  expect(faults.requests.filter((path) => speech.test(path))).toHaveLength(before);
});

test('it ends by itself, and the button says so', async ({ page, guide }) => {
  // Long enough to be noticed between two looks of a busy machine.
  guide.answerWith(() => ({ chunks: [story] }));
  await openChat(page);
  await ask(page, 'Is it dark?');
  await listen(page).click();
  await expect.poll(() => loudnessOf(page)).toBeGreaterThan(audible);
  await expect(listen(page)).toBeVisible();
  await expect.poll(() => loudnessOf(page)).toBeLessThan(audible);
});

test('one answer at a time: another one’s Listen stops the first', async ({ page, guide }) => {
  guide.answerWith((input) => ({ chunks: [`${input}: ${story} ${story}`] }));
  await openChat(page);
  await ask(page, 'one');
  await expect(listen(page, 0)).toBeVisible();
  await ask(page, 'two');
  await listen(page, 0).click();
  await expect.poll(() => loudnessOf(page)).toBeGreaterThan(audible);
  await listen(page, 1).click();
  await expect(listen(page, 0)).toBeVisible();
  await expect(stop(page, 1)).toBeVisible();
  await expect.poll(() => loudnessOf(page)).toBeGreaterThan(audible);
  await expect(chat(page).getByRole('button', { name: 'Stop', exact: true })).toHaveCount(1);
});

test('a new question, and leaving the screen, silence the voice', async ({ page, guide }) => {
  guide.answerWith(() => ({ chunks: [`${story} ${story}`] }));
  await openChat(page);
  await ask(page, 'one');
  await listen(page).click();
  await expect.poll(() => loudnessOf(page)).toBeGreaterThan(audible);
  await ask(page, 'two');
  await expect.poll(() => loudnessOf(page)).toBeLessThan(audible);
});

test('a long answer is asked for in pieces that end with a sentence', async ({ page, guide }) => {
  const texts: string[] = [];
  page.on('request', (request) => {
    if (speech.test(new URL(request.url()).pathname)) texts.push(request.postDataJSON().text);
  });
  const long = Array.from({ length: 9 }, () => story).join(' ');
  guide.answerWith(() => ({ chunks: [long] }));
  await openChat(page);
  await ask(page, 'one');
  await expect(answers(page)).toContainText(long);
  // A long answer is shown from its beginning. The key to its end gives its row away, which moves what stands above.
  const jump = chat(page).getByRole('button', { name: 'Jump to latest' });
  await jump.click();
  await expect(jump).toBeHidden();
  await listen(page).click();
  await expect.poll(() => texts.length).toBeGreaterThan(1);
  for (const text of texts) {
    expect(text.length).toBeLessThanOrEqual(600);
    expect(text).toMatch(/\.$/);
  }
  await stop(page).click();
});

const sentences = {
  en: {
    listen: 'Listen',
    configuration: 'Speech unavailable: Invalid API configuration.',
    notConfigured: 'Speech unavailable: API key not configured.',
    busy: 'Speech temporarily unavailable. Please try again in a moment.',
    upstream: 'Speech unavailable: the service that speaks is not answering.',
    late: 'Speech unavailable: it took too long.',
    voice: 'Speech unavailable: this voice is not known here.',
    request: 'Speech unavailable: this text cannot be read aloud.',
    network: 'Speech unavailable: Network connection issue.',
    playback: 'Speech playback failed.',
  },
  de: {
    listen: 'Anhören',
    configuration: 'Vorlesen nicht möglich: Die API-Einstellungen sind ungültig.',
    notConfigured: 'Vorlesen nicht möglich: Es ist kein API-Schlüssel hinterlegt.',
    busy: 'Vorlesen ist gerade nicht möglich. Bitte versuchen Sie es gleich noch einmal.',
    upstream: 'Vorlesen nicht möglich: der Dienst, der spricht, antwortet nicht.',
    late: 'Vorlesen nicht möglich: es hat zu lange gedauert.',
    voice: 'Vorlesen nicht möglich: diese Stimme ist hier nicht bekannt.',
    request: 'Vorlesen nicht möglich: dieser Text kann nicht vorgelesen werden.',
    network: 'Vorlesen nicht möglich: Die Netzverbindung ist gestört.',
    playback: 'Die Wiedergabe ist fehlgeschlagen.',
  },
  fr: {
    listen: 'Écouter',
    configuration: 'Lecture indisponible : configuration de l’API non valide.',
    notConfigured: 'Lecture indisponible : clé d’API non configurée.',
    busy: 'Lecture momentanément indisponible. Veuillez réessayer dans un instant.',
    upstream: 'Lecture indisponible : le service de lecture ne répond pas.',
    late: 'Lecture indisponible : cela a pris trop de temps.',
    voice: 'Lecture indisponible : cette voix n’est pas connue ici.',
    request: 'Lecture indisponible : ce texte ne peut pas être lu.',
    network: 'Lecture indisponible : problème de connexion réseau.',
    playback: 'La lecture a échoué.',
  },
} as const;

const refused = (status: number, code: string): Fault => ({ kind: 'refused', status, code });
const anything = /^\/(?:api\/speech\/|healthz)/;

/** No two neighbours say the same: what stood there before must not pass for what comes now. */
const failures: { fault: Fault; says: keyof (typeof sentences)['en']; breaks?: RegExp }[] = [
  { fault: refused(401, 'unauthorized'), says: 'notConfigured' },
  { fault: refused(403, 'forbidden'), says: 'configuration' },
  { fault: refused(429, 'too-many'), says: 'busy' },
  { fault: refused(502, 'upstream-failed'), says: 'upstream' },
  { fault: refused(504, 'upstream-timeout'), says: 'late' },
  { fault: { kind: '500' }, says: 'upstream' },
  { fault: refused(404, 'voice-not-found'), says: 'voice' },
  { fault: { kind: 'html' }, says: 'upstream' },
  { fault: refused(422, 'refused'), says: 'request' },
  // The site itself is there: then it is not the visitor's network.
  { fault: { kind: 'cut', bytes: 500 }, says: 'upstream' },
  { fault: { kind: 'reset' }, says: 'network', breaks: anything },
  { fault: { kind: 'rewrite', change: () => 'no sound at all' }, says: 'playback' },
];

for (const language of languages) {
  const texts = sentences[language];
  test(`what keeps an answer from being read is said by its cause, and Listen tries again (${language})`, async ({
    page,
    guide,
    faults,
  }) => {
    await speakLanguage(page, language);
    guide.answerWith(() => ({ chunks: [story] }));
    await openChat(page);
    await ask(page, 'one');
    const again = answers(page).getByRole('button', { name: texts.listen, exact: true });
    const note = chat(page).getByRole('log').getByRole('alert');
    for (const { fault, says, breaks = speech } of failures) {
      faults.break(breaks, fault);
      await again.click();
      await expect(note, `${fault.kind} ${'status' in fault ? fault.status : ''}`).toHaveText(texts[says]);
      faults.heal();
    }
    await again.click();
    await expect.poll(() => loudnessOf(page)).toBeGreaterThan(audible);
    await expect(note).toBeHidden();
  });
}
