import type { Language, ScreenProps, Texts } from '@enfilade/contract';
import { lazy, Suspense, useId, useState } from 'react';
import { events, type HouseEvent, type Phase, phaseOf, timeOf } from './events.ts';
import styles from './screen.module.css';
import { TopBar } from './top-bar.tsx';
import { useNow } from './use-now.ts';
import { type Translate, useTexts } from './use-texts.ts';

const EventDetails = lazy(async () => ({ default: (await import('./event-details.tsx')).EventDetails }));

export default function Screen({ museum, session, clock, i18n, go }: ScreenProps) {
  const { t, language } = useTexts(i18n);
  const now = useNow(clock);
  const visit = (exhibition: string) => {
    session.chooseExhibition(exhibition);
    go({ screen: 'visit' });
  };
  return (
    <div className={styles.screen}>
      <TopBar museum={museum} session={session} language={language} t={t} />
      <main className={styles.page}>
        <p className={styles.day}>{dayFormat(language).format(now)}</p>
        <h1 className={styles.title}>{t('title')}</h1>
        <ol className={styles.events}>
          {events.map((event) => {
            const exhibition = museum.exhibitions.find(({ _id }) => _id === event.exhibition);
            const onVisit = exhibition && (() => visit(exhibition._id));
            return <Event key={event.id} event={event} now={now} language={language} t={t} onVisit={onVisit} />;
          })}
        </ol>
        <div className={styles.foot}>
          <button type="button" className={`${styles.button} ${styles.main}`} onClick={() => go({ screen: 'landing' })}>
            {t('back')}
          </button>
        </div>
      </main>
    </div>
  );
}

const dayFormat = (language: Language) =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { weekday: 'long', day: 'numeric', month: 'long' });

interface EventProps {
  event: HouseEvent;
  now: Date;
  language: Language;
  t: Translate;
  /** Absent if the museum does not have the event's exhibition. */
  onVisit: (() => void) | undefined;
}

function Event({ event, now, language, t, onVisit }: EventProps) {
  const titleId = useId();
  const phase = phaseOf(event, now);
  const clockTime = (minute: number) =>
    new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(timeOf(minute, now));
  return (
    <li className={styles.event} data-phase={phase.is} aria-labelledby={titleId}>
      <p className={styles.time}>
        <time>{clockTime(event.starts)}</time>
        <span className={styles.until}>{t('until', { time: clockTime(event.ends) })}</span>
      </p>
      <div className={styles.words}>
        {phase.is !== 'later' && <p className={styles.phase}>{phaseText(phase, language, t)}</p>}
        <h2 id={titleId} className={styles.name}>
          {t(`${event.id}.title`)}
        </h2>
        <p className={styles.kind}>{t(`${event.id}.kind`)}</p>
        <p>{t(`${event.id}.text`)}</p>
        <EventActions event={event} t={t} onVisit={onVisit} />
      </div>
    </li>
  );
}

function EventActions({ event, t, onVisit }: Pick<EventProps, 'event' | 't' | 'onVisit'>) {
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  return (
    <>
      <div className={styles.actions}>
        <button type="button" className={styles.button} aria-expanded={isOpen} aria-controls={detailsId} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'less' : 'more')}
        </button>
        {onVisit && (
          <button type="button" className={styles.button} onClick={onVisit}>
            {t('visit')}
          </button>
        )}
      </div>
      <div id={detailsId}>
        {isOpen && (
          <Suspense fallback={<p className={styles.kind}>{t('loading')}</p>}>
            <EventDetails id={event.id} t={t} />
          </Suspense>
        )}
      </div>
    </>
  );
}

function phaseText(phase: Phase, language: Language, t: Translate): string {
  if (phase.is === 'soon') return new Intl.RelativeTimeFormat(language).format(phase.minutes, 'minute');
  return t(phase.is === 'now' ? 'now' : 'over');
}

const texts: Record<Language, () => Promise<{ default: Texts }>> = {
  en: () => import(/* webpackChunkName: "texts-en" */ './texts/en.json'),
  de: () => import(/* webpackChunkName: "texts-de" */ './texts/de.json'),
  fr: () => import(/* webpackChunkName: "texts-fr" */ './texts/fr.json'),
};

/** The host registers these texts under the screen's name before it renders the screen. */
export function loadTexts(language: Language): Promise<{ default: Texts }> {
  return texts[language]();
}
