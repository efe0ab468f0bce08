import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import { choiceKeys, cookieNames } from '@enfilade/shared-contracts/visit/stored-names';
import { formatCookie } from '@enfilade/shared-contracts/visit/visit-cookies';
import { forgetVisit, hasCookie } from '../end/forget-visit.ts';
import type { HostServices } from '../screens/host-services.ts';

type Forgetting = Pick<HostServices, 'session' | 'conversation' | 'api'>;
type KioskPage = { document: Document; window: Pick<Window, 'sessionStorage' | 'localStorage' | 'isSecureContext'> };

/** Data of releases stays, because it is not personal. @returns whether a check afterwards found no data of the visit */
export async function forgetVisitor(
  { session, conversation, api }: Forgetting,
  page: KioskPage,
  museumId: EntityId | undefined,
): Promise<boolean> {
  conversation.stop('kiosk');
  const asked = museumId && (await forgetVisit({ museumId, api, session, page }));
  const { document, window } = page;
  try {
    for (const key of choiceKeys) window.localStorage.removeItem(key);
    document.cookie = formatCookie(cookieNames.language, undefined, window.isSecureContext);
    const isLeft = choiceKeys.some((key) => window.localStorage.getItem(key) !== null) || hasCookie(document, cookieNames.language);
    return !isLeft && (!asked || (asked.cookies && asked.device && asked.site));
  } catch {
    // If storage is blocked, nothing is stored.
    return !asked || asked.site;
  }
}
