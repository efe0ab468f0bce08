import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import { choiceKeys, conversationKey, cookieNames, kioskKey, visitCookies } from '@enfilade/shared-contracts/visit/stored-names';
import { formatCookie } from '@enfilade/shared-contracts/visit/visit-cookies';

/** Each part is read back after the deletion. */
interface Forgotten {
  cookies: boolean;
  device: boolean;
  site: boolean;
}

interface ForgetOptions {
  /** Undefined if no visit has begun at the site. */
  museumId: EntityId | undefined;
  api: Pick<GuideApi, 'forgetVisit'>;
  session: Pick<VisitorSession, 'forget'>;
  /** On a kiosk, language and settings are deleted too. Data of releases stays, because it is not personal. */
  isKiosk: boolean;
}

/** Never rejects: the result names what remains, and the caller may try again. */
export async function forgetVisit({ museumId, api, session, isKiosk }: ForgetOptions): Promise<Forgotten> {
  const keys = isKiosk ? [conversationKey, ...choiceKeys] : [conversationKey];
  // Only the site's response deletes the visitor's number.
  const cookies = [...(museumId === undefined ? [] : visitCookies), ...(isKiosk ? [cookieNames.language] : [])];
  session.forget();
  if (isKiosk) document.cookie = formatCookie(cookieNames.language, undefined, window.isSecureContext);
  attempt(() => {
    const kiosk = window.sessionStorage.getItem(kioskKey);
    window.sessionStorage.clear();
    if (kiosk) window.sessionStorage.setItem(kioskKey, kiosk);
    for (const key of keys) window.localStorage.removeItem(key);
  });
  const answered = museumId === undefined ? Promise.resolve() : api.forgetVisit(museumId);
  const site = await answered.then(
    () => true,
    () => false,
  );
  return {
    cookies: attempt(() => !cookies.some(hasCookie)) ?? true,
    device: attempt(() => isEmpty(window.sessionStorage) && keys.every((key) => window.localStorage.getItem(key) === null)) ?? true,
    site,
  };
}

const hasCookie = (name: string) => new RegExp(`(?:^|;\\s*)${name}=[^;]`).test(document.cookie);

/** The tab's mark as a kiosk is not part of a visit. */
const isEmpty = (storage: Storage) => storage.length === (storage.getItem(kioskKey) ? 1 : 0);

/** If storage is blocked, nothing is stored, and the result is undefined. */
function attempt<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
