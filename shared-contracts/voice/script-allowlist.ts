import type { VoicePage } from './voice-page.ts';

export interface CallMachineScript {
  /** Path on this site, from the gateway's voice facts. */
  url: string;
  integrity: string;
}

/**
 * Lets daily-js load the call machine under the page's policies and nothing else: it sets a plain string as a
 * script's address and knows no integrity, both of which the page refuses.
 */
export interface ScriptAllowlist {
  /** Allows one script until the returned function is called. */
  allow(script: CallMachineScript): () => void;
}

export function createScriptAllowlist({ window, document }: Pick<VoicePage, 'window' | 'document'>): ScriptAllowlist {
  let allowed: CallMachineScript | undefined;
  let hasPolicy = false;

  const createPolicy = () => {
    if (hasPolicy) return;
    hasPolicy = true;
    try {
      window.trustedTypes?.createPolicy('default', { createScriptURL: (url) => (url === allowed?.url ? url : null) });
    } catch {
      // The page has a default policy already, or allows none: then the browser decides about the script.
    }
  };

  return {
    allow(script) {
      createPolicy();
      allowed = script;
      const restore = setIntegrity(document.head, script);
      return () => {
        restore();
        if (allowed === script) allowed = undefined;
      };
    },
  };
}

/** daily-js appends its script to the head by this method (avoidEval); its hash must stand on it by then. */
function setIntegrity(head: HTMLHeadElement, { url, integrity }: CallMachineScript): () => void {
  const appendChild = <Child extends Node>(child: Child): Child => {
    if (child instanceof HTMLScriptElement && child.getAttribute('src') === url) {
      child.integrity = integrity;
      child.crossOrigin = 'anonymous';
    }
    return Node.prototype.appendChild.call(head, child) as Child;
  };
  Object.defineProperty(head, 'appendChild', { value: appendChild, configurable: true });
  return () => {
    // Other code may have replaced it meanwhile.
    if (Object.getOwnPropertyDescriptor(head, 'appendChild')?.value === appendChild) Reflect.deleteProperty(head, 'appendChild');
  };
}
