import type { Texts } from '@enfilade/shared-contracts/i18n/i18n';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { sceneOf, sceneUrl } from '@enfilade/shared-contracts/museum/pictures';
import { exhibitionName } from '@enfilade/shared-contracts/museum/profile-texts';
import type { QuestionId } from '@enfilade/shared-contracts/museum/question-ids';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import type { Elements } from '@enfilade/shared-contracts/ui/elements';
import { type Glyph, type IconName, isIconName } from '@enfilade/shared-contracts/ui/glyphs';
import { ScreenContext } from '@enfilade/shared-contracts/ui/screen-context';
import { TopBar } from '@enfilade/shared-contracts/ui/top-bar';
import type { Question } from '@enfilade/shared-contracts/visit/question';
import type { ComponentType } from 'react';
import answerGlyphs from './answers/answer-glyphs.json';
import { AnswerCards, type AnswersProps, AnswerTiles, CheckRows, ChoiceRows, type LabelledOption } from './answers/answers.tsx';
import { ExhibitionPicture, NextBar, Progress, QuestionHeading, QuestionNumber } from './question-frame.tsx';
import styles from './screen.module.css';
import { type TextKey, type Translate, texts, useT } from './texts/texts.ts';
import { type Tailoring, useTailoring } from './use-tailoring.ts';
import { VoiceQuestion } from './voices/voice-question.tsx';

type AnswerShape = 'choices' | 'checks' | 'tiles' | 'cards' | 'voices';

interface QuestionLayout {
  shape: AnswerShape;
  /** The second lines of its options, `<uiStringID>.note`. */
  notes?: readonly (TextKey & `${string}.note`)[];
  terms?: readonly TextKey[];
}

export const questionLayouts: Record<QuestionId, QuestionLayout> = {
  consent: { shape: 'cards', terms: ['consent.agreeing', 'consent.declining', 'consent.storage'] },
  artistSelection: { shape: 'checks' },
  expertise: { shape: 'choices' },
  personality: { shape: 'choices', notes: ['style.interactive.note', 'style.contemplative.note'] },
  time: { shape: 'tiles' },
  goals: { shape: 'checks', notes: ['goal.learn.note', 'goal.relax.note', 'goal.explore.note', 'goal.challenge.note'] },
  voice: { shape: 'voices' },
};

const answerViews: Record<Exclude<AnswerShape, 'voices'>, ComponentType<AnswersProps>> = {
  choices: ChoiceRows,
  checks: CheckRows,
  tiles: AnswerTiles,
  cards: AnswerCards,
};

interface QuestionPageProps {
  tailoring: Tailoring;
  picture: Elements;
}

export function QuestionPage({ tailoring, picture }: QuestionPageProps) {
  const t = useT();
  const { step, chosen, choose, next, back } = tailoring;
  const { question, number, total, percent } = step;
  const labels = { progress: t('progress'), value: t('progress.value', { current: number, total }), back: t('back') };
  const progress = <Progress current={number} total={total} percent={percent} labels={labels} onBack={back} />;
  return <QuestionView {...{ question, picture, progress, number, chosen }} onChoose={choose} onNext={next} />;
}

interface QuestionViewProps extends Omit<AnswersProps, 'questionId' | 'options'> {
  question: Question;
  picture: Elements;
  progress: Elements;
  number: number | string;
  onNext(): void;
}

export function QuestionView({ picture, progress, number, onNext, ...answers }: QuestionViewProps) {
  const t = useT();
  const { question, chosen } = answers;
  const { terms = [] } = questionLayouts[question.id];
  const headingId = `question-${question.id}`;
  const hasTerms = terms.length > 0;
  // Answers below terms would look disabled under a fade.
  const kind = hasTerms ? styles['withTerms'] : question.answerFormat === 'single' && styles['fading'];
  return (
    <main className={styles['main']}>
      {picture}
      {/* Each question has a key, so that no element of the previous question moves. */}
      <div key={question.id} className={`${styles['form']} ${kind || ''}`}>
        {progress}
        <div className={`${styles['page']} ${question.answerFormat === 'voice' || hasTerms ? styles['close'] : ''}`}>
          <QuestionHeading
            id={headingId}
            question={t(question.text.question)}
            description={question.text.description && t(question.text.description)}
            terms={terms.map((key) => t(key))}
          />
          <QuestionNumber number={number} />
          <div className={styles['answers']}>
            <QuestionAnswers {...answers} headingId={headingId} />
          </div>
        </div>
        <NextAction question={question} chosen={chosen} onNext={onNext} />
      </div>
    </main>
  );
}

type QuestionAnswersProps = Omit<QuestionViewProps, 'picture' | 'progress' | 'number' | 'onNext'> & { headingId: string };

function QuestionAnswers({ question, chosen, onChoose, headingId }: QuestionAnswersProps) {
  const t = useT();
  const { shape } = questionLayouts[question.id];
  if (shape === 'voices') {
    // The voices of another language have different samples, so a playing sample stops.
    const voices = question.answerOptions.map(({ uiStringID }) => uiStringID).join();
    return <VoiceQuestion key={voices} question={question} questionId={headingId} chosen={chosen} onChoose={onChoose} />;
  }
  const Answers = answerViews[shape];
  return <Answers key={question.id} questionId={headingId} options={labelOptions(question, t)} chosen={chosen} onChoose={onChoose} />;
}

function NextAction({ question, chosen, onNext }: Pick<QuestionViewProps, 'question' | 'chosen' | 'onNext'>) {
  const t = useT();
  const isDisabled = chosen.length === 0;
  const { answerFormat } = question;
  if (answerFormat === 'single') return null;
  if (answerFormat === 'multiple') {
    const status = isDisabled ? t('chooseOne') : t('chosen', { count: chosen.length });
    return <NextBar label={t('next')} status={status} isDisabled={isDisabled} onNext={onNext} />;
  }
  // The button's label says what is missing, because a line above would move the rows with each choice.
  return <NextBar label={isDisabled ? t('voice.chooseOne') : t('voice.start')} isDisabled={isDisabled} onNext={onNext} />;
}

function labelOptions({ id, answerOptions }: Question, t: Translate): LabelledOption[] {
  const { notes } = questionLayouts[id];
  return answerOptions.map((option): LabelledOption => {
    if (option.label !== undefined) return { id: option.uiStringID, label: option.label };
    const { uiStringID, icon } = option;
    const note = notes?.find((key) => key === `${uiStringID}.note`);
    return { id: uiStringID, label: t(uiStringID), note: note && t(note), icon: icon === undefined ? undefined : pickIcon(icon) };
  });
}

const glyphs: Readonly<Record<string, Glyph>> = answerGlyphs;

function pickIcon(name: string): IconName | Glyph | undefined {
  if (isIconName(name)) return name;
  return Object.hasOwn(glyphs, name) ? glyphs[name] : undefined;
}

export default function Screen(props: ScreenProps) {
  const { museum, exhibition, i18n, session, profile } = props;
  const { t: translate, language } = useTranslation<TextKey>(i18n, 'tailoring');
  const themeMode = useStore(session.store, (state) => state.themeMode);
  const tailoring = useTailoring(props);
  const guide = localize(profile.guideName, language);
  const t: Translate = (key, values) => translate(key, { guide, ...values });
  const picture = (
    <ExhibitionPicture
      url={sceneUrl(museum._id, sceneOf(profile, exhibition?._id), themeMode)}
      name={exhibition && exhibitionName(profile, exhibition, language)}
    />
  );
  return (
    <ScreenContext value={{ ...props, t, language }}>
      <section className={styles['screen']} data-remote={__REMOTE_NAME__} data-version={__REMOTE_VERSION__}>
        <TopBar museum={museum} i18n={i18n} session={session} />
        {tailoring && <QuestionPage tailoring={tailoring} picture={picture} />}
      </section>
    </ScreenContext>
  );
}

/** The host registers the returned texts under the remote's name before the host renders the screen. */
export function loadTexts(language: Language): Promise<{ default: Texts }> {
  return texts[language]();
}
