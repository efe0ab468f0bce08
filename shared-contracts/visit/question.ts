import type { Language } from '../i18n/language.ts';
import type { MuseumProfile, Voice } from '../museum/profile.ts';
import { type QuestionId, questionIds } from '../museum/question-ids.ts';

export type AnswerFormat = 'single' | 'multiple' | 'voice';

export interface AnswerOption {
  /** What is stored, and the key of the option's text. */
  uiStringID: string;
  /** Name of an icon of the tailoring remote. */
  icon?: string;
  /** A text that needs no translation (a person's name). */
  label?: string;
  /** Present on options of the voice question. */
  voice?: Voice;
}

export interface Question {
  id: QuestionId;
  answerFormat: AnswerFormat;
  /** Keys of the texts; the tailoring remote carries the texts. */
  text: { question: string; description?: string };
  answerOptions: AnswerOption[];
}

/** What a question's options may depend on. */
export interface QuestionContext {
  profile: MuseumProfile;
  language: Language;
  /** `premium=true` stood in the address; counts only where the profile allows it. */
  wantsPremium?: boolean;
}

const option = (uiStringID: string, icon?: string): AnswerOption => (icon ? { uiStringID, icon } : { uiStringID });

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
  time: { answerFormat: 'single', options: () => ['time.5', 'time.10', 'time.15', 'time.30'].map((id) => option(id)) },
  goals: {
    answerFormat: 'multiple',
    options: () => ['goal.learn', 'goal.relax', 'goal.explore', 'goal.challenge'].map((id) => option(id)),
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
    .map((id) => ({
      id,
      answerFormat: table[id].answerFormat,
      text: { question: `question.${id}`, description: `question.${id}.description` },
      answerOptions: table[id].options(context),
    }))
    .filter((question) => question.answerOptions.length > 0);
}
