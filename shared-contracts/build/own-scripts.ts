import type { Rspack } from '@rsbuild/core';

type Write = (code: string) => string;

/** Changes what the bundler writes for modules of its own runtime, by their names. */
const changeRuntime = (name: string, writers: Readonly<Record<string, Write>>) => ({
  apply({ hooks }: Rspack.Compiler): void {
    hooks.thisCompilation.tap(name, (compilation) => {
      compilation.hooks.runtimeModule.tap(name, (module) => {
        const write = writers[module.name];
        if (module.source && write) module.source.source = Buffer.from(write(module.source.source.toString('utf8')));
      });
    });
  },
});

/** The bundler's own code: every address passes. */
const passesAll = 'createScriptURL: (url) => (url)';
/** `null` is refused by the browser: anybody who could change an address still loads nothing but files of this site, or of the CDN that its page names. */
const passesOwn = (more: string) => `createScriptURL: (url) => {
  const asked = new URL(url, document.baseURI);
  const origins = [location.origin, document.documentElement.dataset.artifacts];
  return origins.includes(asked.origin) && /^\\/(static|remotes)\\/${more}/.test(asked.pathname) ? asked.href : null;
}`;

/** Makes the Trusted Types policy of a build's chunk loader check where scripts come from. @param more a pattern of other paths, as `|^…$` */
export const ownScriptsOnly = (more = '') =>
  changeRuntime('own-scripts', {
    get_trusted_types_policy(code) {
      if (!code.includes(passesAll)) throw new Error('The bundler writes its Trusted Types policy in another way: it would check nothing');
      return code.replace(passesAll, () => passesOwn(more));
    },
  });

/** The bundler's own code. */
const assignsPath = /(\.p = )("[^"]*")/;
const besideEntry = `(() => {
  const script = document.currentScript;
  const { origin } = new URL(script && script.tagName === 'SCRIPT' ? script.src : '', document.baseURI);
  return origin === location.origin ? '' : origin;
})()`;

/** Makes a build ask for its chunks, styles and pictures where its entry came from: this site, or a CDN in front of it. */
export const filesBesideEntry = () =>
  changeRuntime('files-beside-entry', {
    public_path(code) {
      if (!assignsPath.test(code)) throw new Error('The bundler writes its public path in another way: no CDN would be asked');
      return code.replace(assignsPath, `$1${besideEntry} + $2`);
    },
  });

/** The bundler's own table of the shared packages that each chunk needs. */
const sharedData = /^.*\.consumesLoadingData = .*$/m;
const takesOnly = `
__webpack_require__.f.consumes = (chunk) => {
  const { chunkMapping, moduleIdToConsumeDataMapping } = __webpack_require__.consumesLoadingData;
  for (const id of chunkMapping[chunk] || []) {
    __webpack_require__.m[id] ||= (module) => {
      const [{ get }] = Object.values(__webpack_require__.S.default[moduleIdToConsumeDataMapping[id].shareKey]);
      module.exports = get()();
    };
  }
};`;
const providesNothing = `
__webpack_require__.S = {};
__webpack_require__.I = () => 1;`;

/**
 * Makes a build take a shared package as the page has it, in its only version. What the bundler writes chooses among
 * versions, in 2.4 kB that each remote's entry would have; the ranges were compared before any script of the remote runs.
 */
export const onlySharedVersion = () =>
  changeRuntime('only-shared-version', {
    sharing: () => providesNothing,
    consumes_loading(code) {
      const [data] = sharedData.exec(code) ?? [];
      if (data === undefined) throw new Error('The bundler writes in another way which chunk needs which shared packages');
      return data + takesOnly;
    },
  });
