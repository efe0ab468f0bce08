import { type QuestionsRequest, questionsAnswerSchema, questionsRequestSchema } from '@enfilade/shared-contracts/api/schemas';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { parseInput, sendAnswer } from '../http/exchange.ts';
import type { MuseumDirectory } from '../museums/museum-directory.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { type CheckedVisit, checkVisit } from '../visits/check-visit.ts';
import type { VisitOf } from '../visits/visit-of-request.ts';
import { pickFollowUpQuestions } from './follow-up-questions.ts';

export interface QuestionRoutesOptions {
  upstream: Upstream;
  museums: MuseumDirectory;
  visitOf: VisitOf;
  llmUrl: string;
  llmKey: string;
  llmModel: string;
  questionsMs: number;
}

const completionSchema = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) });
const languageNames: Record<Language, string> = { en: 'English', de: 'German', fr: 'French' };
/** Twenty lines of a transcript are longer than any other body. */
const bodyLimitBytes = 256 * 1024;

/** `POST /api/questions`: three follow-up questions, or none when the model fails or breaks the rules. */
export function registerQuestionRoutes(app: FastifyInstance, options: QuestionRoutesOptions): void {
  app.post('/api/questions', { bodyLimit: bodyLimitBytes }, async (request, reply) => {
    const asked = parseInput(questionsRequestSchema, request.body);
    options.visitOf(request, reply);
    const visit = await checkVisit(asked.visit, options.museums);
    const questions = await generate(options, visit, asked).catch((error: unknown) => {
      request.log.warn({ upstream: 'language-model', err: error }, 'no questions were generated');
      return [] as [];
    });
    return sendAnswer(reply, questionsAnswerSchema, { questions });
  });
}

async function generate(options: QuestionRoutesOptions, visit: CheckedVisit, { lines, asked }: QuestionsRequest) {
  const { status, json } = await options.upstream.call(
    {
      method: 'POST',
      url: `${options.llmUrl}/v1/chat/completions`,
      headers: { authorization: `Bearer ${options.llmKey}` },
      body: {
        model: options.llmModel,
        temperature: 0.7,
        max_tokens: 100,
        messages: [
          { role: 'system', content: instruction(visit, asked) },
          { role: 'user', content: lines.join('\n') },
        ],
      },
    },
    { ms: options.questionsMs },
  );
  if (status < 200 || status >= 300) return [] as [];
  const [choice] = completionSchema.parse(json).choices;
  return pickFollowUpQuestions(choice?.message.content ?? '', asked);
}

function instruction({ museum, exhibition, language }: CheckedVisit, asked: readonly string[]): string {
  const rules = [
    `You suggest what a visitor of ${museum.name}, ${exhibition.name}, could ask the guide next.`,
    `Write exactly 3 questions in ${languageNames[language]}, one a line, without numbers, dashes or underscores.`,
    'At most 8 words each, factual, in formal address, about what the guide just said; nothing personal or emotional.',
    'Never repeat one that was asked before.',
    `museum: ${museum._id}`,
    `language: ${language}`,
    `asked: ${JSON.stringify(asked)}`,
  ];
  return rules.join('\n');
}
