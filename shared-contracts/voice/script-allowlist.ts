import { allowScripts } from '../kit/known-scripts.ts';

export interface CallMachineScript {
  /** Path on this site, from the gateway's voice facts. */
  url: string;
  integrity: string;
}

/** daily-js sets a plain string as a script's address and no integrity. The page's policies refuse both. */
export function allowCallMachine({ baseURI, head }: Document, script: CallMachineScript): () => void {
  const end = allowScripts((address) => address === new URL(script.url, baseURI).href);
  const restore = setIntegrity(head, script);
  return () => {
    restore();
    end();
  };
}

/** daily-js appends its script to the head by this method (avoidEval). */
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
    // Other code may have replaced the method since.
    if (Object.getOwnPropertyDescriptor(head, 'appendChild')?.value === appendChild) Reflect.deleteProperty(head, 'appendChild');
  };
}
