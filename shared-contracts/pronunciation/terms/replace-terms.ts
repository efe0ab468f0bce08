import { isEdge } from './word-edge.ts';

/** What stands from some index to `end` becomes `by`. */
export interface Replacement {
  by: string;
  end: number;
}

/** What a rule may look at before its term. */
export function textBefore(text: string, start: number): string {
  return text.slice(Math.max(0, start - lookBackLength), start);
}

const lookBackLength = 64;

/** Reads the text once from left to right: what was put in is never looked at again. */
export function replaceTerms(text: string, findAt: (start: number) => Replacement | undefined): string {
  let result = '';
  let kept = 0;
  for (let start = 0; start < text.length; ) {
    const found = isEdge(text, start) ? findAt(start) : undefined;
    if (found) {
      result += text.slice(kept, start) + found.by;
      kept = found.end;
    }
    start = found ? found.end : start + 1;
  }
  return result + text.slice(kept);
}
