import { localize } from '@enfilade/shared-contracts/i18n/localize';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { MuseumContent } from '../../content/content.ts';
import { type EmbeddedGuide, eventsOf, fileOf, type Guide } from '../guide.ts';
import {
  type AnswerUsage,
  type DroppedSentence,
  type GuideEvent,
  type GuideQuestion,
  type GuideReply,
  type GuideState,
  newTour,
} from '../guide-state.ts';
import { tourFactsOf } from '../tour-path.ts';
import { leansBack } from '../words/sentences.ts';
import { findProperNames, type Verdict } from './check-sentence.ts';
import { createJudge } from './judge-sentences.ts';
import { createMessages } from './model-request.ts';
import { nameOf } from './orders.ts';
import { type QuotingSentence, readSentences } from './quotations.ts';
import { createRetrieval, isForeign, type NumberedPassage, type Retrieved } from './retrieve-passages.ts';
import { createSpokenAnswer, type SpokenAnswer } from './spoken-answer.ts';
import { type ChatMessage, createUsageMeter, type StreamCompletion, type ToolCall } from './stream-completion.ts';
import { tourTools, wishOf } from './tour-tools.ts';

/** The outcome of one question in figures, without any words of the conversation. */
export interface AnswerReport {
  museum: string;
  /** The reason why the embedded guide answered instead. */
  standIn?: 'failed' | 'late' | 'unsupported';
  error?: string;
  firstSentenceMs?: number;
  spoken: number;
  /** Number of dropped sentences by reason. */
  dropped: Readonly<Record<string, number>>;
  usage: AnswerUsage;
}

export interface ModelGuideOptions {
  embedded: EmbeddedGuide;
  content: MuseumContent;
  complete: StreamCompletion;
  /** The model's name, which marks its sentences. */
  model: string;
  clock: Clock;
  /** Limit of tokens for passages. The request has all texts of the language if they fit, otherwise the best passages. */
  passageTokens: number;
  /** `model`: the model must also confirm that the passages support each sentence. */
  check: 'rules' | 'model';
  /** Timeout of the first sentence. The embedded guide answers after it. */
  firstSentenceMs: number;
  onAnswer(report: AnswerReport): void;
}

const limits = { sentences: 8, characters: 1_500, tokens: 500, idleMs: 5_000 };

/** A guide whose answers a language model writes sentence by sentence. A sentence without a supporting passage is dropped. */
export function createModelGuide(options: ModelGuideOptions): Guide {
  const { embedded, content } = options;
  const retrieve = createRetrieval(embedded, options.passageTokens);
  let properNames: ReadonlySet<string> | undefined;
  return {
    related: embedded.related,
    async *answer(state, question, signal, onUsage = () => {}) {
      const retrieved = retrieve(state, question);
      properNames ??= findProperNames(content.knowledge);
      let standIn: GuideReply | undefined;
      const makeStandIn = () => (standIn ??= embedded.reply(state, question));
      const turn = { options, state, question, standIn: makeStandIn, retrieved, properNames };
      // The embedded guide answers steps of the tour and small talk better and at once.
      const isOwn = (question.visitMode === 'guided' && makeStandIn().tour?.action !== undefined) || !isLed(turn);
      if (!isOwn && retrieved.passages.length > 0) return yield* answerByModel(turn, onUsage, signal);
      onUsage({ promptTokens: 0, completionTokens: 0, isEstimated: false });
      yield* answerEmbedded(turn);
    },
  };
}

/** Whether the texts contain anything that a model could answer from. */
function isLed({ options: { check }, question: { text }, retrieved: { isHit }, standIn }: ModelTurn): boolean {
  return isHit || (check === 'model' && isForeign(text)) || standIn().passages.length > 0 || standIn().isUnanswered === true;
}

function hasMoved({ tour = newTour }: GuideState, { state: { tour: after = newTour } }: GuideReply): boolean {
  const placeOf = ({ phase, room, told, asks }: typeof tour) => [phase, room, asks, ...told].join();
  return placeOf(tour) !== placeOf(after);
}

interface ModelTurn {
  options: ModelGuideOptions;
  state: GuideState;
  question: GuideQuestion;
  /** The embedded guide's answer, computed on demand, if possible while the model computes. */
  standIn(): GuideReply;
  retrieved: Retrieved;
  properNames: ReadonlySet<string>;
}

function* answerEmbedded(
  { state, question, standIn }: ModelTurn,
  spoken = createSpokenAnswer(state, question, standIn),
  facts = standIn().facts,
): Iterable<GuideEvent> {
  for (const event of eventsOf(standIn())) {
    yield event.type === 'done' ? { ...event, state: spoken.withTurn(event.state, standIn().text), facts } : event;
  }
}

async function* answerByModel(turn: ModelTurn, onUsage: (usage: AnswerUsage) => void, signal?: AbortSignal): AsyncIterable<GuideEvent> {
  const { options, state, question, standIn } = turn;
  const tourFacts = tourFactsOf(options.embedded.turnOf(state, question));
  const messages = createMessages({ content: options.content, state, question, ...turn.retrieved, tourFacts });
  const tally = createTally(options);
  const spoken = createSpokenAnswer(state, question, standIn);
  const limit = createLimit(options.clock, signal);
  limit.restart(options.firstSentenceMs);
  try {
    for await (const [text, passages] of checkedSentences({ turn, messages, tally, signal: limit.signal })) {
      tally.onSpoken();
      limit.stop();
      yield* spoken.say(text, passages).map((event) => (event.type === 'text' ? { ...event, model: options.model } : event));
      if (spoken.sentenceCount() >= limits.sentences || spoken.characterCount() > limits.characters) break;
      limit.restart(limits.idleMs);
    }
  } catch (error) {
    tally.onError(error);
  } finally {
    // Ends the request in every case, because nobody reads the rest.
    limit.abort();
    onUsage(tally.usage());
  }
  if (signal?.aborted) return yield spoken.interrupted();
  yield* conclude(turn, spoken, tally);
}

/** The events after the model's sentences: `done` alone, a step of the tour, or the embedded guide's answer if no sentence was spoken. */
function* conclude(turn: ModelTurn, spoken: SpokenAnswer, tally: Tally): Iterable<GuideEvent> {
  const { standIn } = turn;
  const step = tourStepOf(turn, tally.tool());
  if (step) {
    tally.report(1);
    yield* answerEmbedded({ ...step, standIn: () => ({ ...step.standIn(), facts: undefined }) }, spoken);
    return;
  }
  const standInReason = tally.report(spoken.sentenceCount());
  if (standInReason === undefined && spoken.sentenceCount() === 0)
    return yield* answerEmbedded({ ...turn, standIn: () => admissionOf(turn) }, spoken);
  const isUnjudged = standInReason === 'failed' || standInReason === 'late';
  const facts = isUnjudged ? standIn().facts : spoken.facts(nearestFile(turn), tally.dropped());
  if (standInReason === undefined) yield { ...spoken.done(), facts };
  else yield* answerEmbedded(turn, spoken, facts);
}

/** The guide's reply if the model found nothing in the passages. */
function admissionOf({ options, state, question, standIn }: ModelTurn): GuideReply {
  const own = standIn();
  if (own.isUnanswered) return own;
  const { room, tour } = own;
  const admission = options.embedded.admit(state, question);
  return {
    ...{ ...admission, ...(room && { room }), ...(tour && { tour }) },
    state: { ...admission.state, ...(own.state.tour && { tour: own.state.tour }) },
  };
}

function nearestFile({ retrieved: { nearest, language }, options }: ModelTurn): string | undefined {
  return nearest === undefined ? undefined : fileOf(options.content, { language, id: nearest });
}

/** The tour's reply to the model's tool call, if the call moves the tour. */
function tourStepOf(turn: ModelTurn, tool: ToolCall | undefined): ModelTurn | undefined {
  const { state, options } = turn;
  const text = tool && wishOf(tool, options.content, state, turn.question.language);
  if (text === undefined) return undefined;
  const question = { ...turn.question, text };
  const standIn = options.embedded.reply(state, question);
  return hasMoved(state, standIn) ? { ...turn, question, standIn: () => standIn } : undefined;
}

/** Aborts a request with its listener, or when the next sentence takes too long. */
function createLimit(clock: Clock, listener: AbortSignal | undefined) {
  const request = new AbortController();
  let stop = () => {};
  return {
    signal: listener ? AbortSignal.any([listener, request.signal]) : request.signal,
    stop: () => stop(),
    restart(limitMs: number) {
      stop();
      stop = clock.after(limitMs, () => request.abort());
    },
    abort() {
      stop();
      request.abort();
    },
  };
}

interface CheckedOptions {
  turn: ModelTurn;
  messages: readonly ChatMessage[];
  tally: Tally;
  signal: AbortSignal;
}

/** The sentences that pass the check, each with its supporting passages. */
async function* checkedSentences({ turn, messages, tally, signal }: CheckedOptions): AsyncIterable<[string, readonly NumberedPassage[]]> {
  const { question, retrieved, options, properNames } = turn;
  const { content } = options;
  const complete = tally.counting(options.complete);
  const names = [
    content.museum.name,
    localize(content.profile.guideName, retrieved.language),
    ...content.exhibitions.map(({ name }) => name),
  ].map(nameOf);
  const judge = createJudge(
    { ...retrieved, names, properNames, isTold: options.embedded.indexOf(retrieved.language).vocabulary.has },
    options.check === 'model' ? complete : undefined,
  );
  const tools = tourTools(content, question);
  const parts = complete({ messages, maxTokens: limits.tokens, ...(tools && { tools }) }, signal);
  let isAfterDrop = false;
  for await (const sentence of readSentences(parts, { ...tally, onPart: turn.standIn })) {
    const verdict = await judge(sentence, signal);
    if (signal.aborted) return;
    const reason: string | undefined = dropReasonOf(sentence, verdict, isAfterDrop);
    isAfterDrop = reason !== undefined;
    if (reason !== undefined) tally.onDropped(reason, sentence.text);
    else if (verdict.kind === 'carried') yield [sentence.text, verdict.passages];
  }
}

/** The reason to drop a sentence. A sentence that refers to a dropped sentence would mean something else. */
function dropReasonOf({ text }: QuotingSentence, verdict: Verdict, isAfterDrop: boolean): string | undefined {
  if (verdict.kind === 'dropped') return verdict.reason;
  return isAfterDrop && leansBack(text) ? 'leaning' : undefined;
}

type Tally = ReturnType<typeof createTally>;

/** Collects the figures of one answer. */
function createTally({ clock, content, onAnswer }: ModelGuideOptions) {
  const startedAt = clock.now();
  const dropped: DroppedSentence[] = [];
  const meter = createUsageMeter();
  const facts: { tool?: ToolCall; firstSentenceMs?: number; error?: Error; hasNothing?: boolean } = {};
  return {
    ...meter,
    onTool(tool: ToolCall) {
      facts.tool ??= tool;
    },
    tool: () => facts.tool,
    onNothing() {
      facts.hasNothing = true;
    },
    onSpoken() {
      facts.firstSentenceMs ??= clock.now() - startedAt;
    },
    onDropped: (reason: string, text: string) => void dropped.push({ reason, text }),
    dropped: () => dropped,
    onError(error: unknown) {
      facts.error = error instanceof Error ? error : new Error(String(error));
    },
    /** Reports the figures; returns the reason why the embedded guide must answer, or undefined. */
    report(spoken: number): AnswerReport['standIn'] {
      const { firstSentenceMs, error, hasNothing } = facts;
      const isDropped = dropped.length > 0;
      const silence = !error || error.name === 'AbortError' ? 'late' : 'failed';
      const isAnswered = spoken > 0 || (hasNothing && !isDropped);
      const standIn = isAnswered ? undefined : ([isDropped && 'unsupported', silence] as const).find((reason) => reason !== false);
      onAnswer({
        museum: content.museum._id,
        ...(standIn && { standIn }),
        ...(error && { error: `${error.name}: ${error.message}`.slice(0, 200) }),
        ...(firstSentenceMs !== undefined && { firstSentenceMs }),
        ...{ spoken, dropped: countReasons(dropped), usage: meter.usage() },
      });
      return standIn;
    },
  };
}

function countReasons(dropped: readonly DroppedSentence[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { reason } of dropped) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}
