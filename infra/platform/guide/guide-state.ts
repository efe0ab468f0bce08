import type { Room, Source } from '@enfilade/shared-contracts/api/schemas';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { VisitConfig } from '@enfilade/shared-contracts/visit/visit-config';

/** What a conversation leaves behind for its next turn. Plain data: a chat keeps it, the guide never does. */
export interface GuideState {
  /** The document of the last grounded answer and the paragraphs told of it, by position. */
  readonly told?: { readonly document: string; readonly paragraphs: readonly number[] };
  /** Id of the tour's room, from the profile. */
  readonly roomId?: string;
}

export const newGuideState: GuideState = {};

/** What the visitor asked, and the part of the visit an answer depends on. */
export interface GuideQuestion {
  text: string;
  language: Language;
  visitMode: VisitConfig['visitMode'];
  exhibitionId?: string | undefined;
  /** As chosen: "5", "time.5". */
  time?: string | undefined;
  /** As chosen: "kids", "visitorType.kids". */
  visitorType?: string | undefined;
  /** As chosen: "contemplative", "style.contemplative". */
  style?: string | undefined;
}

export interface GuideAnswer {
  state: GuideState;
  text: string;
  /** Empty for small talk and where the guide does not know. */
  sources: Source[];
  room?: Room;
}
