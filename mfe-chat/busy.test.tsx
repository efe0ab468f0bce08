import { replaceMicrophone } from '@enfilade/shared-contracts/kit/testing/replace-property';
import { hasRecording } from '@enfilade/shared-contracts/ui/speech/dictation/use-dictation';
import { afterEach, expect, it } from '@rstest/core';
import { act, cleanup, screen } from '@testing-library/react';
import { renderScreen } from './testing/render-screen.tsx';

afterEach(cleanup);

it('The chat is busy as long as a swap would lose a dictation', async () => {
  replaceMicrophone();
  const { user, isBusy } = await renderScreen({ dictation: 'site' });
  expect(isBusy()).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Dictate' }));
  expect(isBusy()).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await act(async () => {});
  expect(isBusy()).toBe(false);
});

it('A dictation holds a recording until its words arrive or the visitor discards them', () => {
  const phases = ['idle', 'notice', 'asking', 'recording', 'transcribing', 'failed', 'unheard', 'refused'] as const;
  expect(phases.filter(hasRecording)).toEqual(['asking', 'recording', 'transcribing', 'failed']);
});

it('The chat offers dictation only if the site transcribes, also while an answer is on its way', async () => {
  const { user } = await renderScreen({ dictation: 'site' });
  expect(screen.getByRole('button', { name: 'Dictate' })).toBeTruthy();
  await user.type(screen.getByRole('textbox'), 'How old?{Enter}');
  expect(screen.getByRole('button', { name: 'Stop the answer' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Dictate' })).toBeTruthy();
  cleanup();
  await renderScreen({ dictation: 'none' });
  expect(screen.queryByRole('button', { name: 'Dictate' })).toBeNull();
});
