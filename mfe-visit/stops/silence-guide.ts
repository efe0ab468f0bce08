import type { Conversation } from '@enfilade/shared-contracts/conversation/conversation';

interface SilenceOptions {
  conversation: Pick<Conversation, 'store' | 'setGuideMuted' | 'setMicrophoneMuted'>;
  /** The visitor's choice, which is kept. */
  isAudioMuted(): boolean;
  /** The call's microphone opens: it would hear what plays. */
  onMicrophone(): void;
}

/** In a call the guide is silent, and does not listen, until the silence ends. */
export function silenceGuide({ conversation, isAudioMuted, onMicrophone }: SilenceOptions): () => void {
  const { transport, voice } = conversation.store.getState();
  if (transport !== 'voice') return () => undefined;
  const wasListening = voice?.isMicrophoneOpen === true;
  conversation.setGuideMuted(true);
  if (wasListening) conversation.setMicrophoneMuted(true);
  const isOpen = () => conversation.store.getState().voice?.isMicrophoneOpen === true;
  let wasOpen = isOpen();
  const unsubscribe = conversation.store.subscribe(() => {
    const opens = isOpen() && !wasOpen;
    wasOpen = isOpen();
    if (opens) onMicrophone();
  });
  return () => {
    unsubscribe();
    conversation.setGuideMuted(isAudioMuted());
    if (wasListening && !isOpen()) conversation.setMicrophoneMuted(false);
  };
}
