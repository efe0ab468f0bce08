import { randomUUID } from 'node:crypto';
import type { Generated } from '@enfilade/shared-contracts/api/schemas';
import { type Clock, createTimer } from '@enfilade/shared-contracts/kit/clock';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import type { FastifyBaseLogger } from 'fastify';
import { type GuideEvent, originOf } from '../guide/guide-state.ts';
import { languageData } from '../guide/language/language-data.ts';
import type { AppMessage, CallPlan } from './call-plan.ts';
import type { SpeechOutput } from './speaking/speaking.ts';
import type { GuideStatement, StatementResult } from './speaking/turn-sound.ts';

/** Times in ms since the epoch. */
interface RecordedMessage {
  role: 'system' | 'user' | 'bot';
  message: string;
  time: number;
  endTime: number;
  secondsFromStart: number;
  duration?: number;
  source?: string;
}

/** Without the assistant's instruction, because browsers receive the record. Emitted whole after each change. */
function createConversationRecord({ clock, emit }: Pick<DialogueOptions, 'clock' | 'emit'>) {
  const startedAt = clock.now();
  const messages: RecordedMessage[] = [];
  const emitUpdate = () => {
    const conversation = messages.map(({ role, message }) => ({ role: role === 'bot' ? 'assistant' : role, content: message }));
    emit('conversation-update', { messages, conversation, messagesOpenAIFormatted: conversation });
  };
  return {
    emitUpdate,
    add({ role, text, durationMs = 0, source }: { role: RecordedMessage['role']; text: string; durationMs?: number; source?: string }) {
      const endTime = clock.now();
      const time = endTime - durationMs;
      messages.push({
        ...{ role, message: text, time, endTime, secondsFromStart: (time - startedAt) / 1000 },
        ...(durationMs > 0 && { duration: durationMs }),
        ...(source !== undefined && { source }),
      });
      emitUpdate();
    },
  };
}

export type Dialogue = ReturnType<typeof createDialogue>;

export interface DialogueOptions {
  plan: Pick<CallPlan, 'assistant' | 'language' | 'firstMessage' | 'carriesVideo'>;
  clock: Clock;
  output: SpeechOutput;
  emit(type: string, body: object): void;
  answer(text: string, signal: AbortSignal): AsyncIterable<GuideEvent>;
  onCut(played: string): void;
  log: FastifyBaseLogger;
  end(reason: string): void;
}

/** Delay before the tour's question is repeated to a silent visitor. Most answers come within ten seconds. */
const askAgainMs = 45_000;

/** A recorded call begins with its recording, or without a recording after this time. */
const recordingLimitMs = 3000;

function emitContext(
  emit: DialogueOptions['emit'],
  question: string,
  { sources, room, tour }: Extract<GuideEvent, { type: 'context' }>,
): void {
  const [id, name] = [`call_${randomUUID()}`, 'guide_context'];
  const toolCall = { id, type: 'function', function: { name, arguments: JSON.stringify({ question }) } };
  emit('tool-calls', { toolCallList: [toolCall], toolWithToolCallList: [{ type: 'function', function: { name }, toolCall }] });
  const result = JSON.stringify({ sources, ...(room && { room }), ...(tour && { tour }) });
  emit('tool-calls-result', { toolCallResult: { toolCallId: id, name, result } });
}

/** Repeats the tour's question once, if the visitor says nothing after an answer that ended with the question. */
function createAskAgain(clock: Clock, say: (text: string) => void) {
  let isAsking = false;
  let question: string | undefined;
  const silence = createTimer(clock);
  return {
    onAnswer(event: GuideEvent) {
      if (event.type === 'context') isAsking = event.tour?.asks !== undefined;
      if (event.type === 'text') question = isAsking ? splitSentences(event.text).at(-1) : undefined;
    },
    onSaid() {
      const asked = question;
      question = undefined;
      if (asked?.endsWith('?')) silence.start(askAgainMs, () => say(asked));
    },
    onVisitor() {
      silence.stop();
      isAsking = false;
      question = undefined;
    },
  };
}

export function createDialogue({ plan, clock, output, emit, answer, onCut, log, end }: DialogueOptions) {
  const record = createConversationRecord({ clock, emit });
  let hasBegun = false;
  const isSaid = { greeting: false, otherVoice: false };
  const recordingLimit = createTimer(clock);
  let answering = new AbortController();
  /** The running answers, one after the other, because each needs the state of the previous one, also of an interrupted one. */
  let answered: Promise<void> = Promise.resolve();

  const say = (text = '', more: Partial<GuideStatement> = {}) => {
    if (text.trim()) output.say({ text, source: 'force-say', isInterruptible: true, endsCall: false, ...more });
  };

  const askAgain = createAskAgain(clock, say);

  const interrupt = () => {
    answering.abort();
    output.interrupt();
  };

  const greet = () => {
    recordingLimit.stop();
    if (isSaid.greeting || !hasBegun) return;
    isSaid.greeting = true;
    say(plan.firstMessage);
  };

  const respond = async (asked: string, signal: AbortSignal) => {
    const turnId = randomUUID();
    let speaking: ReturnType<SpeechOutput['open']> | undefined;
    const sayPart = (text: string, generated: Generated) => {
      for (const word of text.match(/\S+\s*/g) ?? []) emit('model-output', { output: word, turnId });
      speaking ??= output.open({ source: 'model', isInterruptible: true, endsCall: false, turnId, generated });
      speaking.add(text);
    };
    for await (const event of answer(asked, signal)) {
      if (signal.aborted) continue;
      askAgain.onAnswer(event);
      if (event.type === 'context') emitContext(emit, asked, event);
      if (event.type === 'text') sayPart(event.text, originOf(event));
    }
    speaking?.end();
  };
  const startAnswer = (asked: string) => {
    askAgain.onVisitor();
    answering.abort();
    answering = new AbortController();
    const { signal } = answering;
    answered = answered
      .then(() => respond(asked, signal))
      .catch((error: unknown) => log.error({ err: error }, 'A question of a call failed and gets no answer'));
  };

  return {
    begin() {
      hasBegun = true;
      emit('status-update', { status: 'in-progress' });
      emit('assistant.started', { newAssistant: plan.assistant });
      record.emitUpdate();
      if (plan.carriesVideo) recordingLimit.start(recordingLimitMs, greet);
      else greet();
    },
    hasBegun: () => hasBegun,
    greet,
    onVisitorSpeech() {
      askAgain.onVisitor();
      const current = output.current();
      if (!current?.isInterruptible) return;
      emit('user-interrupted', current.turnId === undefined ? {} : { turnId: current.turnId });
      interrupt();
    },
    onVisitorText(text: string) {
      emit('transcript', { role: 'user', transcriptType: 'final', transcript: text });
      record.add({ role: 'user', text });
      startAnswer(text);
    },
    addMessage({ message: { role, content }, triggerResponseEnabled }: Extract<AppMessage, { type: 'add-message' }>) {
      if (!content.trim()) return;
      record.add({ role: recordedRoles[role], text: content });
      if (!triggerResponseEnabled || role !== 'user' || !hasBegun) return;
      // A typed question interrupts the earlier answer.
      interrupt();
      startAnswer(content);
    },
    say({ message, content, endCallAfterSpoken, interruptionsEnabled }: Extract<AppMessage, { type: 'say' }>) {
      if (hasBegun) say(message ?? content, { isInterruptible: interruptionsEnabled, endsCall: endCallAfterSpoken });
    },
    onOtherVoice() {
      if (!isSaid.otherVoice) say(languageData[plan.language].phrases.otherVoice);
      isSaid.otherVoice = true;
    },
    onSaid({ statement: { source, endsCall }, playedText, isWhole, durationMs }: StatementResult) {
      if (playedText) record.add({ role: 'bot', text: playedText, durationMs, source });
      if (source === 'model' && !isWhole) onCut(playedText);
      if (source === 'model' && isWhole) askAgain.onSaid();
      if (endsCall && isWhole) end('assistant-ended-call-after-message-spoken');
    },
    stop() {
      recordingLimit.stop();
      askAgain.onVisitor();
      answering.abort();
    },
  };
}

const recordedRoles = { user: 'user', assistant: 'bot', system: 'system', tool: 'system', function: 'system' } as const;
