import { generatedMark } from '@enfilade/shared-contracts/conversation/transcript/entries';
import { withFrenchSpaces } from '@enfilade/shared-contracts/i18n/french-spaces';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import type { Destination, ScreenLink } from '@enfilade/shared-contracts/remote/screen-props';
import type { OpenSlot } from '@enfilade/shared-contracts/remote/slot';
import { SlotPlace } from '@enfilade/shared-contracts/remote/slot-place';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { isIconName } from '@enfilade/shared-contracts/ui/glyphs';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import pageStyles from '../screens/page.module.css';
import { takeFocus } from '../screens/page-parts.tsx';
import { CarryPart, type useCarry } from './carry.tsx';
import { EndPageFrame, Part } from './end-frame.tsx';
import styles from './end-view.module.css';
import type { VisitText } from './said.ts';

interface EndViewProps extends VisitText {
  museum: Museum;
  feedbackUrl: string | undefined;
  rating: RatingState;
  carry: ReturnType<typeof useCarry>;
  language: Language;
  onSave(): void;
  /** Absent if the browser cannot share. */
  onShare: (() => void) | undefined;
  onShareLink: ((url: string) => void) | undefined;
  /** On a kiosk, visitors cannot save, print or share. */
  isKiosk: boolean;
  /** Links to screens that declare a place at the end of a visit. */
  links: readonly ScreenLink[];
  go(to: Destination): void;
  openSlot?: OpenSlot | undefined;
  onForget(): void;
  onBack(): void;
}
export type Rating = 'helpful' | 'not-helpful';

export interface RatingState {
  chosen: Rating | undefined;
  outcome: 'sent' | 'failed' | undefined;
  rate(rating: Rating): void;
}

export function EndView(props: EndViewProps) {
  const { museum, title, date, figures, exchanges, carry, language, t } = props;
  const { minutes, rooms } = figures;
  const back = (
    <Button kind="main" wide icon="arrow-left" iconSide="start" onClick={props.onBack}>
      {t('back')}
    </Button>
  );
  return (
    <EndPageFrame museum={museum} title={t('title')} eyebrow={`${title}, ${date}`} actions={back}>
      <Figures figures={figures} t={t} />
      <Said {...props} />
      <div className={styles['parts']}>
        <RatingPart {...props} />
        {exchanges.length > 0 && !props.isKiosk && <KeepPart {...props} />}
        <CarryPart carry={carry} language={language} t={t} onShareLink={props.onShareLink} isCodeOnly={props.isKiosk} />
        {props.links.map((link) => (
          <LinkPart key={link.id} link={link} go={props.go} />
        ))}
        <ForgetPart {...props} />
        {/* The slot is last, so that no card moves when the slot's screen arrives. */}
        <SlotPlace openSlot={props.openSlot} name="card" facts={{ museum, minutes, rooms }} />
      </div>
    </EndPageFrame>
  );
}

function Figures({ figures: { questions, minutes, rooms }, t }: Pick<EndViewProps, 'figures' | 't'>) {
  return (
    <dl className={styles['figures']}>
      <div>
        <dt>{t('questions', { count: questions })}</dt>
        <dd className={styles['value']}>{questions}</dd>
      </div>
      <div>
        <dt>{t('minutes', { count: minutes })}</dt>
        <dd className={styles['value']}>{minutes}</dd>
      </div>
      {rooms && (
        <div>
          <dt>{t('rooms', { count: rooms.total })}</dt>
          <dd className={styles['value']}>{t('rooms.of', { count: rooms.seen.length, total: rooms.total })}</dd>
          <dd className={styles['note']}>{rooms.seen.join(' · ')}</dd>
        </div>
      )}
    </dl>
  );
}

/** The transcript is printed even if it is folded. */
function Said({ exchanges, guideName, t }: Pick<EndViewProps, 'exchanges' | 'guideName' | 't'>) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = () => flushSync(() => setOpen(true));
    window.addEventListener('beforeprint', open);
    return () => window.removeEventListener('beforeprint', open);
  }, []);
  if (exchanges.length === 0) return <p>{t('nothing')}</p>;
  return (
    <details className={styles['said']} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{t('said')}</h2>
        <Icon name="chevron-down" />
      </summary>
      <ol>
        {exchanges.map(({ question, answer, sources, language, generated }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an opening has the number of the turn before it
          <li key={at} lang={language}>
            {question !== undefined && (
              <p className={pageStyles['question']}>
                <VisuallyHidden>{`${t('says', { speaker: t('speaker.visitor') })} `}</VisuallyHidden>
                <span>{withFrenchSpaces(question)}</span>
              </p>
            )}
            {answer !== undefined && (
              <p data-generated={generatedMark({ ...(generated && { generated }) })}>
                <VisuallyHidden>{`${t('says', { speaker: t('speaker.guide', { guide: guideName }) })} `}</VisuallyHidden>
                <span>{withFrenchSpaces(answer)}</span>
              </p>
            )}
            {sources.map((source) => (
              <p key={source} className={styles['note']}>
                {t('source', { title: source })}
              </p>
            ))}
          </li>
        ))}
      </ol>
      <p className={styles['note']}>{t('made')}</p>
    </details>
  );
}

function RatingPart({ rating, guideName, feedbackUrl, t }: Pick<EndViewProps, 'rating' | 'guideName' | 'feedbackUrl' | 't'>) {
  return (
    <Part title={t('rate.title', { guide: guideName })}>
      <div className={styles['buttons']}>
        {(['helpful', 'not-helpful'] as const).map((each) => (
          <Button
            key={each}
            aria-pressed={rating.chosen === each}
            {...(rating.chosen === each && { icon: 'check' as const })}
            onClick={() => rating.rate(each)}
          >
            {t(`rate.${each}`)}
          </Button>
        ))}
      </div>
      <p role="status" className={styles['note']}>
        {rating.outcome && t(rating.outcome === 'sent' ? 'rate.thanks' : 'rate.failed')}
      </p>
      {feedbackUrl && (
        <a href={feedbackUrl} target="_blank" rel="noopener" className={styles['link']}>
          <span>{t('feedback')}</span>
          <VisuallyHidden>{` ${t('feedback.opensOutside')}`}</VisuallyHidden>
        </a>
      )}
    </Part>
  );
}

function KeepPart({ onSave, onShare, t }: Pick<EndViewProps, 'onSave' | 'onShare' | 't'>) {
  return (
    <Part title={t('keep.title')}>
      <div className={styles['buttons']}>
        <Button onClick={onSave}>{t('keep.save')}</Button>
        {onShare && <Button onClick={onShare}>{t('keep.share')}</Button>}
        <Button onClick={() => window.print()}>{t('keep.print')}</Button>
      </div>
    </Part>
  );
}

function LinkPart({ link: { title, note, icon = '', screen }, go }: { link: ScreenLink } & Pick<EndViewProps, 'go'>) {
  return (
    <Part title={title}>
      {note && <p className={styles['note']}>{note}</p>}
      <div className={styles['buttons']}>
        <Button icon={isIconName(icon) ? icon : 'arrow-right'} onClick={() => go({ screen })}>
          {title}
        </Button>
      </div>
    </Part>
  );
}

/** Keeps the section's buttons above the sticky bar. */
function showQuestion(question: HTMLParagraphElement | null): void {
  takeFocus(question);
  question?.closest('section')?.scrollIntoView?.({ block: 'nearest' });
}

function ForgetPart({ onForget, t }: Pick<EndViewProps, 'onForget' | 't'>) {
  const [isAsking, setAsking] = useState(false);
  return (
    <Part title={t('forget.title')}>
      <p className={styles['note']}>{t('forget.text')}</p>
      {isAsking && (
        <p ref={showQuestion} tabIndex={-1}>
          {t('forget.sure')}
        </p>
      )}
      <div className={styles['buttons']}>
        {isAsking ? (
          <>
            <Button onClick={onForget}>{t('forget.yes')}</Button>
            <Button onClick={() => setAsking(false)}>{t('forget.no')}</Button>
          </>
        ) : (
          <Button onClick={() => setAsking(true)}>{t('forget.start')}</Button>
        )}
      </div>
    </Part>
  );
}
