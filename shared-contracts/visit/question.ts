import type { Language } from '../i18n/language.ts';
import type { MuseumProfile, Voice } from '../museum/profile.ts';
import { type QuestionId, questionIds } from '../museum/question-ids.ts';

export type AnswerFormat = 'single' | 'multiple' | 'voice';

/** Options of every museum are the keys of their texts. */
type CommonOption =
  | `consent.${'agree' | 'decline'}`
  | `visitorType.${'alone' | 'group' | 'kids'}`
  | `style.${'interactive' | 'contemplative'}`
  | `time.${5 | 10 | 15 | 30}`
  | `goal.${'learn' | 'relax' | 'explore' | 'challenge'}`;

interface NamedOption {
  uiStringID: string;
  /** A name, which needs no translation. */
  label: string;
  voice?: Voice;
}

interface TranslatedOption {
  /** The stored value, and the key of the option's text. */
  uiStringID: CommonOption;
  label?: undefined;
  voice?: undefined;
  icon?: string;
}

export type AnswerOption = NamedOption | TranslatedOption;

export interface Question {
  id: QuestionId;
  answerFormat: AnswerFormat;
  text: { question: `question.${QuestionId}`; description?: `question.${QuestionId}.description` };
  answerOptions: AnswerOption[];
}

export interface QuestionContext {
  profile: Pick<MuseumProfile, 'questions' | 'artists' | 'voices' | 'premiumVoices' | 'allowsPremium'>;
  language: Language;
  /** The address has `premium=true`, which has an effect if the profile allows premium voices. */
  wantsPremium?: boolean;
}

const option = (uiStringID: CommonOption, icon?: string): AnswerOption => (icon ? { uiStringID, icon } : { uiStringID });

const table: Record<QuestionId, { answerFormat: AnswerFormat; options: (context: QuestionContext) => AnswerOption[] }> = {
  consent: { answerFormat: 'single', options: () => [option('consent.agree'), option('consent.decline')] },
  artistSelection: {
    answerFormat: 'multiple',
    options: ({ profile }) => profile.artists.map(({ slug, name }) => ({ uiStringID: `artist.${slug}`, label: name })),
  },
  expertise: {
    answerFormat: 'single',
    options: () => [option('visitorType.alone', 'alone'), option('visitorType.group', 'group'), option('visitorType.kids', 'kids')],
  },
  personality: {
    answerFormat: 'single',
    options: () => [option('style.interactive', 'conversation'), option('style.contemplative', 'narrator')],
  },
  time: { answerFormat: 'single', options: () => [option('time.5'), option('time.10'), option('time.15'), option('time.30')] },
  goals: {
    answerFormat: 'multiple',
    options: () => [option('goal.learn'), option('goal.relax'), option('goal.explore'), option('goal.challenge')],
  },
  voice: {
    answerFormat: 'voice',
    options: (context) => voicesFor(context).map((voice) => ({ uiStringID: voice.voiceId, label: voice.label, voice })),
  },
};

function voicesFor({ profile, language, wantsPremium }: QuestionContext): Voice[] {
  const premium = wantsPremium && profile.allowsPremium ? profile.premiumVoices[language] : [];
  return premium.length > 0 ? premium : profile.voices[language];
}

/** In order. Questions without options are left out. */
export function questionsFor(context: QuestionContext): Question[] {
  return questionIds
    .filter((id) => context.profile.questions.includes(id))
    .map(
      (id): Question => ({
        id,
        answerFormat: table[id].answerFormat,
        text: { question: `question.${id}`, description: `question.${id}.description` },
        answerOptions: table[id].options(context),
      }),
    )
    .filter((question) => question.answerOptions.length > 0);
}
