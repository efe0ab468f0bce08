/** Who is shown in the transcript. */
export type Shown = 'both' | 'guide';

/** What the visitor has on the table during a visit, beside what was said. */
export interface VisitNotes {
  shown: Shown;
  /** The last questions put before the visitor, newest last. */
  asked: readonly string[];
  /** Typed and not sent. */
  draft: string;
  /** The captions card is shown. */
  isCaptioned: boolean;
  /** Knows that the guide is an AI, and who listens: chose to speak with it in this visit. */
  isVoiceAgreed: boolean;
  /** Was told where the sound comes from. */
  isSoundKnown: boolean;
  /** When the visit began, in ms since the epoch. */
  startedAt?: number;
}

const emptyNotes: VisitNotes = { shown: 'both', asked: [], draft: '', isCaptioned: true, isVoiceAgreed: false, isSoundKnown: false };

/** Nothing of ours is longer; what is has been put there by somebody else. */
const textLimit = 20_000;

/** The notes in a stored text; each part that is none of ours is empty. */
export function parseNotes(text: string | null): VisitNotes {
  if (text === null || text.length > textLimit) return emptyNotes;
  const stored = parseRecord(text);
  const { shown, asked, draft, isCaptioned, isVoiceAgreed, isSoundKnown, startedAt } = stored;
  return {
    shown: shown === 'guide' ? 'guide' : 'both',
    asked: Array.isArray(asked) && asked.every((each) => typeof each === 'string' && each.length <= 200) ? asked.slice(-9) : [],
    draft: typeof draft === 'string' ? draft : '',
    isCaptioned: isCaptioned !== false,
    isVoiceAgreed: isVoiceAgreed === true,
    isSoundKnown: isSoundKnown === true,
    ...(typeof startedAt === 'number' && Number.isFinite(startedAt) && { startedAt }),
  };
}

function parseRecord(text: string): Partial<Record<keyof VisitNotes, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
