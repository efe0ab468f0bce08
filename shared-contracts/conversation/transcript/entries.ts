import type { Generated, Source } from '../../api/schemas.ts';
import type { Language } from '../../i18n/language.ts';
import type { Speaker, Turn } from '../conversation.ts';
import type { Progress } from '../progress.ts';
import { toPlainText } from './plain-text.ts';

export interface Entry {
  key: string;
  /** Counts from 1 through the whole visit. */
  number: number;
  turn: number;
  speaker: Speaker;
  /** Markdown if `isMarkdown`. */
  text: string;
  isMarkdown?: boolean | undefined;
  language?: Language | undefined;
  sources: readonly Source[];
  /** Numbers of documents, from 1 in the order of their first mention in the conversation. */
  sourceNumbers?: readonly number[];
  state: Turn['state'];
  /** The value of an answer's `data-generated`. */
  generated?: string | undefined;
  /** Only for a complete answer of the chat. */
  messageId?: string | undefined;
}

/** Entries are made again if the numbers before the turn have changed. */
const known = new WeakMap<Turn, { entries: readonly Entry[]; said: number; documents: number }>();

/** An unchanged turn gives the same objects, so they are not rendered again. */
export function listEntries(turns: readonly Turn[]): Entry[] {
  const entries: Entry[] = [];
  const numbers = new Map<string, number>();
  for (const turn of turns) {
    const before = { said: entries.length, documents: numbers.size };
    for (const { document } of turn.sources) if (!numbers.has(document)) numbers.set(document, numbers.size + 1);
    const cached = known.get(turn);
    const isKnown = cached?.said === before.said && cached.documents === before.documents;
    const own = isKnown ? cached.entries : entriesOf(turn, before.said + 1, numbers);
    known.set(turn, { ...before, entries: own });
    entries.push(...own);
  }
  return entries;
}

function entriesOf(turn: Turn, number: number, numbers: ReadonlyMap<string, number>): Entry[] {
  const { id, question, answer, isMarkdown, opening, language, sources, state, messageId } = turn;
  const entries: Entry[] = [];
  const common = { turn: id, language };
  if (question !== undefined)
    entries.push({ ...common, key: `${id}:visitor`, number, speaker: 'visitor', text: question, sources: noSources, state: 'complete' });
  if (answer !== undefined) {
    const sourceNumbers = sources.map(({ document }) => numbers.get(document) ?? 0);
    const own = { isMarkdown, sources, sourceNumbers, state, messageId, generated: generatedMark(turn) };
    entries.push({ ...common, ...own, key: answerKey({ id, opening }), number: number + entries.length, speaker: 'guide', text: answer });
  }
  return entries;
}

/** `data-generated` is the machine-readable mark of generated text: `quotation`, `model` or `model <its name>`. */
export function generatedMark({ generated }: { generated?: Generated } = {}): string | undefined {
  return generated && [generated.kind, generated.model].filter(Boolean).join(' ');
}

const noSources: readonly Source[] = [];

/** The key also identifies the reading aloud of the answer. */
const answerKey = ({ id, opening }: { id: number; opening?: Turn['opening'] | undefined }) => `${id}:${opening ?? 'guide'}`;

export const plainTextOf = ({ text, isMarkdown }: Pick<Entry, 'text' | 'isMarkdown'>): string => (isMarkdown ? toPlainText(text) : text);

/** `generated` is the value of `data-generated`. */
export type Announcement = { kind: 'none' } | { kind: 'thinking' } | { kind: 'answer'; text: string; generated?: string | undefined };

type Said = Pick<Entry, 'speaker' | 'state' | 'text' | 'isMarkdown' | 'generated'>;

/** An incomplete last answer is not announced yet. */
export function countAnnounced(said: readonly Said[]): number {
  return said.at(-1)?.state === 'complete' ? said.length : Math.max(0, said.length - 1);
}

/** An arriving answer is not announced, because screen readers would read the answer in pieces. */
export function pickAnnouncement(said: readonly Said[], progress: Progress, announcedBefore: number): Announcement {
  if (progress === 'thinking') return { kind: 'thinking' };
  const last = said.at(-1);
  const isNewAnswer = last?.speaker === 'guide' && last.state === 'complete' && said.length > announcedBefore;
  return isNewAnswer ? { kind: 'answer', text: plainTextOf(last), generated: last.generated } : { kind: 'none' };
}
