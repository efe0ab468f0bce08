// Who may import whom (ARCHITECTURE.md). `infra/tooling/checks/import-rules.test.ts` shows that each rule refuses an import.
const anyPackage = '^(host|mfe-[^/]+|infra|e2e)/';

// Names of a remote's files: views are .tsx, hooks are use-*.ts. A .ts file that begins with one of these verbs
// is an effect, which may use the clock, the page and the network. Every other .ts file is model, which only computes.
const anyRemote = '^(mfe-|infra/console/|shared-contracts/ui/speech/)';
const effect = '/(create|load|open|play|start)-[^/]+[.]ts$';
const hook = '/use-[^/]+[.]ts$';
const test = '[.]test[.]tsx?$|/testing/';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(virtual:|@first-paint$|@texts$|@enfilade/contract$)' },
    },
    { name: 'contracts-are-a-leaf', severity: 'error', from: { path: '^shared-contracts/' }, to: { path: anyPackage } },
    { name: 'mfe-stands-alone', severity: 'error', from: { path: '^(mfe-[^/]+)/' }, to: { path: anyPackage, pathNot: '^$1/' } },
    {
      name: 'example-stands-alone',
      comment: 'An example stands for a team’s repository, which has only the contract package.',
      severity: 'error',
      from: { path: '^examples/' },
      to: { path: `${anyPackage}|^shared-contracts/`, pathNot: '^infra/contract/' },
    },
    { name: 'host-meets-remotes-at-run-time', severity: 'error', from: { path: '^host/' }, to: { path: '^(mfe-|infra|e2e)' } },
    { name: 'servers-know-no-screen', severity: 'error', from: { path: '^infra/' }, to: { path: '^(host|mfe-|e2e)' } },
    {
      name: 'console-stands-alone',
      comment: 'The console is a remote, released apart from the servers. They exchange HTTP only.',
      severity: 'error',
      from: { path: '^infra/console/' },
      to: { path: anyPackage, pathNot: '^infra/console/' },
    },
    {
      name: 'servers-know-no-console',
      severity: 'error',
      from: { path: '^infra/', pathNot: '^infra/console/' },
      to: { path: '^infra/console/' },
    },
    {
      name: 'server-meets-platform-in-main',
      comment: 'Server and platform exchange HTTP only; main alone starts the embedded platform.',
      severity: 'error',
      from: {
        path: '^infra/server/(backup|database|gateway|registry|operators|questions|screen-errors|http)/',
        pathNot: '/testing/|[.]test[.]ts$',
      },
      to: { path: '^infra/(platform|demo|cli|tooling|speech)/' },
    },
    {
      name: 'server-knows-no-tool',
      severity: 'error',
      from: { path: '^infra/server/main/', pathNot: '[.]test[.]ts$' },
      to: { path: '^infra/(cli|demo|tooling|speech)/' },
    },
    {
      name: 'platform-stands-alone',
      severity: 'error',
      from: { path: '^infra/platform/', pathNot: '[.]test[.]ts$' },
      to: { path: '^infra/(server|cli|tooling|demo|speech)/' },
    },
    {
      name: 'demo-is-assets',
      severity: 'error',
      from: { path: '^infra/demo/', pathNot: '[.]test[.]ts$' },
      to: { path: '^infra/(server|cli|tooling|platform|speech)/' },
    },
    {
      name: 'cli-knows-the-registry',
      severity: 'error',
      from: { path: '^infra/cli/', pathNot: '/testing/|[.]test[.]ts$' },
      to: {
        path: '^infra/',
        pathNot: '^infra/(cli/|tooling/dev/|server/(registry|operators)/|server/http/(key-files|kit))',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'registry-is-below-gateway',
      severity: 'error',
      from: { path: '^infra/server/registry/', pathNot: '/testing/|[.]test[.]ts$' },
      to: { path: '^infra/server/(gateway|operators|questions|screen-errors|main)/' },
    },
    {
      name: 'operators-are-below-gateway',
      severity: 'error',
      from: { path: '^infra/server/operators/', pathNot: '/testing/|[.]test[.]ts$' },
      to: { path: '^infra/server/(gateway|main)/' },
    },
    {
      name: 'gateway-knows-interfaces-only',
      comment: 'The gateway gets registry, operators, questions and errors as options; main alone makes them.',
      severity: 'error',
      from: { path: '^infra/server/gateway/', pathNot: '/testing/|[.]test[.]ts$' },
      to: { path: '^infra/server/(registry|operators|questions|screen-errors|main)/' },
    },
    {
      name: 'http-is-below-all',
      severity: 'error',
      from: { path: '^infra/server/(http|database)/', pathNot: '[.]test[.]ts$' },
      to: { path: '^infra/server/(backup|gateway|registry|operators|questions|screen-errors|main)/' },
    },
    {
      name: 'engines-come-with-their-setting',
      comment: 'The code that reads the setting imports the engine dynamically, so that other sites do not load the engine.',
      severity: 'error',
      from: { path: '^infra/server/', pathNot: '/testing/|[.]test[.]ts$' },
      to: { path: '(^|node_modules/)(@aws-sdk/|ioredis)', dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'servers-know-no-react',
      severity: 'error',
      from: { path: '^infra/(server|cli|platform|demo)/' },
      to: { path: 'node_modules/react|^shared-contracts/ui/|[.]tsx$', reachable: true },
    },
    {
      name: 'browser-tests-see-only-the-browser',
      severity: 'error',
      from: { path: '^e2e/(flows|test-kit|figures)/' },
      // Pipelines, hosted services and the load maker are outside the product.
      to: {
        path: '^(host|mfe-|infra)',
        pathNot: '^infra/(cli/testing/start-pipelines|platform/(platform|content/load-content)[.]ts|tooling/bench/load/servers[.]mjs)',
      },
    },
    {
      name: 'remotes-bring-no-second-copy',
      comment: 'Validation, translation and stores live in the host and arrive as props; a remote imports their types.',
      severity: 'error',
      from: { path: '^mfe-', pathNot: '[.]test[.]tsx?$' },
      to: { path: '(^|node_modules/)(zod|i18next|zustand|react-router-dom)(/|$)' },
    },
    {
      name: 'model-is-pure',
      comment: 'Type imports are allowed. biome.json refuses the page’s globals.',
      severity: 'error',
      from: {
        path: '^(mfe-[^/]+|shared-contracts/ui/speech)/.+[.]ts$|/model/',
        // texts/texts.ts lists the texts of a screen.
        pathNot: `${effect}|${hook}|${test}|/effects/|/texts/texts[.]ts$|[.]config[.]ts$`,
      },
      to: {
        path: `node_modules/(react|zustand)|/effects/|/ui/(?!speech/)|[.]tsx$|${effect}|${hook}|^shared-contracts/kit/(storage|play-audio|copy-text|deadline)[.]ts$`,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'model-has-no-clock',
      severity: 'error',
      from: {
        path: '^(mfe-[^/]+|shared-contracts/ui/speech)/.+[.]ts$|/model/',
        // texts/texts.ts lists the texts of a screen.
        pathNot: `${effect}|${hook}|${test}|/effects/|/texts/texts[.]ts$|[.]config[.]ts$`,
      },
      to: { path: '^shared-contracts/kit/clock[.]ts$' },
    },
    {
      name: 'effects-know-no-react',
      severity: 'error',
      from: { path: [`${anyRemote}.*${effect}`, `${anyRemote}.*/effects/`, '^infra/console/effects/'], pathNot: test },
      to: { path: `node_modules/react|/ui/(?!speech/)|[.]tsx$|${hook}` },
    },
    {
      name: 'views-take-props',
      comment: 'A view renders from literal props. The model computes its values, and a hook starts effects.',
      severity: 'error',
      from: { path: `${anyRemote}.*[.]tsx$`, pathNot: test },
      to: {
        path: [`${anyRemote}.*${effect}`, `${anyRemote}.*/effects/`, '^infra/console/effects/'],
        dependencyTypesNot: ['type-only'],
        dynamic: false,
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|[.]cache)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css', '.json'],
    },
  },
};
