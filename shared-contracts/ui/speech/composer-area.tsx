import { type ComponentProps, useRef } from 'react';
import { IconButton } from '../button.tsx';
import { Composer, ReservedKey } from '../composer.tsx';
import { VisuallyHidden } from '../visually-hidden.tsx';
import { ReadingNote } from './reading/listen-button.tsx';
import { useT } from './texts/texts.ts';
import type { Speech } from './use-speech.ts';

type ComposerProps = ComponentProps<typeof Composer>;

interface ComposerAreaProps {
  composer: Omit<ComposerProps, 'field' | 'children'>;
  dictation: Speech['dictation'];
  /** Announced once. */
  wasDictated: boolean;
}

export function ComposerArea({ composer, dictation, wasDictated }: ComposerAreaProps) {
  const t = useT();
  const field = useRef<HTMLTextAreaElement>(null);
  const { Panel, view, meter, opening, prepare } = dictation;
  return (
    <>
      {opening === 'failed' && <ReadingNote problem={{ sentence: 'speech.network' }} />}
      {view.phase === 'idle' && (
        <Composer {...composer} field={field}>
          {dictation.isOffered === undefined && <ReservedKey />}
          {dictation.isOffered && (
            <IconButton
              icon="microphone"
              aria-label={t('composer.dictate')}
              aria-busy={opening === 'loading'}
              onPointerEnter={prepare}
              onFocus={prepare}
              onClick={dictation.start}
            />
          )}
        </Composer>
      )}
      {Panel && meter && <Panel dictation={{ ...dictation, meter }} onClosed={() => focusEnd(field.current)} />}
      <VisuallyHidden as="p" role="status">
        {wasDictated && t('composer.dictated')}
      </VisuallyHidden>
    </>
  );
}

/** The visitor continues to type after the dictated words. */
function focusEnd(field: HTMLTextAreaElement | null) {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}
