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

const [muted, free] = ['guide muted by recording', 'guide free by recording'];

it('A stop’s recording mutes the guide until it ends', () => {
  const { done, end } = openCall(false);
  end();
  expect(done).toEqual([muted, free]);
});

it('A stop’s recording closes an open microphone until it ends', () => {
  const { done, end } = openCall(true);
  end();
  expect(done).toEqual([muted, 'microphone closed', free, 'microphone open']);
});

it('Opening the microphone pauses a stop’s recording', () => {
  const { done, openMicrophone, end } = openCall(false);
  openMicrophone();
  end();
  expect(done).toEqual([muted, 'paused', free]);
});

it('A call that begins during a stop’s recording is silent and keeps the microphone closed', () => {
  const { done, openMicrophone, end } = openCall(undefined);
  openMicrophone();
  end();
  expect(done).toEqual([muted, 'microphone closed', free, 'microphone open']);
});
