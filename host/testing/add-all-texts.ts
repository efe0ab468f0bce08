import type { I18n } from '@enfilade/shared-contracts/i18n/i18n';
import { texts as end } from '../end/texts/texts.ts';
import { texts as group } from '../group/texts/texts.ts';
import { texts as kiosk } from '../kiosk/texts/texts.ts';
import { texts as settings } from '../settings/texts/texts.ts';
import { addTexts } from '../texts/late-part.ts';
import { texts as host } from '../texts/texts.ts';

export function addAllTexts(i18n: I18n): void {
  for (const [part, texts] of Object.entries({ host, end, group, kiosk, settings })) addTexts(i18n, part, texts);
}
