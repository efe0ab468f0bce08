import { IconButton } from '@enfilade/shared-contracts/ui/button';
import { Composer } from '@enfilade/shared-contracts/ui/composer';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import { DictationPanel } from '../dictation/dictation-panel.tsx';
import type { useChat } from '../use-chat.ts';

/** Where the visitor writes, or speaks instead. */
export function WritingPlace({ chat }: { chat: ReturnType<typeof useChat> }) {
  const { t, talk, field, dictation, draft } = chat;
  const { view } = dictation;
  return (
    <>
      {view.phase === 'idle' && (
        <Composer
          draft={draft}
          guideName={chat.guideName}
          remaining={talk.remaining}
          canSend={talk.canSend}
          t={t}
          field={field}
          onChange={chat.setDraft}
          onSend={talk.sendDraft}
          onStop={talk.stop}
        >
          {dictation.isOffered && <IconButton icon="microphone" aria-label={t('composer.dictate')} onClick={dictation.begin} />}
        </Composer>
      )}
      <DictationPanel
        view={view}
        live={dictation.live}
        t={t}
        onAgree={dictation.agree}
        onStop={dictation.stop}
        onRetry={dictation.retry}
        onDiscard={dictation.discard}
        onEnded={() => focusEnd(field.current)}
      />
      <VisuallyHidden as="p" role="status">
        {chat.wasDictated && t('composer.dictated')}
      </VisuallyHidden>
    </>
  );
}

/** Whoever goes on by hand goes on behind what was said. */
function focusEnd(field: HTMLTextAreaElement | null) {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}
