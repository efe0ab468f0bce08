import type { Rspack } from '@rsbuild/core';

const policyModule = 'get_trusted_types_policy';
/** As the bundler writes it: whatever it is given passes. */
const passesAll = 'createScriptURL: (url) => (url)';
/** `null` is refused by the browser: whoever could change an address still loads nothing but files of this site, or of the CDN that its page names. */
const passesOwn = (more: string) => `createScriptURL: (url) => {
  const asked = new URL(url, document.baseURI);
  const origins = [location.origin, document.documentElement.dataset.artifacts];
  return origins.includes(asked.origin) && /^\\/(static|remotes)\\/${more}/.test(asked.pathname) ? asked.href : null;
}`;

/** Makes the Trusted Types policy of a build's chunk loader check where scripts come from. @param more a pattern of other paths, as `|^…$` */
export const ownScriptsOnly = (more = '') => ({
  apply({ hooks }: Rspack.Compiler): void {
    hooks.thisCompilation.tap('own-scripts', (compilation) => {
      compilation.hooks.runtimeModule.tap('own-scripts', ({ name, source }) => {
        if (name !== policyModule || !source) return;
        const code = source.source.toString('utf8');
        if (!code.includes(passesAll))
          throw new Error('The bundler writes its Trusted Types policy in another way: it would check nothing');
        source.source = Buffer.from(code.replace(passesAll, () => passesOwn(more)));
      });
    });
  },
});

const publicPathModule = 'public_path';
/** As the bundler writes it. */
const assignsPath = /(\.p = )("[^"]*")/;
const besideEntry = `(() => {
  const script = document.currentScript;
  const { origin } = new URL(script && script.tagName === 'SCRIPT' ? script.src : '', document.baseURI);
  return origin === location.origin ? '' : origin;
})()`;

/** Makes a build ask for its chunks, styles and pictures where its entry came from: this site, or a CDN in front of it. */
export const filesBesideEntry = () => ({
  apply({ hooks }: Rspack.Compiler): void {
    hooks.thisCompilation.tap('files-beside-entry', (compilation) => {
      compilation.hooks.runtimeModule.tap('files-beside-entry', ({ name, source }) => {
        if (name !== publicPathModule || !source) return;
        const code = source.source.toString('utf8');
        if (!assignsPath.test(code)) throw new Error('The bundler writes its public path in another way: no CDN would be asked');
        source.source = Buffer.from(code.replace(assignsPath, `$1${besideEntry} + $2`));
      });
    });
  },
});
