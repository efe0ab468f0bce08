import { type Entry, plainTextOf } from '@enfilade/shared-contracts/conversation/transcript/entries';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { createLazy } from '@enfilade/shared-contracts/kit/create-lazy';
import { useLazy } from '@enfilade/shared-contracts/kit/use-store';
import { QuietButton } from '@enfilade/shared-contracts/ui/button';
import { CopyItem } from '@enfilade/shared-contracts/ui/copy-item';
import type { Elements } from '@enfilade/shared-contracts/ui/elements';
import { AnswerGrounds } from '@enfilade/shared-contracts/ui/finding/answer-grounds';
import { focusLog } from '@enfilade/shared-contracts/ui/focus-log';
import { RichText } from '@enfilade/shared-contracts/ui/rich-text/rich-text';
import { useBlocks } from '@enfilade/shared-contracts/ui/rich-text/use-blocks';
import { useScreen } from '@enfilade/shared-contracts/ui/screen-context';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import { memo } from 'react';
import { useT } from '../texts/texts.ts';
import styles from './answer.module.css';
import { RatingButtons, type RatingsStore } from './ratings.tsx';
import { useReducedMotion, useTyping } from './use-typing.ts';

/** All answers share one object, which stays the same while nothing changes. */
export interface AnswerOptions {
  /** The buttons subscribe to their own state. */
  ratings: RatingsStore;
  listen?: ((message: Entry) => Elements) | undefined;
  /** Absent if answers stay in the guide's language. */
  alsoIn?: Language | undefined;
}

/** Few visitors have captions in another language. */
const translationCode = createLazy(() => import(/* webpackChunkName: "captions" */ './translated-answer.tsx'));

function LateTranslation({ message, ...direction }: { message: Entry; from: Language; to: Language }) {
  const code = useLazy(translationCode);
  return code && <code.TranslatedAnswer text={plainTextOf(message)} {...direction} />;
}

interface AnswerItemProps extends AnswerOptions {
  message: Entry;
  isTyped: boolean;
  /** No notice below says that the answer is incomplete. */
  isCutOff: boolean;
}

/** Typing renders this component alone. The space below stays free while the answer is typed, so that nothing moves at its end. */
export const AnswerItem = memo(function AnswerItem(props: AnswerItemProps) {
  const { message, isTyped, isCutOff, alsoIn } = props;
  const { profile, clock } = useScreen();
  const t = useT();
  const { text, isMarkdown = false, sources, sourceNumbers, state, language, messageId, generated } = message;
  const isArriving = state === 'arriving';
  // An answer that ended without an id was stopped, so no more text arrives.
  const wasEnded = !isArriving && messageId === undefined;
  const skips = useReducedMotion(isTyped) || wasEnded;
  const typed = useTyping({ text, isArriving, isTyped, skips, clock });
  const { isTyping } = typed;
  const onComplete = isTyping ? typed.complete : undefined;
  const isWhole = !isArriving && !isTyping;
  const blocks = useBlocks(typed.text, { isMarkdown, isArriving: !isWhole, rest: typed.rest, linkHosts: profile.linkHosts });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a shortcut for fingers, the button does the same
    <article
      className={isWhole ? styles['answer'] : `${styles['answer']} ${styles['typed']}`}
      data-generated={generated}
      onClick={onComplete}
    >
      <VisuallyHidden as="h2">{t('speaker.guide')}</VisuallyHidden>
      <RichText blocks={blocks} language={language} />
      {isCutOff && isWhole && <p className={styles['note']}>{t('answer.cutOff')}</p>}
      <AnswerGrounds sources={sources} numbers={sourceNumbers} language={language} isWaiting={!isWhole} />
      {isWhole && <Actions {...props} />}
      {isWhole && alsoIn && language && language !== alsoIn && <LateTranslation message={message} from={language} to={alsoIn} />}
      {onComplete && (
        <QuietButton className={styles['complete']} ref={focusLogOnRemoval} onClick={onComplete}>
          {t('answer.complete')}
        </QuietButton>
      )}
    </article>
  );
});

function Actions({ message, ratings, listen }: AnswerItemProps) {
  const { messageId } = message;
  return (
    <div className={styles['actions']}>
      {listen?.(message)}
      <CopyItem readText={() => plainTextOf(message)} />
      {messageId !== undefined && <RatingButtons messageId={messageId} ratings={ratings} />}
    </div>
  );
}

/** The button disappears when the answer is complete, so the focus moves to the log. */
function focusLogOnRemoval(button: HTMLButtonElement) {
  return () => {
    if (document.activeElement === button) focusLog(button);
  };
}
