type IsKnown = (address: string) => boolean;

interface TrustedTypesFactory {
  createPolicy(name: string, rules: { createScriptURL(address: string): string | null }): unknown;
}

const knowns = new Set<IsKnown>();
/** What the policy was created by. */
let creator: TrustedTypesFactory | undefined;

/**
 * Lets scripts load whose library sets a plain string as their address, which the page refuses (Trusted Types): the page's one
 * default policy asks each that was given here. All else stays refused.
 * @param isKnown of a whole address, without `..`
 * @returns ends it
 */
export function allowScripts(isKnown: IsKnown): () => void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypesFactory };
  if (trustedTypes && trustedTypes !== creator) {
    creator = trustedTypes;
    const rules = { createScriptURL: (address: string) => (isAllowed(address) ? address : null) };
    try {
      trustedTypes.createPolicy('default', rules);
    } catch {
      // The page has a default policy already, or allows none: then the browser decides about the script.
    }
  }
  knowns.add(isKnown);
  return () => knowns.delete(isKnown);
}

function isAllowed(address: string): boolean {
  const whole = new URL(address, document.baseURI).href;
  return [...knowns].some((isKnown) => isKnown(whole));
}
