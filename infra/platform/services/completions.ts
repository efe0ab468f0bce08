import { randomUUID } from 'node:crypto';
import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { wordsOf } from '@enfilade/shared-contracts/kit/fold';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { KnowledgeDocument, MuseumContent } from '../content/content.ts';
import type { Guide } from '../guide/guide.ts';
import { languageData } from '../guide/language/language-data.ts';
import { isQuestion } from '../guide/words/sentences.ts';
import { languageOf } from '../guide/words/word-lists.ts';
import { createWrittenTranslations } from '../guide/written-translations.ts';
import { answerErrors, parseBody, requireKey, ServiceError } from './http.ts';

export interface CompletionRoutesOptions {
  museums: readonly MuseumContent[];
  guideOf(museum: MuseumContent): Guide;
  llmKey: string;
  clock: Clock;
}

/**
 * The language model in the shape of OpenAI's chat completions. It knows two things: what a visitor could ask next, and, where the
 * instructions say `task: translations`, what the museum has written in another language.
 */
export function registerCompletionRoutes(app: FastifyInstance, options: CompletionRoutesOptions): void {
  answerErrors(app, openAiErrorBody);
  app.addHook('onRequest', requireKey(options.llmKey, new ServiceError(401, 'Incorrect API key provided.')));
  app.all('/v1/*', async ({ method, url }) => {
    throw new ServiceError(404, `Invalid URL (${method} ${url.split('?')[0]})`);
  });
  const translations = new Map(options.museums.map((museum) => [museum, createWrittenTranslations(museum)]));
  const translate = (body: CompletionRequest): string | undefined => {
    const lineOf = instructionLines(body);
    if (lineOf('task') !== 'translations') return undefined;
    const [museum, from, to] = [
      findMuseum(lineOf, options.museums),
      languageSchema.parse(lineOf('from')),
      languageSchema.parse(lineOf('to')),
    ];
    const lines = textsSchema.parse(parseJson(textOf(body, 'user')));
    const say = museum && translations.get(museum);
    return JSON.stringify(say ? say(lines, { from, to }) : lines.map(() => null));
  };
  const suggest = (body: CompletionRequest): string => {
    const { museum, ...context } = parseQuestionContext(body, options.museums);
    const guide = museum && options.guideOf(museum);
    return pickQuestions(guide ? relatedTo(guide, context) : [], context).join('\n');
  };
  app.post('/v1/chat/completions', async (request) => {
    const body = parseBody(completionRequestSchema, request.body);
    const content = translate(body) ?? suggest(body);
    const promptTokens = countTokens(body.messages.map((message) => message.content).join(' '));
    const completionTokens = countTokens(content);
    return {
      id: `chatcmpl-${randomUUID()}`,
      object: 'chat.completion',
      created: Math.floor(options.clock.now() / 1000),
      model: body.model,
      choices: [{ index: 0, message: { role: 'assistant', content, refusal: null }, logprobs: null, finish_reason: 'stop' }],
      usage: { prompt_tokens: promptTokens, completion_tokens: completionTokens, total_tokens: promptTokens + completionTokens },
    };
  });
}

const codes: Record<number, string> = { 401: 'invalid_api_key', 404: 'unknown_url' };

function openAiErrorBody({ status, message, refused }: ServiceError) {
  const code = refused?.isUnsupported ? 'unsupported_value' : codes[status];
  const type = status < 500 ? 'invalid_request_error' : 'server_error';
  return { error: { message, type, param: refused?.field || null, code: code ?? null } };
}

/** The usual rule of thumb: four characters a token. */
function countTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

const longestText = 100_000;
const textSchema = z.string().max(longestText);
/** Text in parts is text; pictures, sound and files are not read here. */
const partsSchema = z
  .array(z.looseObject({ type: z.string(), text: textSchema.optional() }))
  .max(100)
  .refine((parts) => parts.every(({ type, text }) => type === 'text' && text !== undefined), { error: 'only parts of text are read here' })
  .transform((parts) => parts.map(({ text }) => text).join(''));

const messageSchema = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: z.preprocess((content) => (typeof content === 'string' ? [{ type: 'text', text: content }] : content), partsSchema),
});

/** What would change the answer and cannot be had here: refused, lest anybody take the answer for it. */
const notOffered = (isDefault: (value: unknown) => boolean, error: string) =>
  z
    .unknown()
    .refine((value) => value === undefined || value === null || isDefault(value), { error })
    .optional();
const none = (value: unknown) => (Array.isArray(value) && value.length === 0) || value === 'none' || value === false;
const textFormatSchema = z.object({ type: z.literal('text') });

/** `POST /v1/chat/completions`, as far as it is read. */
const completionRequestSchema = z.looseObject({
  model: z.string().min(1).max(128),
  messages: z.array(messageSchema).min(1).max(100),
  temperature: z.number().min(0).max(2).optional(),
  max_tokens: z.number().int().positive().max(100_000).optional(),
  stream: notOffered(none, 'streaming is not offered'),
  n: notOffered((value) => value === 1, 'one choice alone is offered'),
  response_format: notOffered((value) => textFormatSchema.safeParse(value).success, 'text alone is offered'),
  modalities: notOffered((value) => JSON.stringify(value) === '["text"]', 'text alone is offered'),
  ...Object.fromEntries(
    ['tools', 'tool_choice', 'functions', 'function_call'].map((name) => [name, notOffered(none, 'tools are not offered')]),
  ),
  logprobs: notOffered(none, 'probabilities are not offered'),
});

/** What questions are wanted for. Whatever the instructions leave out has a default. */
interface QuestionContext {
  language: Language;
  /** The last lines of the conversation. */
  talk: string;
  /** Not to be suggested again. */
  asked: readonly string[];
}

const textsSchema = z.array(z.string()).catch([]);
const languageSchema = z.enum(languages).catch('en');

type CompletionRequest = z.infer<typeof completionRequestSchema>;

const textOf = ({ messages }: CompletionRequest, ...roles: string[]): string =>
  messages.flatMap(({ role, content }) => (roles.includes(role) ? [content] : [])).join('\n');

/** Reads lines such as `museum: <id>` of the instructions; the rest is for a real model. */
function instructionLines(body: CompletionRequest): (name: string) => string | undefined {
  const instructions = textOf(body, 'system', 'developer');
  return (name) => new RegExp(`^\\s*${name}:\\s*(.+?)\\s*$`, 'im').exec(instructions)?.[1];
}

const findMuseum = (lineOf: (name: string) => string | undefined, museums: readonly MuseumContent[]) =>
  museums.find(({ museum }) => museum._id === lineOf('museum'));

/** Reads the lines `language: de`, `museum: <id>`, `asked: ["…"]`. */
function parseQuestionContext(
  body: CompletionRequest,
  museums: readonly MuseumContent[],
): QuestionContext & { museum: MuseumContent | undefined } {
  const lineOf = instructionLines(body);
  return {
    museum: findMuseum(lineOf, museums),
    language: languageSchema.parse(lineOf('language')),
    asked: textsSchema.parse(parseJson(lineOf('asked') ?? '[]')),
    talk: textOf(body, 'user'),
  };
}

/** Those that have most to do with the talk first, in the page's language, which the visitor may have changed since. */
export function relatedTo(guide: Guide, { talk, language }: Pick<QuestionContext, 'talk' | 'language'>): KnowledgeDocument[] {
  const spoken = languageOf(talk, language);
  const related = guide.related(talk, spoken);
  if (spoken === language) return related;
  const places = new Map(related.map(({ id }, at) => [id, at]));
  const placeOf = ({ id }: KnowledgeDocument) => places.get(id) ?? related.length;
  return guide.related('', language).sort((one, other) => placeOf(one) - placeOf(other));
}

const wordLimit = 10;

/** Words of the familiar address, and those that ask the visitor about themselves. */
const unfitting: Record<Language, RegExp> = {
  en: /\b(you|your|yours|i|my|me|mine) (feel|like|love|prefer|favou?rite)\b|\b(do|are|have|would) you\b/i,
  de: /\b(du|dich|dir|deine?[mnrs]?|euch|eure?[mnrs]?|ihr habt|fühlen Sie|gefällt Ihnen)\b/i,
  fr: /(?<!\p{L})(tu|toi|ton|tes|te|aimez|préférez|ressentez)(?!\p{L})/iu,
};

/**
 * Three different questions of at most ten words without dashes, none of them asked before: those the
 * documents answer first, a document at a time, then general ones. Where the talk is about a room or an exhibition,
 * what the texts of the others answer comes last: a visitor who is elsewhere would take it for a fault.
 * @param documents those that have most to do with the talk first
 */
export function pickQuestions(documents: readonly KnowledgeDocument[], { language, talk, asked }: QuestionContext): string[] {
  const byTurns = (group: readonly KnowledgeDocument[]): string[] => {
    const rounds = group.map((document) =>
      document.paragraphs.flatMap((paragraph) => questionsIn(paragraph, talk)).filter((question) => !unfitting[language].test(question)),
    );
    const longest = Math.max(0, ...rounds.map((questions) => questions.length));
    return Array.from({ length: longest }, (_, turn) => rounds.flatMap((questions) => questions.slice(turn, turn + 1))).flat();
  };
  const excluded = new Set(asked.map(normalise));
  // "You could ask me, for example: …" has offered it already.
  const said = ` ${normalise(talk)} `;
  const fresh = [...nearestFirst(documents).flatMap(byTurns), ...languageData[language].questions].filter((question) => {
    const isNew = !excluded.has(normalise(question)) && !said.includes(` ${normalise(question)} `);
    excluded.add(normalise(question));
    return isNew;
  });
  return fresh.slice(0, 3);
}

/** The documents of the first one's place, those of no place, those of others; one group where the first belongs to none. */
function nearestFirst(documents: readonly KnowledgeDocument[]): (readonly KnowledgeDocument[])[] {
  const placeOf = ({ roomId, exhibitionId }: KnowledgeDocument) => roomId ?? exhibitionId;
  const here = documents[0] && placeOf(documents[0]);
  if (here === undefined) return [documents];
  return [
    documents.filter((document) => placeOf(document) === here),
    documents.filter((document) => placeOf(document) === undefined),
    documents.filter((document) => ![here, undefined].includes(placeOf(document))),
  ];
}

/** The questions a paragraph answers, unless its answer was just given. */
function questionsIn(paragraph: string, talk: string): string[] {
  const sentences = splitSentences(paragraph);
  return sentences.filter((sentence, at) => {
    // Its beginning may have been said otherwise: "Ida was" for "She was".
    const isAnswered = talk.includes((sentences[at + 1] ?? sentence).slice(-40));
    return isQuestion(sentence) && !isAnswered && !/[-–—_]/.test(sentence) && sentence.split(/\s+/).length <= wordLimit;
  });
}

function normalise(question: string): string {
  return wordsOf(question).join(' ');
}
