import { expect, it, onTestFinished } from '@rstest/core';
import { allowScripts } from './known-scripts.ts';

it('the default Trusted Types policy allows a script’s exact address while a caller of allowScripts() knows it', () => {
  let check: (address: string) => string | null = () => null;
  const created: string[] = [];
  const createPolicy = (name: string, rules: { createScriptURL: typeof check }) => {
    created.push(name);
    check = rules.createScriptURL;
  };
  Object.assign(globalThis, { trustedTypes: { createPolicy } });
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'trustedTypes'));
  const knows = (path: string) => (address: string) => address === new URL(path, document.baseURI).href;
  const endMachine = allowScripts(knows('/voice/machine.js'));
  const endChunk = allowScripts(knows('/remotes/glass/1.0.0/4.js'));
  const found = () =>
    ['/voice/machine.js', '/remotes/glass/1.0.0/js/../4.js', '/other.js', 'https://elsewhere/voice/machine.js'].map(check);
  expect(found()).toEqual(['/voice/machine.js', '/remotes/glass/1.0.0/js/../4.js', null, null]);
  endMachine();
  expect(found()).toEqual([null, '/remotes/glass/1.0.0/js/../4.js', null, null]);
  endChunk();
  expect([found(), created]).toEqual([[null, null, null, null], ['default']]);
});
