import type { TransportEvent } from '../transport.ts';
import type { Answer } from './answer.ts';
import { type GuideMessage, type GuideMessageType, parseGuideMessage } from './guide-message.ts';
import type { GuideVoice } from './guide-voice.ts';

/** What a message may touch. */
interface CallEar {
  /** To the turn that is up now. */
  answer(): Answer;
  guide: GuideVoice;
  tell(event: TransportEvent): void;
  isVisitorSpeaking(): boolean;
  setVisitorSpeaking(isSpeaking: boolean): void;
  countUsers(count: number): void;
}

const hearers: { readonly [Type in GuideMessageType]: (ear: CallEar, message: GuideMessage<Type>) => void } = {
  transcript(ear, { role, transcript, transcriptType }) {
    if (role === 'assistant') ear.answer().hearGuide(transcript, transcriptType === 'final');
    else hearVisitor(ear, transcript, transcriptType === 'final');
  },
  'assistant.speechStarted': (ear, message) => ear.answer().hearPlan(message),
  'speech-update'(ear, { role, status }) {
    if (role === 'assistant') hearGuideUpdate(ear, status === 'started');
    else hearVisitorUpdate(ear, status === 'started');
  },
  'conversation-update'(ear, message) {
    ear.answer().hearConversation(message);
    ear.countUsers(message.userCount);
  },
  'tool-calls-result': (ear, { toolCallResult }) => ear.answer().hearContext(toolCallResult.result),
  'status-update'(ear, { status, endedReason }) {
    if (status === 'ended') ear.tell({ type: 'ended', reason: endedReason ?? 'ended' });
  },
  hang: (ear) => ear.tell({ type: 'hang' }),
};

/** Takes in a message of the guide's side; what is not understood is passed over. */
export function hearMessage(raw: unknown, ear: CallEar): void {
  const message = parseGuideMessage(raw);
  if (message) (hearers[message.type] as (ear: CallEar, message: GuideMessage) => void)(ear, message);
}

function hearGuideUpdate(ear: CallEar, isStart: boolean): void {
  ear.guide.setSpeaking(isStart);
  // An answer says that the visitor's turn is over, where nothing else did.
  if (isStart && ear.answer().isListening && !ear.isVisitorSpeaking()) ear.tell({ type: 'visitor-speech-ended' });
  if (isStart) ear.answer().hearStart();
  else ear.answer().hearStop();
}

function hearVisitorUpdate(ear: CallEar, isStart: boolean): void {
  ear.setVisitorSpeaking(isStart);
  ear.tell({ type: isStart ? 'visitor-speech-started' : 'visitor-speech-ended' });
}

/** A recogniser tells words alone: the first one raises the turn and the last one finishes it. */
function hearVisitor(ear: CallEar, transcript: string, isFinal: boolean): void {
  if (!isFinal && transcript.trim() !== '' && ear.answer().isHeardOut) ear.tell({ type: 'visitor-speech-started' });
  ear.answer().hearVisitor(transcript, isFinal);
  if (isFinal && ear.answer().isListening && !ear.isVisitorSpeaking()) ear.tell({ type: 'visitor-speech-ended' });
}
