import { questionIds } from '@enfilade/shared-contracts/museum/question-ids';
import type { States } from '@enfilade/shared-contracts/remote/states-page';
import { LiteralTopBar } from '@enfilade/shared-contracts/remote/testing/literal-top-bar';
import { FakeScreen } from '@enfilade/shared-contracts/ui/testing/fake-screen';
import { type Question, questionsFor } from '@enfilade/shared-contracts/visit/question';
import { createSettingsSource } from '@enfilade/shared-contracts/visit/testing/settings-source';
import { ExhibitionPicture } from '../question-frame.tsx';
import styles from '../screen.module.css';
import { QuestionPage } from '../screen.tsx';
import type { TextKey, Translate } from '../texts/texts.ts';

const nothing = () => undefined;
const voice = (voiceId: string, label: string) => ({
  voiceId,
  label,
  uiStringID: `voice.${voiceId}`,
  voicePreviewUrl: '/voice.mp3',
  stability: 0.5,
});
const profile = {
  questions: [...questionIds],
  artists: [
    { slug: 'canaletto', name: 'Canaletto', weight: 5 },
    { slug: 'longhi', name: 'Pietro Longhi', weight: 3 },
  ],
  voices: { en: [voice('en-1', 'Clara'), voice('en-2', 'Edmund'), voice('en-3', 'Jane')], de: [], fr: [] },
  premiumVoices: { en: [], de: [], fr: [] },
  allowsPremium: false,
};
const questions = questionsFor({ profile, language: 'en' });

interface PageOptions {
  question: Question;
  t: Translate;
  isAnswered?: boolean;
}

function page({ question, t, isAnswered = false }: PageOptions) {
  const number = questions.indexOf(question) + 1;
  const percent = (number / questions.length) * 100;
  const step = { question, number, total: questions.length, percent, previous: undefined, next: undefined };
  const chosen = question.answerOptions.slice(0, isAnswered ? 1 : 0).map(({ uiStringID }) => uiStringID);
  const withGuide: Translate = (key, values) => t(key, { guide: 'Clara', ...values });
  const tailoring = { step, chosen, choose: nothing, next: nothing, back: number > 1 ? nothing : undefined };
  return (
    <FakeScreen t={withGuide} session={createSettingsSource() as never}>
      <section className={styles['screen']}>
        <LiteralTopBar museum={{ name: 'Palazzo Belmonte', logoSvgURL: '/logo.svg' }} />
        <QuestionPage tailoring={tailoring} picture={<ExhibitionPicture url="/scene.svg" name="The Grand Staircase" />} />
      </section>
    </FakeScreen>
  );
}

export const states: States<TextKey> = (t) =>
  Object.fromEntries(
    questions.flatMap((question) => [
      [question.id, page({ question, t })],
      [`${question.id}-answered`, page({ question, t, isAnswered: true })],
    ]),
  );
