import { questionsRequestSchema, questionsResponseSchema } from '@enfilade/shared-contracts/api/schemas';
import type { FastifyInstance } from 'fastify';
import { parseInput, sendResponse, watchClose } from '../../http/exchange.ts';
import type { MuseumDirectory } from '../museums/museum-directory.ts';
import { chargeFor } from '../spending/charge-for.ts';
import { questionsPrice } from '../spending/prices.ts';
import type { Spending } from '../spending/spending.ts';
import { checkVisit } from '../visits/check-visit.ts';
import type { VisitOf } from '../visits/visit-of-request.ts';
import { askLanguageModel, type LanguageModelService } from './ask-language-model.ts';

export interface QuestionRoutesOptions extends LanguageModelService {
  museums: MuseumDirectory;
  visitOf: VisitOf;
  spending: Spending;
}

/** Twenty lines of a transcript are longer than any other body. */
const bodyLimitBytes = 256 * 1024;

/** `POST /api/questions`: three follow-up questions, or none when the model fails or breaks the rules. */
export function registerQuestionRoutes(app: FastifyInstance, options: QuestionRoutesOptions): void {
  app.post('/api/questions', { bodyLimit: bodyLimitBytes }, async (request, reply) => {
    const asked = parseInput(questionsRequestSchema, request.body);
    const visit = await checkVisit(asked.visit, options.museums);
    const visitor = options.visitOf(request, reply, { museumId: asked.visit.museumId, consent: visit.consent });
    const reservation = options.spending.reserve(visitor, { work: 'questions', microCents: questionsPrice });
    const { lines, asked: askedBefore } = asked;
    const wanted = { visit, lines, asked: askedBefore, signal: watchClose(reply), requestId: request.id };
    const questions = await chargeFor(reservation, () => askLanguageModel(options, wanted)).catch((error: unknown) => {
      request.log.warn({ upstream: 'language-model', err: error }, 'no questions were generated');
      return [] as [];
    });
    return sendResponse(reply, questionsResponseSchema, { questions });
  });
}
