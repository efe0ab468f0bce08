import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { OperatorsClient } from './effects/operators-client.ts';
import type { Formats } from './model/formats.ts';
import type { Place } from './model/place.ts';

/** What every page of the console works with. */
export interface Tools {
  client: OperatorsClient;
  clock: Clock;
  t: Translate;
  language: Language;
  formats: Formats;
  go(place: Place): void;
}
