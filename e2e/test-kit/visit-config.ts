import { defaultVisitConfig, type VisitConfig } from '@enfilade/shared-contracts/visit/visit-config';
import type { BrowserContext } from '@playwright/test';

/** Choices that the page itself has stored stay. */
export async function rememberVisitConfig(context: BrowserContext, chosen: Partial<VisitConfig>): Promise<void> {
  await context.addInitScript(
    (stored) => {
      if (!localStorage.getItem('visitConfig')) localStorage.setItem('visitConfig', stored);
    },
    JSON.stringify({ ...defaultVisitConfig, ...chosen }),
  );
}
