import { defaultVisitConfig, type VisitConfig } from '@enfilade/shared-contracts/visit/visit-config';
import type { BrowserContext } from '@playwright/test';

/** What the visitor chose on an earlier visit, in every page of the context; what is chosen in the test replaces it. */
export async function rememberVisitConfig(context: BrowserContext, chosen: Partial<VisitConfig>): Promise<void> {
  await context.addInitScript(
    (stored) => {
      if (!localStorage.getItem('visitConfig')) localStorage.setItem('visitConfig', stored);
    },
    JSON.stringify({ ...defaultVisitConfig, ...chosen }),
  );
}
