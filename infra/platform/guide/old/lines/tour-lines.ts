import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { englishReplies } from './english-replies.ts';
import { englishWay } from './english-way.ts';
import { frenchReplies } from './french-replies.ts';
import { frenchWay } from './french-way.ts';
import { germanReplies } from './german-replies.ts';
import { germanWay } from './german-way.ts';
import type { LineId } from './line-id.ts';

/** Everything the guide says on a tour in its own words. */
export const tourLines: Readonly<Record<Language, Readonly<Record<LineId, readonly string[]>>>> = {
  en: { ...englishWay, ...englishReplies },
  de: { ...germanWay, ...germanReplies },
  fr: { ...frenchWay, ...frenchReplies },
};
