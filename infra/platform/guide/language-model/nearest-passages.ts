import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { versionedBase } from '@enfilade/shared-contracts/kit/versioned-base';
import { z } from 'zod';
import type { IndexedPassage, KnowledgeIndex } from '../search/knowledge-index.ts';

/** A model of what texts mean, behind OpenAI's `/v1/embeddings`: vLLM, Ollama, llama.cpp, infinity or a provider. */
export interface EmbeddingsService {
  /** With its version, `https://host/v1`, or without. */
  url: string;
  /** A service on one's own machine may want none. */
  key?: string | undefined;
  model: string;
}

export interface NearestPassagesOptions {
  service: EmbeddingsService;
  /** Keeps the vectors of documents; made if absent. */
  directory: string;
  /** Nobody listens: the first answer waits until the documents' vectors are made. */
  waitsForDocuments?: boolean;
  /** Begins the names of a museum's files. */
  museum: string;
  clock: Clock;
  /** The service or the directory failed: the words alone are searched. */
  onFailure(error: unknown): void;
}

/**
 * The paragraphs nearest in meaning to a text, nearest first. Never rejects: none while the documents' vectors are being
 * made, and where the service does not answer in time.
 */
export type FindNearest = (
  index: KnowledgeIndex,
  language: Language,
  text: string,
  signal?: AbortSignal,
) => Promise<readonly IndexedPassage[]>;

/** A visitor waits no longer for a better order of the paragraphs. */
const questionLimitMs = 300;
const documentLimitMs = 60_000;
/** A busy processor is late once: only so many times in a row count as a failure. */
const mostLate = 3;
/** A service that failed is not asked again for so long. */
const restMs = 30_000;
/** Texts of one request; services refuse too many. */
const batchSize = 64;
const mostNearest = 16;
/** What small models read of a text. */
const longestText = 2_000;

/** What a model was trained to read before a question and before a document; without it the nearest are others. */
const prompts: readonly [model: RegExp, prompts: { query: string; document: string }][] = [
  [
    /\be5\b.*(?:instruct|mistral)|qwen3-embedding/i,
    { query: 'Instruct: Given a question of a visitor, retrieve the passages that answer the question\nQuery: ', document: '' },
  ],
  [/\be5\b/i, { query: 'query: ', document: 'passage: ' }],
  [/\bnomic-embed/i, { query: 'search_query: ', document: 'search_document: ' }],
];
const promptsOf = ({ model }: EmbeddingsService) => prompts.find(([name]) => name.test(model))?.[1] ?? { query: '', document: '' };

export function createNearestPassages(options: NearestPassagesOptions): FindNearest {
  const { service, clock, onFailure } = options;
  const vectors = new Map<Language, readonly Float32Array[]>();
  const making = new Set<Language>();
  let restsUntil = 0;
  let late = 0;

  const failed = (error: unknown) => {
    restsUntil = clock.now() + restMs;
    late = 0;
    onFailure(error);
  };
  const missed = (error: unknown, isLate: boolean) => {
    late = isLate ? late + 1 : mostLate;
    if (late < mostLate) onFailure(error);
    else failed(error);
  };
  /** In the background: the first visitors are answered by words alone. */
  const make = async (index: KnowledgeIndex, language: Language) => {
    if (making.has(language)) return;
    making.add(language);
    try {
      vectors.set(language, await documentVectors(index.passages, `${options.museum}-${language}`, options));
    } catch (error) {
      failed(error);
    } finally {
      making.delete(language);
    }
  };

  const embedQuestion = async (text: string, listener?: AbortSignal): Promise<Float32Array | undefined> => {
    const limit = new AbortController();
    const stop = clock.after(questionLimitMs, () => limit.abort(new Error(`No embedding within ${questionLimitMs} ms`)));
    try {
      const [vector] = await embed(
        service,
        [`${promptsOf(service).query}${text}`],
        listener ? AbortSignal.any([listener, limit.signal]) : limit.signal,
      );
      late = 0;
      return vector;
    } catch (error) {
      if (!listener?.aborted) missed(error, limit.signal.aborted);
      return undefined;
    } finally {
      stop();
    }
  };

  return async (index, language, text, signal) => {
    if (clock.now() < restsUntil) return [];
    const made = vectors.has(language) ? undefined : make(index, language);
    if (options.waitsForDocuments) await made;
    const known = vectors.get(language);
    const question = known && (await embedQuestion(text, signal));
    return known && question ? nearestOf(index.passages, known, question) : [];
  };
}

function nearestOf(passages: readonly IndexedPassage[], vectors: readonly Float32Array[], question: Float32Array) {
  const nearness = vectors.map((vector) => vector.reduce((sum, part, at) => sum + part * (question[at] ?? 0), 0));
  return passages.toSorted((one, other) => (nearness[other.id] ?? 0) - (nearness[one.id] ?? 0)).slice(0, mostNearest);
}

/** Of each paragraph with its title: from the file that carries their hash, else from the service. */
async function documentVectors(
  passages: readonly IndexedPassage[],
  prefix: string,
  { service, directory, clock, onFailure }: NearestPassagesOptions,
): Promise<readonly Float32Array[]> {
  const texts = passages.map(({ title, text }) => `${promptsOf(service).document}${title}\n${text}`);
  const hash = createHash('sha256')
    .update(JSON.stringify([service.model, texts]))
    .digest('hex')
    .slice(0, 16);
  const file = path.join(directory, `${prefix}-${hash}.f32`);
  const kept = await readFile(file).catch(() => undefined);
  const read = kept && readVectors(kept, texts.length);
  if (read) return read;
  const made = await embedAll(service, texts, clock);
  await keepVectors(file, prefix, made).catch(onFailure);
  return made;
}

async function embedAll(service: EmbeddingsService, texts: readonly string[], clock: Clock): Promise<Float32Array[]> {
  const all: Float32Array[] = [];
  for (let from = 0; from < texts.length; from += batchSize) {
    const limit = new AbortController();
    const stop = clock.after(documentLimitMs, () => limit.abort(new Error('The embeddings service took too long')));
    try {
      all.push(...(await embed(service, texts.slice(from, from + batchSize), limit.signal)));
    } finally {
      stop();
    }
  }
  if (new Set(all.map(({ length }) => length)).size > 1) throw new EmbeddingsError('Vectors of different lengths');
  return all;
}

/** 32-bit floats one vector after the other; undefined where the file is not whole. */
function readVectors(bytes: Buffer, count: number): readonly Float32Array[] | undefined {
  const length = bytes.length / 4 / count;
  if (!Number.isInteger(length) || length === 0) return undefined;
  // Copied: a Buffer need not begin where floats may.
  const floats = new Float32Array(new Uint8Array(bytes).buffer);
  if (!floats.every(Number.isFinite)) return undefined;
  return Array.from({ length: count }, (_, at) => floats.subarray(at * length, (at + 1) * length));
}

/** Beside it no older one of the same documents stays. */
async function keepVectors(file: string, prefix: string, vectors: readonly Float32Array[]): Promise<void> {
  const directory = path.dirname(file);
  await mkdir(directory, { recursive: true });
  // With what a process left that was killed while it wrote.
  const older = (await readdir(directory)).filter((name) => name.startsWith(`${prefix}-`) && /\.f32(?:\.[\w-]+)?$/.test(name));
  const staged = `${file}.${randomUUID()}`;
  await writeFile(staged, Buffer.concat(vectors.map((vector) => new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength))));
  await rename(staged, file);
  await Promise.all(older.filter((name) => name !== path.basename(file)).map((name) => rm(path.join(directory, name), { force: true })));
}

/** The service refused, or answered what no embeddings are. */
class EmbeddingsError extends Error {
  override readonly name = 'EmbeddingsError';
}

const answerSchema = z.object({
  data: z.array(z.object({ index: z.number().int().min(0).nullish(), embedding: z.array(z.number()).min(1).max(16_384) })),
});

/** Vectors of length 1, in the order of the texts. @throws EmbeddingsError; what `signal` was aborted with */
async function embed({ url, key, model }: EmbeddingsService, texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
  const response = await fetch(`${versionedBase(url)}/embeddings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ model, input: texts.map((text) => text.slice(0, longestText)), encoding_format: 'float' }),
    signal,
    // Not 'error', see stream-completion.ts.
    redirect: 'manual',
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new EmbeddingsError(`Answered ${response.status}`);
  }
  const answer = answerSchema.safeParse(await response.json().catch(() => undefined));
  if (answer.data?.data.length !== texts.length) throw new EmbeddingsError('Answered what no embeddings are');
  // llama.cpp may answer out of order.
  const inOrder = answer.data.data.map((one, at) => ({ ...one, index: one.index ?? at })).sort((one, other) => one.index - other.index);
  return inOrder.map(({ embedding }) => {
    const size = Math.hypot(...embedding) || 1;
    return Float32Array.from(embedding, (part) => part / size);
  });
}
