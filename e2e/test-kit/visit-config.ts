import { defaultVisitConfig, type VisitConfig } from '@enfilade/shared-contracts/visit/visit-config';
import type { BrowserContext } from '@playwright/test';

/** Stores the choices of an earlier visit in every page of the context, unless the page has stored others. */
export async function rememberVisitConfig(context: BrowserContext, chosen: Partial<VisitConfig>): Promise<void> {
  await context.addInitScript(
    (stored) => {
      if (!localStorage.getItem('visitConfig')) localStorage.setItem('visitConfig', stored);
    },
    JSON.stringify({ ...defaultVisitConfig, ...chosen }),
  );
}
