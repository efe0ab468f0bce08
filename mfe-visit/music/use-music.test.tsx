import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import type { MusicPiece } from '@enfilade/shared-contracts/museum/profile';
import { inScreen } from '@enfilade/shared-contracts/ui/testing/fake-screen';
import { createSettingsSource } from '@enfilade/shared-contracts/visit/testing/settings-source';
import { afterEach, expect, it } from '@rstest/core';
import { cleanup, render, screen } from '@testing-library/react';
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

afterEach(cleanup);

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

it('The music is silent for an open microphone, whatever else happens', () => {
  for (const isGuideSpeaking of [true, false]) {
    for (const isGuideMuted of [true, false]) {
      expect(pickMusicLevel({ isGuideSpeaking, isGuideMuted, isMicrophoneOpen: true })).toBe('silent');
    }
  }
});

it('The music plays lower under a guide who speaks, and at full volume under a muted guide', () => {
  expect(pickMusicLevel({ ...quiet, isGuideSpeaking: true })).toBe('under-speech');
  expect(pickMusicLevel({ ...quiet, isGuideSpeaking: true, isGuideMuted: true })).toBe('full');
  expect(pickMusicLevel(quiet)).toBe('full');
});
