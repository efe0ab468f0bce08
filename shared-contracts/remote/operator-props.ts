import type { I18n } from '../i18n/i18n.ts';
import type { Clock } from '../kit/clock.ts';
import type { VisitorSession } from '../visit/session.ts';

/** Everything the operators' console receives: no museum, no visit, no conversation. */
export interface OperatorProps {
  /** For language and theme, which an operator shares with the visitor of the same browser. */
  session: VisitorSession;
  i18n: I18n;
  clock: Clock;
  /** The page's own `fetch`: the console calls the registry, which the screens' gateway client does not cover. */
  fetch(url: string, options: RequestInit): Promise<Response>;
  /** The query of the address, with its `?`, or empty. */
  search: string;
  /** Goes to another query of the same address, as a new entry of the history. */
  go(search: string): void;
}
