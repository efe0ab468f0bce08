import type { Conversation } from '@enfilade/shared-contracts/conversation/conversation';

interface SilenceOptions {
  conversation: Pick<Conversation, 'store' | 'setGuideMuted' | 'setMicrophoneMuted'>;
  /** The visitor opens the call's microphone: it would hear what plays. */
  onMicrophone(): void;
}

/** In a call, also in one that begins meanwhile, the guide is silent and does not listen until the silence ends. */
export function silenceGuide({ conversation, onMicrophone }: SilenceOptions): () => void {
  const isOpen = ({ voice } = conversation.store.getState()) => voice?.isMicrophoneOpen === true;
  let wasListening = isOpen();
  const closeMicrophone = () => {
    wasListening = true;
    conversation.setMicrophoneMuted(true);
  };
  conversation.setGuideMuted(true, 'recording');
  if (wasListening) closeMicrophone();
  const unsubscribe = conversation.store.subscribe((now, before) => {
    if (!isOpen(now) || isOpen(before)) return;
    if (before.phase === 'connecting') closeMicrophone();
    else onMicrophone();
  });
  return () => {
    unsubscribe();
    conversation.setGuideMuted(false, 'recording');
    if (wasListening && !isOpen()) conversation.setMicrophoneMuted(false);
  };
}
