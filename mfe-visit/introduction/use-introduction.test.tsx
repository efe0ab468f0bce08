import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { translateIn } from '@enfilade/shared-contracts/i18n/testing/translate-in';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { watchAudio } from '@enfilade/shared-contracts/kit/testing/watch-audio';
import { type MuseumProfile, museumProfileSchema } from '@enfilade/shared-contracts/museum/profile';
import { inScreen } from '@enfilade/shared-contracts/ui/testing/fake-screen';
import { createSettingsSource } from '@enfilade/shared-contracts/visit/testing/settings-source';
import { expect, it, rs } from '@rstest/core';
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { loadTexts } from '../screen.tsx';
import { RecordedIntroduction } from './introduction.tsx';
import { useIntroduction } from './use-introduction.ts';

const settings = createSettingsSource();
const hours = { from: '07:00', until: '08:00', timeZone: 'UTC' };
const urls = { en: '/media/introductions/en.mp3', de: '/media/introductions/de.mp3' };
const words = ['Welcome to the studio.', 'Solange Arvieux lived here.'];
const transcripts = { en: words.map((text, index) => ({ seconds: 4 * index, text })) };
const halfPastSeven = 7.5 * 3_600_000;

interface VisitProps {
  introduction: MuseumProfile['introduction'];
  language: Language;
  clock: Clock;
}

function Visit({ introduction, language, clock }: VisitProps) {
  const { isShown, leave, ...recorded } = useIntroduction({ introduction, language, clock });
  if (!isShown) return <p>the voice visit</p>;
  return <RecordedIntroduction {...recorded} onTalk={leave} onUseText={leave} />;
}

async function open({ now = halfPastSeven, play = async () => {}, timeZone = 'UTC', language = 'en' as Language } = {}) {
  const { emit, played, paused } = watchAudio(play);
  const isPaused = () => paused().includes(played.at(-1));
  const source = () => new URL(played.at(-1)?.src ?? '').pathname;
  const t = translateIn('en', (await loadTexts('en')).default);
  const clock = createHandClock();
  clock.pass(now);
  const { introduction } = museumProfileSchema.parse({ introduction: { ...hours, urls, timeZone, transcripts } });
  const view = render(
    <Visit introduction={introduction} language={language} clock={clock} />,
    inScreen(t, { clock, session: settings as never, profile: { guideName: 'Odile' } as never }),
  );
  const user = userEvent.setup();
  const comeBack = () => act(() => void document.dispatchEvent(new Event('visibilitychange')));
  return { emit, isPaused, source, clock, view, comeBack, press: (name: string) => user.click(screen.getByRole('button', { name })) };
}
const state = () => screen.getByRole('status').textContent;
const current = () => document.querySelector('[aria-current]')?.textContent;

it.each([
  ['The introduction appears within its hours', {}, false],
  ['The voice visit appears outside the hours of the introduction', { now: 9 * 3_600_000 }, true],
  ['The voice visit appears if the browser does not support the museum’s time zone', { timeZone: 'Mars/Olympus_Mons' }, true],
])('%s', async (_, options, isVisit) => {
  await open(options);
  expect(screen.queryByRole('heading', { name: 'A word of welcome' }) === null).toBe(isVisit);
  expect(screen.queryByText('the voice visit') !== null).toBe(isVisit);
});

it('A tap plays the introduction, which counts its seconds, pauses and resumes', async () => {
  const { press, emit } = await open();
  expect([state(), screen.getByText('0:00')]).toEqual(['Ready to play', expect.anything()]);
  await press('Play the introduction');
  // The test browser loads every recording at once.
  expect(state()).toBe('Starting');
  emit('playing');
  expect(state()).toBe('Playing');
  await press('Pause');
  expect(state()).toBe('Paused');
  await press('Go on playing');
  emit('playing', 'ended');
  expect([state(), screen.getByRole('button', { name: 'Play it again' })]).toEqual(['Played to the end', expect.anything()]);
});

it.each([
  ['de', urls.de],
  ['fr', urls.en],
] as const)('A visitor who reads %s hears the recording %s', async (language, url) => {
  const { press, source } = await open({ language });
  await press('Play the introduction');
  expect(source()).toBe(url);
});

it('The introduction marks the current line', async () => {
  const seconds = rs.spyOn(HTMLMediaElement.prototype, 'currentTime', 'get').mockReturnValue(0);
  const { press, emit } = await open();
  expect(current()).toBeUndefined();
  await press('Play the introduction');
  emit('playing', 'timeupdate');
  expect(current()).toBe(words[0]);
  seconds.mockReturnValue(65.4);
  emit('timeupdate');
  expect(current()).toBe(words[1]);
  expect(screen.getByText('1:05')).toBeTruthy();
});

it('The introduction says that the browser blocked its sound', async () => {
  const { press } = await open({ play: () => Promise.reject(new DOMException('no', 'NotAllowedError')) });
  await press('Play the introduction');
  expect((await screen.findByRole('alert')).textContent).toBe('Your browser kept it silent. Press again.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

it('if the recording does not load, the introduction shows an error, keeps its words, and plays after a retry', async () => {
  const { press, emit } = await open();
  await press('Play the introduction');
  emit('error');
  expect((await screen.findByRole('alert')).textContent).toBe('The recording failed to load. Its words are below.');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(words);
  await press('Try again');
  emit('playing');
  expect(state()).toBe('Playing');
});

it('A playing introduction outlasts its hours, and an unplayed one is gone when the visitor comes back to the page', async () => {
  const begun = await open();
  await begun.press('Play the introduction');
  begun.emit('playing');
  begun.clock.pass(3_600_000);
  begun.comeBack();
  expect(state()).toBe('Playing');
  cleanup();
  const untouched = await open();
  untouched.clock.pass(3_600_000);
  expect(state()).toBe('Ready to play');
  untouched.comeBack();
  expect(screen.getByText('the voice visit')).toBeTruthy();
});

it('A press leaves the introduction for the guide at any time, and stops the recording', async () => {
  const { press, emit, isPaused, clock } = await open();
  await press('Play the introduction');
  emit('playing');
  expect(isPaused()).toBe(false);
  await press('Talk to Odile now');
  expect(screen.getByText('the voice visit')).toBeTruthy();
  expect([isPaused(), clock.waiting()]).toEqual([true, 0]);
});
