import type { Language } from '../i18n/language.ts';
import type { MuseumProfile, Voice } from '../museum/profile.ts';
import { type QuestionId, questionIds } from '../museum/question-ids.ts';

export type AnswerFormat = 'single' | 'multiple' | 'voice';

/** Options that are the same in every museum; each is the key of its text. */
type CommonOption =
  | `consent.${'agree' | 'decline'}`
  | `visitorType.${'alone' | 'group' | 'kids'}`
  | `style.${'interactive' | 'contemplative'}`
  | `time.${5 | 10 | 15 | 30}`
  | `goal.${'learn' | 'relax' | 'explore' | 'challenge'}`;

interface NamedOption {
  /** What is stored. */
  uiStringID: string;
  /** A text that needs no translation (a person's name). */
  label: string;
  /** Present on options of the voice question. */
  voice?: Voice;
}

interface TranslatedOption {
  /** What is stored, and the key of the option's text. */
  uiStringID: CommonOption;
  label?: undefined;
  voice?: undefined;
  /** Name of an icon of the tailoring remote. */
  icon?: string;
}

export type AnswerOption = NamedOption | TranslatedOption;

export interface Question {
  id: QuestionId;
  answerFormat: AnswerFormat;
  /** Keys of the texts; the tailoring remote carries the texts. */
  text: { question: `question.${QuestionId}`; description?: `question.${QuestionId}.description` };
  answerOptions: AnswerOption[];
}

/** What a question's options may depend on. */
export interface QuestionContext {
  profile: Pick<MuseumProfile, 'questions' | 'artists' | 'voices' | 'premiumVoices' | 'allowsPremium'>;
  language: Language;
  /** `premium=true` was in the address; counts only if the profile allows it. */
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

/** The questions a museum asks, in order, each with its options. A question without options is not asked. */
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
