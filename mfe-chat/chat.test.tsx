import { marksOf } from '@enfilade/shared-contracts/conversation/testing/marks-of';
import { translateIn } from '@enfilade/shared-contracts/i18n/testing/translate-in';
import { replaceMicrophone } from '@enfilade/shared-contracts/kit/testing/replace-property';
import { tellStates } from '@enfilade/shared-contracts/remote/testing/tell-states';
import { hasRecording } from '@enfilade/shared-contracts/ui/speech/dictation/use-dictation';
import speech from '@enfilade/shared-contracts/ui/speech/texts/en';
import { expect, it, rs } from '@rstest/core';
import { act, cleanup, screen } from '@testing-library/react';
import fc from 'fast-check';
import { button, field, log, renderScreen } from './testing/render-screen.tsx';
import { states } from './testing/states.tsx';
import en from './texts/en.json';
import styles from './thread/chat-thread.module.css';
import { pickStoredDraft } from './use-chat.ts';

it('A screen reader finds each view of the chat with all its words, and keys reach each control', async () => {
  const t = translateIn('en', { ...en, ...speech });
  const told = await tellStates(() => states(t));
  await expect(told).toMatchFileSnapshot('testing/states.aria.txt');
});

it('The chat begins with the exhibition’s own welcome, or keeps that of the first paint until a change of language', async () => {
  await renderScreen({ api: { welcome: async () => 'Good evening. I am Orla.' } });
  expect(log().getByText('Good evening. I am Orla.')).toBeTruthy();
  cleanup();
  const welcome = rs.fn(async () => 'Guten Abend.');
  document.body.insertAdjacentHTML('beforeend', `<div id="first-paint"><p class="${styles['welcomeText']}">Good evening, all.</p></div>`);
  const { i18n } = await renderScreen({ api: { welcome } });
  document.getElementById('first-paint')?.remove();
  expect(log().getByText('Good evening, all.')).toBeTruthy();
  expect(welcome).not.toHaveBeenCalled();
  await act(() => i18n.changeLanguage('de'));
  expect(log().getByText('Guten Abend.')).toBeTruthy();
});

it('The chat marks generated text everywhere, and no other text', async () => {
  const { guide, user, pass } = await renderScreen();
  await user.type(field(), 'Why so dark?{Enter}');
  const turn = guide.sent.at(-1)?.turn ?? 0;
  const text = 'Candlesmoke lies on it.';
  guide.tell({ type: 'text', turn, speaker: 'guide', text: `**${text}**`, isMarkdown: true, generated: { kind: 'model', model: 'llama' } });
  guide.finishes();
  pass();
  expect(marksOf('Candlesmoke')).toEqual(['model llama', 'model llama']);
  expect(screen.getAllByRole('status').at(-1)?.textContent).toBe(text);
  expect(marksOf('Why so dark?')).toEqual([undefined]);
});

it('The chat offers dictation only if the site transcribes, and is busy as long as a swap would lose a dictation', async () => {
  await renderScreen({ dictation: 'none' });
  expect(screen.queryByRole('button', { name: 'Dictate' })).toBeNull();
  cleanup();
  replaceMicrophone();
  const { user, isBusy } = await renderScreen({ dictation: 'site' });
  expect(isBusy()).toBe(false);
  await user.click(button('Dictate'));
  expect(isBusy()).toBe(true);
  await user.click(button('Cancel'));
  await act(async () => {});
  expect(isBusy()).toBe(false);
  await user.type(field(), 'How old?{Enter}');
  expect([button('Stop the answer'), button('Dictate')]).toHaveLength(2);
});

it('A dictation holds a recording until its words arrive or the visitor discards them', () => {
  const phases = ['idle', 'notice', 'asking', 'recording', 'transcribing', 'failed', 'unheard', 'refused'] as const;
  expect(phases.filter(hasRecording)).toEqual(['asking', 'recording', 'transcribing', 'failed']);
});

it('A stored draft is restored in its own exhibition alone, and a value that is not a draft gives an empty draft', () => {
  const stored = { exhibitionId: 'one', text: 'Why is it' };
  expect([pickStoredDraft(stored, 'one'), pickStoredDraft(stored, 'two')]).toEqual(['Why is it', '']);
  fc.assert(fc.property(fc.jsonValue(), (value) => pickStoredDraft(value, 'one') === ''));
});
