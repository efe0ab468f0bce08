import { safeStorage } from '@enfilade/shared-contracts/kit/storage';
import { cookieNames, shownMuseumKey } from '@enfilade/shared-contracts/visit/stored-names';
import { pickFirst } from '@enfilade/shared-contracts/visit/visit-cookies';
import { parseId, type Surroundings } from './stored-conversation.ts';

/** Written by `useMuseumTheme` for the museum that this tab showed last. */
export interface StoredMuseum {
  id: string;
  name: string;
  guideName: string;
  tokens: Record<string, string>;
}

/** Returns only the colours of the tokens, because the offline page has no fonts. */
export function readStoredMuseum({
  window,
  cookie,
  address,
}: Pick<Surroundings, 'window' | 'cookie' | 'address'>): StoredMuseum | undefined {
  const museumId = address.get('museum') ?? pickFirst(cookie, cookieNames.museumId, parseId);
  const { id, name, guideName, tokens } = Object(safeStorage(() => window.sessionStorage).readJson(shownMuseumKey));
  if (museumId === undefined || id !== museumId || typeof name !== 'string' || typeof guideName !== 'string') return undefined;
  const colours = Object.entries(Object(tokens)).filter(
    (token): token is [string, string] => /^--[a-z-]+$/.test(token[0]) && /^#[0-9a-f]{6}$/.test(String(token[1])),
  );
  return { id, name, guideName, tokens: Object.fromEntries(colours) };
}
