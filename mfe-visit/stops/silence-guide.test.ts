import { createStore } from '@enfilade/shared-contracts/kit/store';
import { expect, it } from '@rstest/core';
import { silenceGuide } from './stop-dialog.tsx';

function openCall(isMicrophoneOpen: boolean | undefined) {
  const done: string[] = [];
  const callWith = (isOpen: boolean, phase = 'ready') => ({ phase, voice: { isMicrophoneOpen: isOpen } });
  const store = createStore(isMicrophoneOpen === undefined ? { phase: 'connecting', voice: undefined } : callWith(isMicrophoneOpen));
  const end = silenceGuide({
    conversation: {
      store: store as never,
      setGuideMuted: (isMuted, by) => void done.push(`guide ${isMuted ? 'muted' : 'free'} by ${by}`),
      setMicrophoneMuted(isMuted) {
        done.push(`microphone ${isMuted ? 'closed' : 'open'}`);
        store.set(callWith(!isMuted));
      },
    },
    onMicrophone: () => void done.push('paused'),
  });
  return { done, end, openMicrophone: () => store.set(callWith(true)) };
}

const [muted, free, closed, opened] = ['guide muted by recording', 'guide free by recording', 'microphone closed', 'microphone open'];

it.each([
  ['A stop’s recording mutes the guide until it ends', false, false, [muted, free]],
  ['A stop’s recording closes an open microphone until it ends', true, false, [muted, closed, free, opened]],
  ['Opening the microphone pauses a stop’s recording', false, true, [muted, 'paused', free]],
  ['A call that begins during a stop’s recording is silent, its microphone closed', undefined, true, [muted, closed, free, opened]],
])('%s', (...[, isMicrophoneOpen, isOpenedLater, expected]) => {
  const { done, end, openMicrophone } = openCall(isMicrophoneOpen);
  if (isOpenedLater) openMicrophone();
  end();
  expect(done).toEqual(expected);
});
