import { marksOf } from '@enfilade/shared-contracts/conversation/testing/marks-of';
import { replaceMicrophone } from '@enfilade/shared-contracts/kit/testing/replace-property';
import { afterEach, expect, it } from '@rstest/core';
import { act, cleanup, screen, within } from '@testing-library/react';
import { renderScreen } from '../testing/render-screen.tsx';

afterEach(cleanup);

const voice = { voiceId: 'en-1', uiStringID: 'en-1', label: 'Ada', voicePreviewUrl: '/media/voices/en-1.mp3', stability: 0.4 } as const;
const voices = { en: [voice], de: [], fr: [] };
const listenButtons = () => screen.queryAllByRole('button', { name: 'Listen' });

async function renderAnswered(words: string, options?: Parameters<typeof renderScreen>[0]) {
  const rendered = await renderScreen(options);
  await rendered.user.type(screen.getByRole('textbox'), 'Why?{Enter}');
  rendered.guide.says(words);
  rendered.guide.finishes();
  return rendered;
}

const questions = ['Who lit the candleholders?', 'Who cleaned the candleholders?', 'Who made the candleholders?'];

it('Generated text is marked everywhere in the written visit, and the museum’s and the visitor’s own text is not', async () => {
  const { guide, user, maker } = await renderScreen({ profile: { quickQuestions: ['Why so dark?', 'Who lived here?', 'What is new?'] } });
  expect(marksOf('Why so dark?')).toEqual([undefined]);
  await user.type(screen.getByRole('textbox'), 'Why?{Enter}');
  const text = 'Candlesmoke of two hundred winters.';
  guide.tell({ type: 'text', turn: 1, speaker: 'guide', text, generated: { kind: 'model', model: 'llama' } });
  guide.finishes();
  await maker.calls[0]?.settle(questions);
  expect([marksOf('Candlesmoke'), marksOf('candleholders')]).toEqual([
    ['model llama', 'model llama'],
    ['model', 'model', 'model'],
  ]);
  expect(marksOf('Why?')).toEqual([undefined]);
});

it('Generated text is marked everywhere in a call, also while the guide is muted', async () => {
  const { caller, user, maker } = await renderScreen({ config: { inputMode: 'audio', isAudioMuted: true } });
  caller.picksUp();
  await user.click(screen.getByRole('button', { name: 'Type a question' }));
  await user.type(screen.getByRole('textbox'), 'Why?{Enter}');
  const text = 'Candlesmoke of two hundred winters.';
  caller.tell({ type: 'text', turn: 1, speaker: 'guide', text, generated: { kind: 'quotation' } });
  expect(marksOf('Candlesmoke')).toEqual(['quotation']);
  caller.finishes();
  expect(marksOf('Candlesmoke')).toContain('quotation');
  await maker.calls[0]?.settle(questions);
  expect([marksOf('Candlesmoke'), marksOf('candleholders')]).toEqual([['quotation'], ['model', 'model', 'model']]);
  await user.click(screen.getByRole('button', { name: 'Read that again' }));
  expect(marksOf('Candlesmoke')).toEqual(['quotation', 'quotation']);
});

it('Listen appears beside each complete answer of the guide, and beside no answer at a museum without voices', async () => {
  const { guide, user } = await renderScreen({ profile: { voices } });
  await user.type(screen.getByRole('textbox'), 'Why?{Enter}');
  guide.says('Candle smoke.');
  expect(listenButtons()).toEqual([]);
  guide.finishes();
  await user.type(screen.getByRole('textbox'), 'When?{Enter}');
  guide.says('In 1998.');
  guide.finishes();
  const entries = screen.getAllByRole('listitem').filter((item) => within(item).queryByRole('heading'));
  expect(entries.map((item) => within(item).queryAllByRole('button', { name: 'Listen' }).length)).toEqual([0, 1, 0, 1]);
  cleanup();
  await renderAnswered('Candle smoke.');
  expect(listenButtons()).toEqual([]);
});

it('A failed reading says why below the answer', async () => {
  // The test page has no sound.
  const { user } = await renderAnswered('Candle smoke.', { profile: { voices } });
  await user.click(screen.getByRole('button', { name: 'Listen' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Speech playback failed.');
});

it('After a change of language an earlier answer appears translated, with a way back to the original', async () => {
  const { user, i18n } = await renderAnswered('It is from 1742.', { translate: async ({ lines }) => lines.map(() => 'Sie ist von 1742.') });
  await act(() => i18n.changeLanguage('de'));
  expect((await screen.findByText('Sie ist von 1742.')).closest('[lang]')?.getAttribute('lang')).toBe('de');
  await user.click(screen.getByRole('button', { name: 'Original' }));
  expect(within(screen.getByRole('log')).getByText('It is from 1742.')).toBeTruthy();
});

it('An answer whose text the browser’s translator has replaced can still change its language', async () => {
  const { i18n } = await renderAnswered('It is from 1742.', { translate: async ({ lines }) => lines.map(() => 'Sie ist von 1742.') });
  const copy = Object.assign(document.createElement('font'), { textContent: '«It is from 1742.»' });
  within(screen.getByRole('log')).getByText('It is from 1742.').firstChild?.replaceWith(copy);
  await act(() => i18n.changeLanguage('de'));
  expect(await screen.findByText('Sie ist von 1742.')).toBeTruthy();
});

it('A question from the information that cannot be sent yet is appended to the draft', async () => {
  const { user } = await renderScreen({ profile: { objects: [{ number: 12, name: 'The globe', document: 'library', paragraph: 1 }] } });
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox');
  await user.type(field(), 'How old?{Enter}');
  await user.type(field(), 'And who');
  await user.click(screen.getByRole('button', { name: 'Information' }));
  await user.type(await screen.findByRole('textbox', { name: 'Number on the label' }), '12{Enter}');
  expect(field().value).toBe('And who What is number 12?');
});

it('Dictation replaces the composer, and the screen is busy until the dictation ends or the visitor leaves the text', async () => {
  replaceMicrophone();
  const { user, isBusy } = await renderScreen();
  await user.type(screen.getByRole('textbox'), 'Half a question');
  await user.click(screen.getByRole('button', { name: 'Dictate' }));
  const cancel = await screen.findByRole('button', { name: 'Cancel' });
  expect([screen.queryByRole('textbox'), isBusy()]).toEqual([null, true]);
  await user.click(cancel);
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Half a question');
  expect(isBusy()).toBe(false);

  await user.click(screen.getByRole('button', { name: 'Dictate' }));
  await screen.findByRole('button', { name: 'Cancel' });
  await user.click(screen.getByRole('tab', { name: 'Audio' }));
  expect([screen.queryByRole('button', { name: 'Cancel' }), isBusy()]).toEqual([null, false]);
  await user.click(screen.getByRole('tab', { name: 'Text' }));
  expect(screen.getByRole('textbox')).toBeTruthy();
});

it('A site without transcription offers no dictation', async () => {
  await renderScreen({ readiness: { dictation: 'none' } });
  await act(async () => {});
  expect(screen.queryByRole('button', { name: 'Dictate' })).toBeNull();
});
