import { searchLimit } from '@enfilade/shared-contracts/api/limits';
import {
  codeResponseSchema,
  exhibitionResponseSchema,
  type FoundPassages,
  foundPassagesSchema,
  museumDocumentSchema,
  museumResponseSchema,
} from '@enfilade/shared-contracts/api/schemas';
import { languageSchema } from '@enfilade/shared-contracts/i18n/language';
import { entityIdSchema } from '@enfilade/shared-contracts/museum/id';
import type { Exhibition, Museum } from '@enfilade/shared-contracts/museum/museum';
import { type ReleaseSet, releaseSetSchema } from '@enfilade/shared-contracts/releases/release-set';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { sendTagged } from '../../http/encoded-text.ts';
import { createResponseWriter, HttpError, parseInput, sendResponse } from '../../http/exchange.ts';
import { clientAddress } from '../../http/request-head.ts';
import type { AddressLimits, BudgetRules } from '../../shared-state/budget.ts';
import type { MuseumDirectory } from './museum-directory.ts';
import type { MuseumText } from './museum-texts.ts';
import { type ReleaseSets, readVisitor } from './release-sets.ts';

const museumParamsSchema = z.object({ museumId: entityIdSchema });
const exhibitionParamsSchema = museumParamsSchema.extend({ exhibitionId: entityIdSchema });
const setQuerySchema = z.object({ language: z.optional(languageSchema) });
const languageQuerySchema = z.object({ language: languageSchema });
const searchQuerySchema = languageQuerySchema.extend({ search: z.string().trim().min(1).max(searchLimit) });
const documentQuerySchema = languageQuerySchema.extend({ easy: z.literal('true').optional() });
const documentParamsSchema = museumParamsSchema.extend({ document: z.string().max(200) });
/** A search takes a millisecond or two. */
const searchesOfAddress: BudgetRules = { capacity: 600, fillsInMs: 60_000 };
const codeQuerySchema = z.object({ code: z.string().trim().min(1).max(64) });

/** Browsers revalidate the response on every request, but may use the page's preload. */
const alwaysAsk = (reply: FastifyReply) => reply.type('application/json; charset=utf-8').header('cache-control', 'private, no-cache');

interface MuseumRoutesOptions {
  museums: MuseumDirectory;
  sets: ReleaseSets;
  addressLimits: Pick<AddressLimits, 'withdraw'>;
}

export function registerMuseumRoutes(app: FastifyInstance, { museums, sets, addressLimits }: MuseumRoutesOptions): void {
  const writeMuseum = createResponseWriter(museumResponseSchema, (museum: Museum) => ({ museum, profile: museums.profileOf(museum._id) }));
  const writeExhibition = createResponseWriter(exhibitionResponseSchema, (exhibition: Exhibition) => ({ exhibition }));
  const writePassages = createResponseWriter(foundPassagesSchema, (found: FoundPassages) => found);
  const writeDocument = createResponseWriter(museumDocumentSchema, (document: MuseumText) => ({
    ...document,
    paragraphs: [...document.paragraphs],
  }));
  const writeSet = createResponseWriter(releaseSetSchema, (set: ReleaseSet) => set);

  app.get('/api/museums', async (request, reply) => {
    const { code } = parseInput(codeQuerySchema, request.query);
    const museumId = museums.findByCode(code);
    if (!museumId) throw new HttpError('museum-not-found');
    return sendResponse(reply, codeResponseSchema, { museumId });
  });

  app.get('/api/museums/:museumId', async (request, reply) => {
    const { museumId } = parseInput(museumParamsSchema, request.params);
    return sendTagged(request, alwaysAsk(reply), await writeMuseum(await museums.loadMuseum(museumId)));
  });

  app.get('/api/museums/:museumId/exhibitions/:exhibitionId', async (request, reply) => {
    const { museumId, exhibitionId } = parseInput(exhibitionParamsSchema, request.params);
    return sendTagged(request, alwaysAsk(reply), await writeExhibition(await museums.loadExhibition(museumId, exhibitionId)));
  });

  app.get('/api/museums/:museumId/documents', async (request, reply) => {
    const { museumId } = parseInput(museumParamsSchema, request.params);
    const { language, search } = parseInput(searchQuerySchema, request.query);
    await addressLimits.withdraw('searches', clientAddress(request), searchesOfAddress);
    return sendTagged(request, alwaysAsk(reply), await writePassages(museums.textsOf(museumId).search(search, language)));
  });

  app.get('/api/museums/:museumId/documents/:document', async (request, reply) => {
    const { museumId, document: id } = parseInput(documentParamsSchema, request.params);
    const { language, easy } = parseInput(documentQuerySchema, request.query);
    const document = museums.textsOf(museumId).find(id, language, easy !== undefined);
    if (!document) throw new HttpError('not-found');
    return sendTagged(request, alwaysAsk(reply), await writeDocument(document));
  });

  app.get('/api/compositions/:museumId', async (request, reply) => {
    const { museumId } = parseInput(museumParamsSchema, request.params);
    const { language } = parseInput(setQuerySchema, request.query);
    const set = sets.releaseSet(museumId, readVisitor(request.headers.cookie), language);
    return sendTagged(request, alwaysAsk(reply).header('vary', 'Cookie'), await writeSet(set));
  });
}
