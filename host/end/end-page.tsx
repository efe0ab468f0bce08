import { pickVisit } from '@enfilade/shared-contracts/conversation/pick-visit';
import { minutesOfVisit } from '@enfilade/shared-contracts/conversation/runtime/conversation-memory';
import { generatedMark } from '@enfilade/shared-contracts/conversation/transcript/entries';
import { withFrenchSpaces } from '@enfilade/shared-contracts/i18n/french-spaces';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { saveFile } from '@enfilade/shared-contracts/kit/save-file';
import { exhibitionName, pickFeedbackUrl } from '@enfilade/shared-contracts/museum/profile-texts';
import type { Destination, ScreenLink } from '@enfilade/shared-contracts/remote/screen-props';
import type { OpenSlot } from '@enfilade/shared-contracts/remote/slot';
import { SlotPlace } from '@enfilade/shared-contracts/remote/slot-place';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { isIconName } from '@enfilade/shared-contracts/ui/glyphs';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ScreenContent } from '../arrival/resolve.ts';
import { useHost, useTexts } from '../screens/host-services.ts';
import pageStyles from '../screens/page.module.css';
import { takeFocus } from '../screens/page-parts.tsx';
import { CarriedPage } from './carried-page.tsx';
import { CarryPart, packTurns } from './carry.tsx';
import { EndPageFrame, Part, ShareButton } from './end-frame.tsx';
import styles from './end-view.module.css';
import { ForgottenPage } from './forgotten-page.tsx';
import { countQuestions, formatVisit, listExchanges, type VisitText } from './said.ts';
import { type TextKey, texts } from './texts/texts.ts';

interface EndPageProps {
  content: ScreenContent;
  /** Links to screens that declare a place at the end of a visit. */
  links: readonly ScreenLink[];
  go(to: Destination): void;
  openSlot?: OpenSlot | undefined;
  onBack(): void;
  onForget(): void;
}

/** Replaces the visit's screen, which has ended the call. */
export function EndPage({ content, links, go, openSlot, onBack, onForget }: EndPageProps) {
  const { kiosk } = useHost();
  const { museum } = content;
  const { turns, ...visit } = useVisit(content);
  const { title, date, exchanges, t } = visit;
  const { minutes, rooms } = visit.figures;
  const back = (
    <Button kind="main" wide icon="arrow-left" iconSide="start" onClick={onBack}>
      {t('back')}
    </Button>
  );
  return (
    <EndPageFrame museum={museum} title={t('title')} eyebrow={`${title}, ${date}`} actions={back}>
      <Figures {...visit} />
      <Said {...visit} />
      <div className={styles['parts']}>
        <RatingPart profile={content.profile} guideName={visit.guideName} />
        {/* On a kiosk, visitors cannot save, print or share. */}
        {exchanges.length > 0 && !kiosk && <KeepPart {...visit} />}
        <CarryPart museum={museum} turns={turns} minutes={minutes} />
        {links.map((link) => (
          <LinkPart key={link.id} link={link} go={go} />
        ))}
        <ForgetPart onForget={onForget} t={t} />
        {/* The slot is last, so that no card moves when the slot's screen arrives. */}
        <SlotPlace openSlot={openSlot} name="card" facts={{ museum, minutes, rooms }} />
      </div>
    </EndPageFrame>
  );
}

export const part = { EndPage, CarriedPage, ForgottenPage, texts };

function useVisit({ museum, profile, exhibition }: ScreenContent) {
  const { conversation, session, clock } = useHost();
  const { t, language } = useTexts<TextKey>('end');
  const [now] = useState(() => clock.now());
  return useMemo(() => {
    const { turns: said, room } = conversation.store.getState();
    const turns = packTurns(said);
    const names = room && (profile.rooms.length === room.count ? profile.rooms.map(({ name }) => localize(name, language)) : undefined);
    return {
      title: [museum.name, exhibition && exhibitionName(profile, exhibition, language)].filter(Boolean).join(' – '),
      date: new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(now),
      guideName: localize(profile.guideName, language),
      figures: {
        questions: countQuestions(turns),
        minutes: minutesOfVisit(window, { clock, exhibitionId: () => session.store.getState().exhibitionId }),
        rooms: room && { seen: names ? names.slice(0, room.index + 1) : [room.name], total: room.count },
      },
      turns,
      exchanges: listExchanges(turns),
      t,
    };
  }, [museum, profile, exhibition, conversation, session, clock, now, language, t]);
}

function Figures({ figures: { questions, minutes, rooms }, t }: Pick<VisitText, 'figures' | 't'>) {
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
function Said({ exchanges, guideName, t }: Pick<VisitText, 'exchanges' | 'guideName' | 't'>) {
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

type Rating = 'helpful' | 'not-helpful';

/** The second press of a rating withdraws the rating. */
function RatingPart({ profile, guideName }: Pick<ScreenContent, 'profile'> & Pick<VisitText, 'guideName'>) {
  const { api, session } = useHost();
  const { t, language } = useTexts<TextKey>('end');
  const [{ chosen, outcome }, setState] = useState<{ chosen?: Rating | undefined; outcome?: 'thanks' | 'failed' | undefined }>({});
  const rate = async (rating: Rating) => {
    const next = rating === chosen ? undefined : rating;
    setState({ chosen: next });
    const isSent = await api.rate({ visit: pickVisit(session), rating: next ?? 'none' }).then(
      () => true,
      () => false,
    );
    setState(isSent ? { chosen: next, outcome: next && 'thanks' } : { chosen, outcome: 'failed' });
  };
  const feedbackUrl = pickFeedbackUrl(profile, language);
  return (
    <Part title={t('rate.title', { guide: guideName })}>
      <div className={styles['buttons']}>
        {(['helpful', 'not-helpful'] as const).map((each) => (
          <Button
            key={each}
            aria-pressed={chosen === each}
            {...(chosen === each && { icon: 'check' as const })}
            onClick={() => void rate(each)}
          >
            {t(`rate.${each}`)}
          </Button>
        ))}
      </div>
      <p role="status" className={styles['note']}>
        {outcome && t(`rate.${outcome}`)}
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

function KeepPart(visit: VisitText) {
  const { clock } = useHost();
  const { title, t } = visit;
  return (
    <Part title={t('keep.title')}>
      <div className={styles['buttons']}>
        <Button onClick={() => saveFile(`${title}.txt`, formatVisit(visit), 'text/plain', clock)}>{t('keep.save')}</Button>
        <ShareButton data={() => ({ title, text: formatVisit(visit) })}>{t('keep.share')}</ShareButton>
        <Button onClick={() => window.print()}>{t('keep.print')}</Button>
      </div>
    </Part>
  );
}

function LinkPart({ link: { title, note, icon = '', screen }, go }: { link: ScreenLink } & Pick<EndPageProps, 'go'>) {
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

function ForgetPart({ onForget, t }: Pick<EndPageProps, 'onForget'> & Pick<VisitText, 't'>) {
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
