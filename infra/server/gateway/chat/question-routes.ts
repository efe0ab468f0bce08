import { questionsRequestSchema } from '@enfilade/shared-contracts/api/request-schemas';
import { questionsResponseSchema } from '@enfilade/shared-contracts/api/schemas';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { FastifyInstance } from 'fastify';
import { parseInput, sendResponse, watchClose } from '../../http/exchange.ts';
import type { MuseumDirectory } from '../museums/museum-directory.ts';
import { mostQuestionTokens } from '../spending/prices.ts';
import { chargeFor, type Spending } from '../spending/spending.ts';
import { type CheckedVisit, checkVisit } from '../visits/check-visit.ts';
import type { VisitOf } from '../visits/visit-cookie.ts';
import { askCompletion, type LanguageModelService, languageNames, type Usage } from './ask-completion.ts';

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
    const reservation = await options.spending.reserve(visitor, { work: 'questions', amount: mostQuestionTokens });
    const { lines, asked: askedBefore } = asked;
    const onUsage = ({ prompt_tokens: read, completion_tokens: written }: Usage) => void reservation.settle({ used: [read, written] });
    const wanted = { visit, lines, asked: askedBefore, signal: watchClose(reply), requestId: request.id, onUsage };
    const questions = await chargeFor(reservation, () => askLanguageModel(options, wanted)).catch((error: unknown) => {
      request.log.warn({ upstream: 'language-model', err: error }, 'no questions were generated');
      return [] as [];
    });
    return sendResponse(reply, questionsResponseSchema, { questions });
  });
}

export interface QuestionsWanted {
  visit: Pick<CheckedVisit, 'museum' | 'exhibition' | 'language'>;
  /** The last of the conversation. */
  lines: readonly string[];
  /** What was asked before and is not to be repeated. */
  asked: readonly string[];
  /** Ends the call: nobody waits for the questions any more. */
  signal?: AbortSignal | undefined;
  requestId?: string | undefined;
  /** Called with what the model's server counted, where it does. */
  onUsage?(usage: Usage): void;
}

/**
 * Three follow-up questions of a chat model, or none when what it wrote breaks the rules.
 * @throws HttpError `upstream-failed`, `upstream-timeout`, `stale` when `signal` ended it
 */
export async function askLanguageModel(service: LanguageModelService, wanted: QuestionsWanted): Promise<[string, string, string] | []> {
  const { visit, lines, asked, signal, requestId, onUsage } = wanted;
  const request = { instruction: instruction(wanted), text: lines.join('\n'), temperature: 0.7, mostTokens: 100 };
  const content = await askCompletion(service, { ...request, signal, requestId, onUsage });
  return pickFollowUpQuestions(content, asked, visit.language);
}

function instruction({ visit: { museum, exhibition, language }, asked }: QuestionsWanted): string {
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

const wordLimit = 10;

const characterLimit = 120;

/** Whole words in any script. */
const words = (pattern: string) => new RegExp(`(?<!\\p{L})(?:${pattern})(?!\\p{L})`, 'iu');

/** What turns a question to somebody's own person and feelings, or addresses without respect. */
const personal: Record<Language, RegExp> = {
  en: words('your|yours|yourself|are you|you (?:feel|like|love|think|prefer|enjoy|believe)'),
  de: words('du|dich|dir|dein(?:e[mnrs]?)?|(?:fühl|mög|lieb|find|denk|glaub)en sie'),
  fr: words('tu|toi|tes|votre|vos|vous (?:aimez|pensez|préférez|ressentez|sentez)|(?:aim|pens|préfér|ressent|sent)ez-vous'),
};

/**
 * The three questions of a model's answer, one a line: short, without dashes, not personal, none asked before. Fewer
 * than three that keep the rules are none: the fixed questions are better than half a set.
 */
export function pickFollowUpQuestions(text: string, asked: readonly string[], language: Language): [string, string, string] | [] {
  const known = new Set(asked.map(normalise));
  const valid: string[] = [];
  for (const line of text.split(/\r?\n/).map(withoutMark).filter(Boolean).slice(0, 3)) {
    if (!keepsRules(line) || personal[language].test(line) || known.has(normalise(line))) continue;
    known.add(normalise(line));
    valid.push(line);
  }
  const [first, second, third] = valid;
  return first && second && third ? [first, second, third] : [];
}

/** Models number their lines even when asked not to. */
const withoutMark = (line: string): string =>
  line
    .trim()
    .replace(/^(?:\d{1,2}[.)]|[-–—*•])\s+/, '')
    .replace(/^["“„«]\s*|\s*["”“»]$/g, '')
    .trim();

/** A hyphen inside a word (« Qu’est-ce ») is no dash. */
function keepsRules(line: string): boolean {
  return line.length <= characterLimit && line.split(/\s+/).length <= wordLimit && !/[_–—]|(?:^|\s)-|-(?:\s|$)/.test(line);
}

const normalise = (question: string): string =>
  question
    .toLowerCase()
    .replace(/[\s?!.¿…]+/g, ' ')
    .trim();
