type IsKnown = (address: string) => boolean;

interface TrustedTypesFactory {
  createPolicy(name: string, rules: { createScriptURL(address: string): string | null }): unknown;
}

const knowns = new Set<IsKnown>();
/** The factory that created the policy. */
let creator: TrustedTypesFactory | undefined;

/**
 * Allows scripts whose library sets a plain string as their URL, which Trusted Types refuse. The page's
 * default policy asks every `isKnown`, and refuses other scripts.
 * @param isKnown checks a script's absolute URL, without `..`
 * @returns removes `isKnown`
 */
export function allowScripts(isKnown: IsKnown): () => void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypesFactory };
  if (trustedTypes && trustedTypes !== creator) {
    creator = trustedTypes;
    const rules = { createScriptURL: (address: string) => (isAllowed(address) ? address : null) };
    try {
      trustedTypes.createPolicy('default', rules);
    } catch {
      // The page already has a default policy or allows none. The browser then decides about the script.
    }
  }
  knowns.add(isKnown);
  return () => knowns.delete(isKnown);
}

function isAllowed(address: string): boolean {
  const whole = new URL(address, document.baseURI).href;
  return [...knowns].some((isKnown) => isKnown(whole));
}
