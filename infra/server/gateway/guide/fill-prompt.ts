import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { TailoringAnswers } from '@enfilade/shared-contracts/visit/answers';
import { z } from 'zod';
import { parseJson } from '../upstream/parse-json.ts';
import { promptWords } from './prompt-words.ts';

const textsSchema = z.partialRecord(z.enum(['en', 'de', 'fr']), z.string());

/** A text of the middleware: plain, or JSON keyed by language, English where the language is missing. */
export function pickPromptText(text: string, language: Language): string {
  const texts = parseTexts(text);
  return texts ? (texts[language] ?? texts.en ?? Object.values(texts)[0] ?? '') : text;
}

function parseTexts(text: string): z.infer<typeof textsSchema> | undefined {
  return text.trimStart().startsWith('{') ? textsSchema.safeParse(parseJson(text)).data : undefined;
}

/** Fills `{{time}}`, `{{goals}}` and `{{visitorType}}` from the answers; other placeholders are the platform's own. */
export function fillPrompt(prompt: string, answers: TailoringAnswers, language: Language): string {
  const words = promptWords[language];
  const say = (ids: readonly string[] = []) => ids.map((id) => words.answers[id] ?? id).join(', ') || words.unanswered;
  const minutes = answers.time?.[0]?.replace('time.', '');
  const values: Record<string, string> = {
    time: minutes ? `${minutes} ${words.minutes}` : words.unanswered,
    goals: say(answers.goals),
    visitorType: say(answers.expertise),
  };
  return prompt.replace(/\{\{\s*(time|goals|visitorType)\s*\}\}/g, (_, name: string) => values[name] ?? '');
}
