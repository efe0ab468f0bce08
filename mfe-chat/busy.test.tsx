import { replaceMicrophone } from '@enfilade/shared-contracts/kit/testing/replace-property';
import { hasRecording } from '@enfilade/shared-contracts/ui/speech/dictation/use-dictation';
import { afterEach, expect, it } from '@rstest/core';
import { act, cleanup, screen } from '@testing-library/react';
import { renderScreen } from './testing/render-screen.tsx';

afterEach(cleanup);

it('says that it is busy as long as something spoken would be lost with it', async () => {
  replaceMicrophone();
  const { user, isBusy } = await renderScreen({ dictation: 'site' });
  expect(isBusy()).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Dictate' }));
  expect(isBusy()).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await act(async () => {});
  expect(isBusy()).toBe(false);
});

it('holds on to a recording until its words are there or it is discarded, and to nothing else', () => {
  const phases = ['idle', 'notice', 'asking', 'recording', 'transcribing', 'failed', 'unheard', 'refused'] as const;
  expect(phases.filter(hasRecording)).toEqual(['asking', 'recording', 'transcribing', 'failed']);
});

it('offers dictation where somebody writes it down, while an answer is on its way too', async () => {
  const { user } = await renderScreen({ dictation: 'site' });
  expect(screen.getByRole('button', { name: 'Dictate' })).toBeTruthy();
  await user.type(screen.getByRole('textbox'), 'How old?{Enter}');
  expect(screen.getByRole('button', { name: 'Stop the answer' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Dictate' })).toBeTruthy();
  cleanup();
  await renderScreen({ dictation: 'none' });
  expect(screen.queryByRole('button', { name: 'Dictate' })).toBeNull();
});
