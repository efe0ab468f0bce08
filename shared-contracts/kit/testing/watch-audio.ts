import { onTestFinished, rs } from '@rstest/core';
import { act } from '@testing-library/react';

/** Replaces the page's playback until the test ends. `played` lists the played elements, newest last. */
export function watchAudio(play: () => Promise<void> = async () => {}) {
  const played: HTMLAudioElement[] = [];
  rs.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (this: HTMLAudioElement) {
    played.push(this);
    return play();
  });
  const pause = rs.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => undefined);
  onTestFinished(() => void rs.restoreAllMocks());
  const emit = (...names: string[]) => act(() => names.forEach((name) => void played.at(-1)?.dispatchEvent(new Event(name))));
  return { played, paused: () => pause.mock.contexts, emit };
}
