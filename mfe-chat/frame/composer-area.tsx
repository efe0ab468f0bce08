import { safeStorage } from '@enfilade/shared-contracts/kit/storage';
import { IconButton } from '@enfilade/shared-contracts/ui/button';
import { Composer } from '@enfilade/shared-contracts/ui/composer';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import { type ComponentProps, useCallback, useRef, useState } from 'react';
import { DictationPanel } from '../dictation/dictation-panel.tsx';
import type { Translate } from '../texts/texts.ts';

const draftKey = 'chatDraft';
const storage = safeStorage(() => window.sessionStorage);

/** What the visitor has typed and not sent. It is kept through a reload and on other screens, within its exhibition. */
export function useDraft(session: Pick<VisitorSession, 'store'>) {
  const [draft, setDraft] = useState(() => pickStoredDraft(storage.readJson(draftKey), session.store.getState().exhibitionId));
  const change = useCallback(
    (next: string | ((before: string) => string)) =>
      setDraft((before) => {
        const text = typeof next === 'string' ? next : next(before);
        const stored: StoredDraft = { exhibitionId: session.store.getState().exhibitionId, text };
        storage.writeJson(draftKey, stored);
        return text;
      }),
    [session],
  );
  return [draft, change] as const;
}

/** In another exhibition a draft is another question. */
interface StoredDraft {
  exhibitionId: string | undefined;
  text: string;
}

/** The draft of this exhibition in a stored value; empty when there is none. */
export function pickStoredDraft(stored: unknown, exhibitionId: string | undefined): string {
  const draft = (typeof stored === 'object' && stored !== null ? stored : {}) as Partial<Record<keyof StoredDraft, unknown>>;
  return draft.exhibitionId === exhibitionId && typeof draft.text === 'string' ? draft.text : '';
}

/** Dictated words behind what was typed. */
export function appendWords(draft: string, words: string): string {
  const typed = draft.trimEnd();
  return typed === '' ? words : `${typed} ${words}`;
}

type ComposerProps = Pick<
  ComponentProps<typeof Composer>,
  'draft' | 'guideName' | 'remaining' | 'canSend' | 'onChange' | 'onSend' | 'stop'
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
