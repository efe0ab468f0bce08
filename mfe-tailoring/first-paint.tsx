import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { type QuestionId, questionIds } from '@enfilade/shared-contracts/museum/question-ids';
import { type FirstPaintProps, listedAtMost, slot } from '@enfilade/shared-contracts/remote/first-paint';
import { QuietButton } from '@enfilade/shared-contracts/ui/button';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import { ScreenContext, type ScreenState } from '@enfilade/shared-contracts/ui/screen-context';
import { TopBar } from '@enfilade/shared-contracts/ui/top-bar';
import { type Question, questionsFor } from '@enfilade/shared-contracts/visit/question';
import { Fragment } from 'react';
import frame from './question-frame.module.css';
import { ExhibitionPicture } from './question-frame.tsx';
import styles from './screen.module.css';
import { QuestionView } from './screen.tsx';
import type { TextKey, Translate } from './texts/texts.ts';
import { voiceNotes } from './voices/voice-question.tsx';

export const variants = questionIds;

const nothing = () => undefined;
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

/** The host repeats a choice that a visitor makes in the first paint. */
export function FirstPaint({ i18n, session, language, variant }: FirstPaintProps) {
  const { t: translate } = useTranslation<TextKey>(i18n, 'tailoring');
  const t: Translate = (key, values) => translate(key, { guide: slot('guide.name'), ...values });
  return (
    <ScreenContext value={{ t, session, clock: systemClock } as ScreenState}>
      <section className={styles['screen']}>
        <TopBar museum={{ name: slot('museum.name'), logoSvgURL: slot('museum.logo') }} i18n={i18n} session={session} />
        <QuestionView
          question={drawnQuestion(variant as QuestionId, language)}
          picture={<ExhibitionPicture url={slot('scene')} name={slot('exhibition.name')} />}
          progress={<ProgressSlots label={t('progress')} back={t('back')} />}
          number={slot('question.number')}
          chosen={[]}
          onChoose={nothing}
          onNext={nothing}
        />
      </section>
    </ScreenContext>
  );
}

function ProgressSlots({ label, back }: { label: string; back: string }) {
  return (
    <div className={frame['progress']}>
      <QuietButton aria-label={`${back}${slot('question.back')}`}>
        <Icon name="arrow-left" />
      </QuietButton>
      <div className={frame['bars']} role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={100}>
        {upTo(questionIds.length).map((number) => (
          <Fragment key={number}>
            <span className={frame['done']} data-need={slot(`question.done.${number}`)} />
            <span data-need={slot(`question.open.${number}`)} />
          </Fragment>
        ))}
      </div>
      <p className={frame['count']} aria-hidden="true">
        {`${slot('question.number')}/${slot('question.total')}`}
      </p>
    </div>
  );
}

/** The question with every option that a museum may offer. */
function drawnQuestion(id: QuestionId, language: FirstPaintProps['language']): Question {
  const [question] = questionsFor({
    profile: {
      questions: [id],
      artists: upTo(listedAtMost.many).map((number) => ({ slug: String(number), name: slot(`options.${number}.label`), weight: 0 })),
      voices: { en: [], de: [], fr: [], [language]: voiceNotes.filter((note) => note.startsWith(`voice.${language}-`)).map(voiceOf) },
      premiumVoices: { en: [], de: [], fr: [] },
      allowsPremium: false,
    },
    language,
  });
  if (!question) throw new Error(`No museum asks ${id}`);
  return question;
}

const voiceOf = (uiStringID: string) => ({
  voiceId: uiStringID,
  label: slot(`voices.${uiStringID}`),
  uiStringID,
  voicePreviewUrl: '',
  stability: 0,
});
