import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import { choiceKeys, cookieNames } from '@enfilade/shared-contracts/visit/stored-names';
import { formatCookie } from '@enfilade/shared-contracts/visit/visit-cookies';
import { forgetVisit, hasCookie } from '../end/forget-visit.ts';
import type { HostServices } from '../screens/host-services.ts';

type Forgetting = Pick<HostServices, 'session' | 'conversation' | 'api'>;
type KioskPage = { document: Document; window: Pick<Window, 'sessionStorage' | 'localStorage' | 'isSecureContext'> };

/**
 * Forgets a kiosk's visitor: the visit, here and at the site, and what was chosen in it, so that language and settings are the
 * museum's again. What stays in the browser is of releases (hung versions, the last good set) and says nothing of anybody.
 * @returns whether nothing of it was found afterwards
 */
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
    // Storage is blocked: then nothing is stored.
    return !asked || asked.site;
  }
}
