import type { HeardParagraphs, TourPosition } from './tour-plan.ts';

const phases = ['before', 'under-way', 'over'] as const;
const questions = ['begin', 'next-room', 'next-stop', 'more'] as const;

/** Another transport or device needs this state to continue a tour. */
export interface TourMark extends TourPosition {
  phase: (typeof phases)[number];
  asks?: (typeof questions)[number] | undefined;
  spentSeconds: number;
  heard: HeardParagraphs;
}

/** Paragraphs of a document are bits of an integer. */
const mostParagraphs = 30;
const mostDocuments = 40;

const idPattern = '[a-z0-9][a-z0-9.-]*';
const markPattern = new RegExp(
  `^(?<phase>${phases.join('|')}) (?<asks>${questions.join('|')}|-) (?<room>\\d{1,2}) (?<spent>\\d{1,5}) (?<told>-|${idPattern}(?:,${idPattern})*) (?<heard>-|${idPattern}:[0-9a-f]{1,8}(?:,${idPattern}:[0-9a-f]{1,8})*)$`,
);

/** One line: `under-way next-stop 1 430 vestibule,portraits vestibule:3f,portraits:3`. */
export function formatTourMark({ phase, asks = undefined, room, spentSeconds, told, heard }: TourMark): string {
  const bits = (paragraphs: readonly number[]) =>
    paragraphs.filter((at) => at >= 0 && at < mostParagraphs).reduce((sum, at) => sum | (1 << at), 0);
  const documents = heard.slice(-mostDocuments).map(({ document, paragraphs }) => `${document}:${bits(paragraphs).toString(16)}`);
  const ids = told.slice(-mostDocuments);
  return [phase, asks ?? '-', room, Math.min(spentSeconds, 99_999), ids.join() || '-', documents.join() || '-'].join(' ');
}

const tourLine = /^(?:\[room [^\n\]]*\]\n)?\[tour ([^\n\]]*)\]/;

export const tourInSummary = (summary = ''): TourMark | undefined => parseTourMark(tourLine.exec(summary)?.[1] ?? '');

export function parseTourMark(mark: string): TourMark | undefined {
  const found = markPattern.exec(mark)?.groups;
  if (!found) return undefined;
  const listed = (text = '-') => (text === '-' ? [] : text.split(','));
  const heard = listed(found['heard']).map((one) => {
    const [document = '', bits = '0'] = one.split(':');
    const number = Number.parseInt(bits, 16);
    return { document, paragraphs: Array.from({ length: mostParagraphs }, (_, at) => at).filter((at) => number & (1 << at)) };
  });
  return {
    phase: found['phase'] as TourMark['phase'],
    asks: questions.find((asks) => asks === found['asks']),
    room: Number(found['room']),
    told: listed(found['told']),
    spentSeconds: Number(found['spent']),
    heard,
  };
}
