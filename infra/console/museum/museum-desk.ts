import type { DefaultOverview, Overview } from '../model/shapes.ts';
import type { Tools } from '../tools.ts';
import type { Details } from './use-details.ts';

/** What the sections of a museum's page share. */
export interface MuseumDesk {
  /** `*` for the default. */
  museumId: string;
  /** Whom a change concerns, as the beginning of a sentence. */
  whom: string;
  running: DefaultOverview;
  overview: Overview;
  details: Details;
  tools: Tools;
  /** Asks for everything anew; resolves when it is there. */
  reload(): Promise<unknown>;
}
