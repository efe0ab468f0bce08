import type { I18n } from '../i18n/i18n.ts';
import type { Clock } from '../kit/clock.ts';
import type { VisitorSession } from '../visit/session.ts';

/** The console has no museum, visit or conversation. */
export interface OperatorProps {
  /** For language and theme, which operators and visitors of the same browser share. */
  session: VisitorSession;
  i18n: I18n;
  clock: Clock;
  /** The page's own `fetch`, because the gateway client does not cover the registry. */
  fetch(url: string, options: RequestInit): Promise<Response>;
  /** The query of the address with its `?`, or an empty text. */
  search: string;
  /** Navigates to another query of the same address, with a new history entry. */
  go(search: string): void;
}
