import { type AskedGroup, askedQuestionsSchema, erasedQuestionsSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Access } from '../registry/api/access.ts';
import { parseRequest } from '../registry/api/requests.ts';
import type { QuestionBook } from './visitor-questions.ts';

const museumSchema = z.strictObject(erasedQuestionsSchema.shape).pick({ museumId: true });
const groupSchema = z.strictObject(erasedQuestionsSchema.shape).required();

export interface QuestionRoutesOptions {
  book: Pick<QuestionBook, 'list' | 'erase'>;
  access: Access;
  /** Names of a museum's exhibitions by id, as far as they can be had now. */
  namesOf(museumId: EntityId): Promise<ReadonlyMap<string, string>>;
}

/** What a museum's visitors asked in vain: to be read and to be erased by those who may do either. */
export function addQuestionRoutes(scope: FastifyInstance, { book, access, namesOf }: QuestionRoutesOptions): void {
  scope.get('/museums/:museumId/questions', async (request) => {
    const { museumId } = parseRequest(museumSchema, request.params);
    access.authorize(request, 'questions', undefined, museumId);
    const groups = await book.list(museumId);
    const names = groups.length > 0 ? await namesOf(museumId) : new Map<string, string>();
    return askedQuestionsSchema.parse({ questions: groups.map((group) => withNames(group, names)) });
  });
  scope.delete('/museums/:museumId/questions', async (request) => {
    const { museumId } = parseRequest(museumSchema, request.params);
    const actor = access.authorize(request, 'questions', undefined, museumId);
    await book.erase(museumId);
    request.log.info({ actor, museumId }, "a museum's questions were erased");
    return { museumId };
  });
  scope.delete('/museums/:museumId/questions/:question', async (request) => {
    const { museumId, question } = parseRequest(groupSchema, request.params);
    const actor = access.authorize(request, 'questions', undefined, museumId);
    await book.erase(museumId, question);
    request.log.info({ actor, museumId }, 'one question of a museum was erased');
    return { museumId, question };
  });
}

function withNames({ exhibitions, ...group }: AskedGroup, names: ReadonlyMap<string, string>): AskedGroup {
  return {
    ...group,
    exhibitions: exhibitions.map(({ exhibitionId, visits }) => {
      const name = names.get(exhibitionId);
      return { exhibitionId, ...(name !== undefined && { name }), visits };
    }),
  };
}
