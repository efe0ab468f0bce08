import { addToSources } from '@enfilade/shared-contracts/api/reply-events';
import type { Source } from '@enfilade/shared-contracts/api/schemas';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { type Clock, createTimer } from '@enfilade/shared-contracts/kit/clock';
import type { MuseumContent } from '../../content/content.ts';
import { type EmbeddedGuide, eventsOf, fileOf, type Guide } from '../guide.ts';
import {
  type AnswerUsage,
  type DroppedSentence,
  type GuideEvent,
  type GuideQuestion,
  type GuideReply,
  type GuideState,
  type QuestionFacts,
  withCovered,
} from '../guide-state.ts';
import { tourFactsOf } from '../tour-path.ts';
import { leansBack } from '../words/sentences.ts';
import { createJudge, findProperNames, type Verdict } from './check-sentence.ts';
import { createMessages } from './model-request.ts';
import { nameOf, withoutInstruction } from './orders.ts';
import { createQuotationCutter, nothingFound, type QuotingSentence } from './quotations.ts';
import { createRetrieval, isForeign, type NumberedPassage, type Retrieved } from './retrieve-passages.ts';
import { type CompletionPart, createUsageMeter, type StreamCompletion, type ToolCall } from './stream-completion.ts';
import { tourStepOf, tourTools } from './tour-tools.ts';

/** The outcome of one question in figures, without any words of the conversation. */
export interface AnswerReport {
  museum: string;
  /** The reason why the embedded guide answered instead. */
  standIn?: 'failed' | 'late' | 'unsupported';
  error?: string;
  firstSentenceMs?: number;
  spoken: number;
  dropped: Readonly<Record<string, number>>;
  usage: AnswerUsage;
}

export interface ModelGuideOptions {
  embedded: EmbeddedGuide;
  content: MuseumContent;
  complete: StreamCompletion;
  model: string;
  clock: Clock;
  /** `model`: the model must also confirm that the passages support each sentence. */
  check: 'rules' | 'model';
  /** The embedded guide answers after this timeout. */
  firstSentenceMs: number;
  /** Limit of tokens for passages. The request has all texts of the language if they fit, otherwise the best passages. */
  passageTokens: number;
  onAnswer(report: AnswerReport): void;
}

type AnswerInput = { state: GuideState; question: GuideQuestion; retrieved: Retrieved; properNames: ReadonlySet<string> };

const limits = { sentences: 8, characters: 1_500, tokens: 500, idleMs: 5_000 };
const mostTurns = 6;
const longestText = 800;

/** A sentence without a supporting passage is dropped. */
export function createModelGuide(options: ModelGuideOptions): Guide {
  const { embedded, content } = options;
  const retrieve = createRetrieval(embedded, options.passageTokens);
  let properNames: ReadonlySet<string> | undefined;
  return {
    related: embedded.related,
    async *answer(state, question, signal) {
      properNames ??= findProperNames(content.knowledge);
      const answer = new ModelAnswer(options, { state, question, properNames, retrieved: retrieve(state, question) });
      yield* answer.isForModel() ? answer.stream(signal) : answer.embeddedEvents();
    },
  };
}

class ModelAnswer {
  private readonly options: ModelGuideOptions;
  private readonly input: AnswerInput;
  private readonly meter = createUsageMeter();
  private readonly startedAt: number;
  private reply: GuideReply | undefined;
  private readonly spoken: string[] = [];
  private readonly used = new Map<string, NumberedPassage>();
  private sources: readonly Source[] = [];
  private readonly dropped: DroppedSentence[] = [];
  private isAfterDrop: boolean = false;
  private firstSentenceMs: number | undefined;
  private tool: ToolCall | undefined;
  private error: Error | undefined;
  private hasNothing: boolean = false;

  constructor(options: ModelGuideOptions, input: AnswerInput) {
    this.options = options;
    this.input = input;
    this.startedAt = options.clock.now();
  }

  /** False for steps of the tour and small talk, which the embedded guide answers better and at once, and without a passage. */
  isForModel(): boolean {
    const { question, retrieved } = this.input;
    if (question.visitMode === 'guided' && this.standIn().tour?.action !== undefined) return false;
    if (retrieved.passages.length === 0) return false;
    if (retrieved.isHit || (this.options.check === 'model' && isForeign(question.text))) return true;
    return this.standIn().passages.length > 0 || this.standIn().isUnanswered === true;
  }

  async *stream(listener?: AbortSignal): AsyncIterable<GuideEvent> {
    const request = new AbortController();
    const limit = createTimer(this.options.clock);
    const limitTo = (ms: number) => limit.start(ms, () => request.abort());
    limitTo(this.options.firstSentenceMs);
    try {
      const signal = listener ? AbortSignal.any([listener, request.signal]) : request.signal;
      for await (const [text, passages] of this.checkedSentences(signal)) {
        this.firstSentenceMs ??= this.options.clock.now() - this.startedAt;
        limit.stop();
        yield* this.say(text, passages);
        if (this.spoken.length >= limits.sentences || this.spoken.join(' ').length > limits.characters) break;
        limitTo(limits.idleMs);
      }
    } catch (error) {
      this.error = error instanceof Error ? error : new Error(String(error));
    } finally {
      // Ends the request in every case, because nobody reads the rest.
      limit.stop();
      request.abort();
    }
    if (!listener?.aborted) return yield* this.conclude();
    // Before the first sentence the state keeps its tour.
    yield this.done(this.spoken.length > 0 ? this.stateAfter() : this.withTurn(this.input.state));
  }

  *embeddedEvents(reply = this.standIn(), facts = reply.facts): Iterable<GuideEvent> {
    for (const event of eventsOf(reply)) yield event.type === 'done' ? this.done(this.withTurn(event.state, reply.text), facts) : event;
  }

  private done(state: GuideState, facts?: QuestionFacts): GuideEvent {
    return { type: 'done', state, facts, usage: this.meter.usage() };
  }

  /** The embedded guide's answer, computed on demand, if possible while the model computes. */
  private standIn(): GuideReply {
    this.reply ??= this.options.embedded.reply(this.input.state, this.input.question);
    return this.reply;
  }

  private async *checkedSentences(signal: AbortSignal): AsyncIterable<[string, readonly NumberedPassage[]]> {
    const { state, question, retrieved, properNames } = this.input;
    const { content, embedded, check } = this.options;
    const complete = this.meter.counting(this.options.complete);
    const { museum, profile, exhibitions } = content;
    const names = [museum.name, localize(profile.guideName, retrieved.language), ...exhibitions.map(({ name }) => name)].map(nameOf);
    const isTold = embedded.indexOf(retrieved.language).vocabulary.has;
    const judge = createJudge({ ...retrieved, names, properNames, isTold }, check === 'model' ? complete : undefined);
    const tools = tourTools(content, question);
    const messages = createMessages({ content, state, question, ...retrieved, tourFacts: tourFactsOf(embedded.turnOf(state, question)) });
    const parts = complete({ messages, maxTokens: limits.tokens, ...(tools && { tools }) }, signal);
    for await (const sentence of this.sentencesIn(parts)) {
      const verdict = await judge(sentence, signal);
      if (signal.aborted) return;
      const supporting = this.passagesOf(sentence, verdict);
      if (supporting) yield [sentence.text, supporting];
    }
  }

  private async *sentencesIn(parts: AsyncIterable<CompletionPart>): AsyncIterable<QuotingSentence> {
    const cutter = createQuotationCutter();
    let isWhole = false;
    for await (const part of parts) {
      this.standIn();
      if (part.type === 'tool') this.tool ??= part;
      if (part.type === 'text') yield* this.claimsIn(cutter.push(part.text));
      isWhole ||= part.type === 'whole';
    }
    // The last sentence comes only if the model finished.
    if (isWhole) yield* this.claimsIn(cutter.end());
  }

  private claimsIn(sentences: readonly QuotingSentence[]): readonly QuotingSentence[] {
    const claims = sentences.filter(({ text }) => text !== nothingFound);
    this.hasNothing ||= claims.length < sentences.length;
    return claims;
  }

  /** Undefined for a dropped sentence, and for a sentence that refers to a dropped one and would mean something else. */
  private passagesOf({ text }: QuotingSentence, verdict: Verdict): readonly NumberedPassage[] | undefined {
    const isLeaning = this.isAfterDrop && leansBack(text);
    this.isAfterDrop = verdict.kind === 'dropped' || isLeaning;
    if (verdict.kind === 'carried' && !isLeaning) return verdict.passages;
    this.dropped.push({ reason: verdict.kind === 'dropped' ? verdict.reason : 'leaning', text });
    return undefined;
  }

  private *say(text: string, passages: readonly NumberedPassage[]): Iterable<GuideEvent> {
    const before = this.sources;
    this.sources = passages.map(sourceOf).reduce(addToSources, before);
    const sources = this.sources === before ? [] : passages.map(sourceOf).reduce<readonly Source[]>(addToSources, []);
    for (const passage of passages) this.used.set(`${passage.document} ${passage.paragraph}`, passage);
    const { room, tour } = this.spoken.length === 0 ? this.standIn() : {};
    this.spoken.push(text);
    if (sources.length > 0 || room || tour) yield { type: 'context', sources, ...(room && { room }), ...(tour && { tour }) };
    const places = passages.map(({ document, paragraph }) => ({ document, paragraph }));
    yield { type: 'text', text: `${text} `, passages: places, model: this.options.model };
  }

  /** The events after the model's sentences: `done` alone, a step of the tour, or the embedded guide's answer if no sentence was spoken. */
  private *conclude(): Iterable<GuideEvent> {
    const { state, question } = this.input;
    const step = this.tool && tourStepOf(this.tool, this.options, state, question);
    const reason = this.report(step ? 1 : this.spoken.length);
    if (step) yield* this.embeddedEvents({ ...step, facts: undefined });
    else if (reason === undefined && this.spoken.length === 0) yield* this.embeddedEvents(this.admission());
    else if (reason === undefined) yield this.done(this.stateAfter(), this.facts());
    else yield* this.embeddedEvents(this.standIn(), reason === 'unsupported' ? this.facts() : this.standIn().facts);
  }

  private admission(): GuideReply {
    const own = this.standIn();
    if (own.isUnanswered) return own;
    const { room, tour } = own;
    const admission = this.options.embedded.admit(this.input.state, this.input.question);
    const state = { ...admission.state, ...(own.state.tour && { tour: own.state.tour }) };
    return { ...admission, ...(room && { room }), ...(tour && { tour }), state };
  }

  private stateAfter(): GuideState {
    const covered = [...this.used.values()].reduce((after, one) => withCovered(after, one.document, one.paragraph), this.input.state);
    const { tour } = this.standIn().state;
    return this.withTurn({ ...covered, ...(tour && { tour }) });
  }

  /** A state with this turn in its list of turns. @param answered words after the spoken sentences */
  private withTurn(after: GuideState, answered = ''): GuideState {
    const { state, question } = this.input;
    const text = [...this.spoken, answered].join(' ').trim();
    const turn = { asked: question.text.slice(0, longestText), answered: text.slice(0, longestText) };
    return { ...after, turns: [...(state.turns ?? []), turn].slice(-mostTurns) };
  }

  private facts(): QuestionFacts | undefined {
    const { facts: found } = this.standIn();
    if (!found) return undefined;
    const { retrieved, question } = this.input;
    const { unanswered: _, ...rest } = found;
    const { nearest: id, language } = retrieved;
    const facts: QuestionFacts = { ...rest, ...(id !== undefined && { document: fileOf(this.options.content, { language, id }) }) };
    const dropped = this.dropped.map((one) => ({ ...one, text: withoutInstruction(one.text, question.instruction) }));
    if (dropped.length > 0) return { ...facts, unanswered: this.used.size > 0 ? 'shortened' : 'dropped', dropped };
    return this.used.size > 0 ? facts : { ...facts, unanswered: 'no-passage' };
  }

  /** Returns the reason why the embedded guide must answer, or undefined. */
  private report(spoken: number): AnswerReport['standIn'] {
    const { firstSentenceMs, error, dropped } = this;
    const silence = !error || error.name === 'AbortError' ? 'late' : 'failed';
    const isAnswered = spoken > 0 || (this.hasNothing && dropped.length === 0);
    const instead = dropped.length > 0 ? 'unsupported' : silence;
    const standIn = isAnswered ? undefined : instead;
    const counts: Record<string, number> = {};
    for (const { reason } of dropped) counts[reason] = (counts[reason] ?? 0) + 1;
    this.options.onAnswer({
      ...{ museum: this.options.content.museum._id, spoken, dropped: counts, usage: this.meter.usage() },
      ...(standIn && { standIn }),
      ...(error && { error: `${error.name}: ${error.message}`.slice(0, 200) }),
      ...(firstSentenceMs !== undefined && { firstSentenceMs }),
    });
    return standIn;
  }
}

const sourceOf = ({ document, title, paragraph }: NumberedPassage): Source => ({ title, document, paragraphs: [paragraph + 1] });
