import type { Rspack } from '@rsbuild/core';

type Write = (code: string) => string;

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

/** The bundler's own code, which allows every URL. */
const passesAll = 'createScriptURL: (url) => (url)';
/** Allows files of this site and of the CDN that the page names. The browser refuses `null`. */
const passesOwn = (more: string) => `createScriptURL: (url) => {
  const asked = new URL(url, document.baseURI);
  const origins = [location.origin, document.documentElement.dataset.artifacts];
  return origins.includes(asked.origin) && /^\\/(static|remotes)\\/${more}/.test(asked.pathname) ? asked.href : null;
}`;

/** The Trusted Types policy of the build's chunk loader then checks script URLs. @param more a pattern of other paths, as `|^…$` */
export const ownScriptsOnly = (more = '') =>
  changeRuntime('own-scripts', {
    get_trusted_types_policy(code) {
      if (!code.includes(passesAll))
        throw new Error(
          'The bundler’s Trusted Types policy has changed, so that scripts would not be checked. Adapt build/own-scripts.ts.',
        );
      return code.replace(passesAll, () => passesOwn(more));
    },
  });

const assignsPath = /(\.p = )("[^"]*")/;
const besideEntry = `(() => {
  const script = document.currentScript;
  const { origin } = new URL(script && script.tagName === 'SCRIPT' ? script.src : '', document.baseURI);
  return origin === location.origin ? '' : origin;
})()`;

/** Chunks, styles and pictures then load from the entry's origin: this site, or a CDN in front of the site. */
export const filesBesideEntry = () =>
  changeRuntime('files-beside-entry', {
    public_path(code) {
      if (!assignsPath.test(code))
        throw new Error('The bundler’s public path has changed, so that files would not load from the CDN. Adapt build/own-scripts.ts.');
      return code.replace(assignsPath, `$1${besideEntry} + $2`);
    },
  });

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

/** The bundler would choose among versions in 2.4 kB of each entry. The page has one version, and the host compares ranges first. */
export const onlySharedVersion = () =>
  changeRuntime('only-shared-version', {
    sharing: () => providesNothing,
    consumes_loading(code) {
      const [data] = sharedData.exec(code) ?? [];
      if (data === undefined) throw new Error('The bundler’s table of shared packages has changed. Adapt build/own-scripts.ts.');
      return data + takesOnly;
    },
  });
