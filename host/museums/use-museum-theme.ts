import { safeStorage } from '@enfilade/shared-contracts/kit/storage';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import { houseTheme } from '@enfilade/shared-contracts/museum/theme';
import { themeTokens } from '@enfilade/shared-contracts/museum/theme-tokens';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import { shownMuseumKey } from '@enfilade/shared-contracts/visit/stored-names';
import { useLayoutEffect } from 'react';
import type { StoredMuseum } from '../offline/stored-visit.ts';

const storage = safeStorage(() => window.sessionStorage);

/** Also stores the theme and the guide's name for the offline page (host/offline/stored-visit.ts), which has no network. */
export function useMuseumTheme(museum: Museum | undefined, { session }: { session: VisitorSession }, guideName?: string): void {
  const mode = useStore(session.store, (state) => state.themeMode);
  const contrast = useStore(session.store, (state) => state.settings.contrast);
  useLayoutEffect(() => {
    const page = document.documentElement;
    page.dataset['theme'] = mode;
    // If no museum is known, the stylesheet's neutral palette applies.
    const tokens = museum ? themeTokens(museum.theme ?? houseTheme, mode, contrast) : {};
    for (const [name, value] of Object.entries(tokens)) page.style.setProperty(name, value);
    if (museum) document.title = museum.name;
    if (museum && guideName)
      storage.writeJson(shownMuseumKey, { id: museum._id, name: museum.name, guideName, tokens } satisfies StoredMuseum);
    return () => {
      for (const name of Object.keys(tokens)) page.style.removeProperty(name);
    };
  }, [museum, mode, contrast, guideName]);
}
