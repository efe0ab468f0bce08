import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import type { MusicPiece } from '@enfilade/shared-contracts/museum/profile';
import { inScreen } from '@enfilade/shared-contracts/ui/testing/fake-screen';
import { createSettingsSource } from '@enfilade/shared-contracts/visit/testing/settings-source';
import { afterEach, describe, expect, it } from '@rstest/core';
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

describe('the switch of the music', () => {
  it('begins off, and says in words which it is', async () => {
    const user = userEvent.setup();
    render(<Visit />, inScreen(t, { clock, session: session as never }));
    expect([button().textContent, button().getAttribute('aria-pressed')]).toEqual(['music.labelmusic.off', 'false']);
    await user.click(button());
    expect([button().textContent, button().getAttribute('aria-pressed')]).toEqual(['music.labelmusic.on', 'true']);
  });

  it('the music reports that no sound is available, and can be tried again', async () => {
    const user = userEvent.setup();
    render(<Visit piece="library" />, inScreen(t, { clock, session: session as never }));
    await user.click(button());
    expect((await screen.findByRole('status')).textContent).toBe('music.failed');
    await user.click(button());
    expect(button().textContent).toBe('music.labelmusic.off');
  });
});

describe('pickMusicLevel', () => {
  it('is silent for an open microphone, whatever else happens', () => {
    for (const isGuideSpeaking of [true, false]) {
      for (const isGuideMuted of [true, false]) {
        expect(pickMusicLevel({ isGuideSpeaking, isGuideMuted, isMicrophoneOpen: true })).toBe('silent');
      }
    }
  });

  it('makes room for a guide who is heard', () => {
    expect(pickMusicLevel({ ...quiet, isGuideSpeaking: true })).toBe('under-speech');
    expect(pickMusicLevel({ ...quiet, isGuideSpeaking: true, isGuideMuted: true })).toBe('full');
    expect(pickMusicLevel(quiet)).toBe('full');
  });
});
