type IsKnown = (address: string) => boolean;

interface TrustedTypesFactory {
  createPolicy(name: string, rules: { createScriptURL(address: string): string | null }): unknown;
}

const knowns = new Set<IsKnown>();
let creator: TrustedTypesFactory | undefined;

/** Some libraries set a plain string as a script's URL, which Trusted Types refuse. `isKnown` gets the absolute URL without `..`. */
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
