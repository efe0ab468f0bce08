import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { IconButton } from '@enfilade/shared-contracts/ui/button';
import { Composer } from '@enfilade/shared-contracts/ui/composer';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import { type ComponentProps, useRef } from 'react';
import { DictationPanel } from '../dictation/dictation-panel.tsx';

type ComposerProps = Pick<
  ComponentProps<typeof Composer>,
  'draft' | 'guideName' | 'remaining' | 'canSend' | 'onChange' | 'onSend' | 'onStop'
>;
type PanelProps = Pick<ComponentProps<typeof DictationPanel>, 'view' | 'meter' | 'onAgree' | 'onRetry' | 'onDiscard'>;

interface ComposerAreaProps {
  composer: ComposerProps;
  dictation: PanelProps & {
    /** Absent without a recogniser. */
    onStart: (() => void) | undefined;
    onStop(): void;
  };
  /** The words in the field were dictated: announced once. */
  wasDictated: boolean;
  t: Translate;
}

/** Where the visitor types, or dictates instead. */
export function ComposerArea({ composer, dictation, wasDictated, t }: ComposerAreaProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { onStart, ...panel } = dictation;
  return (
    <>
      {panel.view.phase === 'idle' && (
        <Composer {...composer} field={field} t={t}>
          {onStart && <IconButton icon="microphone" aria-label={t('composer.dictate')} onClick={onStart} />}
        </Composer>
      )}
      <DictationPanel {...panel} t={t} onClosed={() => focusEnd(field.current)} />
      <VisuallyHidden as="p" role="status">
        {wasDictated && t('composer.dictated')}
      </VisuallyHidden>
    </>
  );
}

/** Behind the dictated words, where the visitor goes on typing. */
function focusEnd(field: HTMLTextAreaElement | null) {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}
