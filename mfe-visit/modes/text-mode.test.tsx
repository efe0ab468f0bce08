import { marksOf } from '@enfilade/shared-contracts/conversation/testing/marks-of';
import { replaceMicrophone } from '@enfilade/shared-contracts/kit/testing/replace-property';
import { expect, it } from '@rstest/core';
import { act, cleanup, screen, within } from '@testing-library/react';
import { button, field, renderScreen, voices } from '../testing/render-screen.tsx';

const listenButtons = () => screen.queryAllByRole('button', { name: 'Listen' });

async function renderAnswered(words: string, options?: Parameters<typeof renderScreen>[0]) {
  const rendered = await renderScreen(options);
  await rendered.ask('Why?', words);
  return rendered;
}

const questions = ['Who lit the candleholders?', 'Who cleaned the candleholders?', 'Who made the candleholders?'];

it('Generated text is marked everywhere in the written visit, and the museum’s and the visitor’s own text is not', async () => {
  const { guide, ask, maker } = await renderScreen({ profile: { quickQuestions: ['Why so dark?', 'Who lived here?', 'What is new?'] } });
  expect(marksOf('Why so dark?')).toEqual([undefined]);
  await ask('Why?');
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
  const { caller, user, ask, maker } = await renderScreen({ config: { inputMode: 'audio', isAudioMuted: true } });
  caller.picksUp();
  await user.click(button('Type a question'));
  await ask('Why?');
  const text = 'Candlesmoke of two hundred winters.';
  caller.tell({ type: 'text', turn: 1, speaker: 'guide', text, generated: { kind: 'quotation' } });
  expect(marksOf('Candlesmoke')).toEqual(['quotation']);
  caller.finishes();
  expect(marksOf('Candlesmoke')).toContain('quotation');
  await maker.calls[0]?.settle(questions);
  expect([marksOf('Candlesmoke'), marksOf('candleholders')]).toEqual([['quotation'], ['model', 'model', 'model']]);
  await user.click(button('Read that again'));
  expect(marksOf('Candlesmoke')).toEqual(['quotation', 'quotation']);
});

it('Listen appears beside each complete answer of the guide, and beside no answer at a museum without voices', async () => {
  const { guide, ask } = await renderScreen({ profile: { voices } });
  await ask('Why?');
  guide.says('Candle smoke.');
  expect(listenButtons()).toEqual([]);
  guide.finishes();
  await ask('When?', 'In 1998.');
  const entries = screen.getAllByRole('listitem').filter((item) => within(item).queryByRole('heading'));
  expect(entries.map((item) => within(item).queryAllByRole('button', { name: 'Listen' }).length)).toEqual([0, 1, 0, 1]);
  cleanup();
  await renderAnswered('Candle smoke.');
  expect(listenButtons()).toEqual([]);
});

it('A failed reading says why below the answer', async () => {
  // The test page has no sound.
  const { user } = await renderAnswered('Candle smoke.', { profile: { voices } });
  await user.click(button('Listen'));
  expect((await screen.findByRole('alert')).textContent).toBe('Speech playback failed.');
});

it.each([
  ['that the browser’s translator has replaced', '«It is from 1742.»'],
  ['that no translator has replaced', undefined],
])('After a change of language an earlier answer %s appears translated, with a way back to the original', async (_, replaced) => {
  const { user, i18n } = await renderAnswered('It is from 1742.', { translate: async ({ lines }) => lines.map(() => 'Sie ist von 1742.') });
  const original = () => within(screen.getByRole('log')).getByText('It is from 1742.');
  if (replaced) original().firstChild?.replaceWith(Object.assign(document.createElement('font'), { textContent: replaced }));
  await act(() => i18n.changeLanguage('de'));
  expect((await screen.findByText('Sie ist von 1742.')).closest('[lang]')?.getAttribute('lang')).toBe('de');
  await user.click(button('Original'));
  expect(original()).toBeTruthy();
});

it('A question from the information that cannot be sent yet is appended to the draft', async () => {
  const { user, ask } = await renderScreen({
    profile: { objects: [{ number: 12, name: 'The globe', document: 'library', paragraph: 1 }] },
  });
  await ask('How old?');
  await user.type(field(), 'And who');
  await user.click(button('Information'));
  await user.type(await screen.findByRole('textbox', { name: 'Number on the label' }), '12{Enter}');
  expect(field().value).toBe('And who What is number 12?');
});

it('Dictation replaces the composer, and the screen is busy until the dictation ends or the visitor leaves the text', async () => {
  replaceMicrophone();
  const { user, isBusy } = await renderScreen();
  await user.type(field(), 'Half a question');
  await user.click(button('Dictate'));
  const cancel = await screen.findByRole('button', { name: 'Cancel' });
  expect([screen.queryByRole('textbox'), isBusy()]).toEqual([null, true]);
  await user.click(cancel);
  expect([field().value, isBusy()]).toEqual(['Half a question', false]);
  await user.click(button('Dictate'));
  await screen.findByRole('button', { name: 'Cancel' });
  await user.click(screen.getByRole('tab', { name: 'Audio' }));
  expect([screen.queryByRole('button', { name: 'Cancel' }), isBusy()]).toEqual([null, false]);
  await user.click(screen.getByRole('tab', { name: 'Text' }));
  expect(field()).toBeTruthy();
});

it('A site without transcription offers no dictation', async () => {
  await renderScreen({ readiness: { dictation: 'none' } });
  await act(async () => {});
  expect(screen.queryByRole('button', { name: 'Dictate' })).toBeNull();
});
