import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import type { MusicPiece } from '@enfilade/shared-contracts/museum/profile';
import { inScreen } from '@enfilade/shared-contracts/ui/testing/fake-screen';
import { createSettingsSource } from '@enfilade/shared-contracts/visit/testing/settings-source';
import { expect, it } from '@rstest/core';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { MusicButton, pickMusicLevel, useMusic } from './use-music.tsx';

const t = (key: string) => key;
const quiet = { isGuideSpeaking: false, isGuideMuted: false, isMicrophoneOpen: false };
const clock = createHandClock();
const session = createSettingsSource();

function Visit({ piece }: { piece?: MusicPiece }) {
  const [isOn, setOn] = useState(false);
  const { hasFailed } = useMusic({ piece, isOn, ...quiet });
  return <MusicButton isOn={isOn} hasFailed={hasFailed} onChange={setOn} />;
}
const button = () => screen.getByRole('button', { name: /music.label/ });

it('The switch of the music begins off, and says its state in words', async () => {
  const user = userEvent.setup();
  render(<Visit />, inScreen(t, { clock, session: session as never }));
  expect([button().textContent, button().getAttribute('aria-pressed')]).toEqual(['music.labelmusic.off', 'false']);
  await user.click(button());
  expect([button().textContent, button().getAttribute('aria-pressed')]).toEqual(['music.labelmusic.on', 'true']);
});

it('The switch of the music says that the music failed, and can be pressed again', async () => {
  const user = userEvent.setup();
  render(<Visit piece="library" />, inScreen(t, { clock, session: session as never }));
  await user.click(button());
  expect((await screen.findByRole('status')).textContent).toBe('music.failed');
  await user.click(button());
  expect(button().textContent).toBe('music.labelmusic.off');
});

const speaking = { ...quiet, isGuideSpeaking: true };
it.each([
  ['silent for an open microphone', { ...quiet, isMicrophoneOpen: true }, 'silent'],
  ['silent for an open microphone under a guide who speaks', { ...speaking, isMicrophoneOpen: true }, 'silent'],
  ['silent for an open microphone under a muted guide', { ...quiet, isGuideMuted: true, isMicrophoneOpen: true }, 'silent'],
  ['silent for an open microphone, whatever else happens', { isGuideSpeaking: true, isGuideMuted: true, isMicrophoneOpen: true }, 'silent'],
  ['lower under a guide who speaks', speaking, 'under-speech'],
  ['at full volume under a muted guide', { ...speaking, isGuideMuted: true }, 'full'],
  ['at full volume without speech', quiet, 'full'],
])('The music is %s', (_, state, level) => {
  expect(pickMusicLevel(state)).toBe(level);
});
