import type { Rspack } from '@rsbuild/core';

const policyModule = 'get_trusted_types_policy';
/** The hash of a whole compilation: nobody asks for it, and it differs from build to build of the same sources. */
const hashModule = 'get_full_hash';
/** As the bundler writes it: whatever it is given passes. */
const passesAll = 'createScriptURL: (url) => (url)';
/** `null` is refused by the browser: whoever could change an address still loads nothing but files of this site. */
const passesOwn = (more: string) => `createScriptURL: (url) => {
  const asked = new URL(url, document.baseURI);
  return asked.origin === location.origin && /^\\/(static|remotes)\\/${more}/.test(asked.pathname) ? asked.href : null;
}`;

/** Makes the Trusted Types policy of a build's chunk loader check where scripts come from. @param more a pattern of other paths, as `|^…$` */
export const ownScriptsOnly = (more = '') => ({
  apply({ hooks }: Rspack.Compiler): void {
    hooks.thisCompilation.tap('own-scripts', (compilation) => {
      compilation.hooks.runtimeModule.tap('own-scripts', ({ name, source }) => {
        const code = source?.source.toString('utf8') ?? '';
        const rewritten = rewrite(name, code, more);
        if (source && rewritten !== code) source.source = Buffer.from(rewritten);
      });
    });
  },
});

function rewrite(name: string, code: string, more: string): string {
  if (name === hashModule) return '';
  if (name !== policyModule) return code;
  if (!code.includes(passesAll)) throw new Error('The bundler writes its Trusted Types policy in another way: it would check nothing');
  return code.replace(passesAll, () => passesOwn(more));
}
