import { createStore } from '@enfilade/shared-contracts/kit/store';
import { describe, expect, it } from '@rstest/core';
import { silenceGuide } from './silence-guide.ts';

function openCall(transport: 'voice' | 'text', isMicrophoneOpen: boolean) {
  const done: string[] = [];
  const store = createStore({ transport, voice: { isMicrophoneOpen } });
  const end = silenceGuide({
    conversation: {
      store: store as never,
      setGuideMuted: (isMuted) => void done.push(`guide ${isMuted ? 'muted' : 'heard'}`),
      setMicrophoneMuted(isMuted) {
        done.push(`microphone ${isMuted ? 'closed' : 'open'}`);
        store.set({ transport, voice: { isMicrophoneOpen: !isMuted } });
      },
    },
    isAudioMuted: () => false,
    onMicrophone: () => void done.push('paused'),
  });
  return { done, end, speak: () => store.set({ transport, voice: { isMicrophoneOpen: true } }) };
}

describe('while a stop’s recording plays', () => {
  it('the guide is silent, and heard again afterwards', () => {
    const { done, end } = openCall('voice', false);
    end();
    expect(done).toEqual(['guide muted', 'guide heard']);
  });

  it('a microphone that was open is closed, and open again afterwards', () => {
    const { done, end } = openCall('voice', true);
    end();
    expect(done).toEqual(['guide muted', 'microphone closed', 'guide heard', 'microphone open']);
  });

  it('it is paused where the visitor opens the microphone', () => {
    const { done, speak, end } = openCall('voice', false);
    speak();
    end();
    expect(done).toEqual(['guide muted', 'paused', 'guide heard']);
  });

  it('a written visit has nothing to silence', () => {
    const { done, end } = openCall('text', false);
    end();
    expect(done).toEqual([]);
  });
});
