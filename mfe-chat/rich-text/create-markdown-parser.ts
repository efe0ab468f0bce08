import type { ReadableStore } from '@enfilade/shared-contracts/kit/store';
import type { parseMarkdown } from './parse-markdown.ts';

type Parse = typeof parseMarkdown;

/** The parser once it has come; undefined before. */
export interface MarkdownParser extends ReadableStore<Parse | undefined> {
  /** Fetches it unless it is here or on its way. One that could not be had is fetched again at the next call. */
  fetch(): void;
}

export function createMarkdownParser(load: () => Promise<Parse>): MarkdownParser {
  const listeners = new Set<(parse: Parse, before: undefined) => void>();
  let parse: Parse | undefined;
  let isOnItsWay = false;
  const take = (loaded: Parse) => {
    parse = loaded;
    for (const tell of listeners) tell(loaded, undefined);
  };
  return {
    getState: () => parse,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    fetch() {
      if (parse || isOnItsWay) return;
      isOnItsWay = true;
      load()
        .then(take)
        // Plain words stay in its place.
        .catch(() => undefined)
        .finally(() => {
          isOnItsWay = false;
        });
    },
  };
}

/** One a page. */
export const markdownParser = createMarkdownParser(() =>
  import(/* webpackChunkName: "markdown" */ './parse-markdown.ts').then(({ parseMarkdown: parse }) => parse),
);
