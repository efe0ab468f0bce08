// The import law of design: who may import whom. `infra/checks/import-law.test.ts` shows that it bites.
const anyRoom = '^(host|mfe-[^/]+|infra|e2e)/';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^virtual:' } },
    { name: 'contracts-are-a-leaf', severity: 'error', from: { path: '^shared-contracts/' }, to: { path: anyRoom } },
    { name: 'mfe-stands-alone', severity: 'error', from: { path: '^(mfe-[^/]+)/' }, to: { path: anyRoom, pathNot: '^$1/' } },
    {
      name: 'console-stands-alone',
      comment: 'A remote like the others, and bound to the servers by HTTP alone: they are released apart.',
      severity: 'error',
      from: { path: '^infra/console/' },
      to: { path: anyRoom, pathNot: '^infra/(console|checks)/' },
    },
    {
      name: 'servers-know-no-console',
      severity: 'error',
      from: { path: '^infra/', pathNot: '^infra/console/' },
      to: { path: '^infra/console/' },
    },
    { name: 'host-meets-remotes-at-run-time', severity: 'error', from: { path: '^host/' }, to: { path: '^(mfe-|infra|e2e)' } },
    { name: 'servers-know-no-screen', severity: 'error', from: { path: '^infra/' }, to: { path: '^(host|mfe-|e2e)' } },
    {
      name: 'servers-know-no-react',
      severity: 'error',
      from: { path: '^infra/(gateway|registry|platform|content)/' },
      to: { path: 'node_modules/react|^shared-contracts/ui/|[.]tsx$', reachable: true },
    },
    { name: 'browser-tests-see-only-the-browser', severity: 'error', from: { path: '^e2e/' }, to: { path: '^(host|mfe-|infra)' } },
    {
      name: 'remotes-bring-no-second-copy',
      comment: 'Validation, translation and stores live in the host and arrive as props; a remote imports their types.',
      severity: 'error',
      from: { path: '^mfe-', pathNot: '[.]test[.]tsx?$' },
      to: { path: '(^|node_modules/)(zod|i18next|zustand|react-router-dom|@tanstack)(/|$)' },
    },
    {
      name: 'model-is-pure',
      severity: 'error',
      from: { path: '/model/' },
      to: { path: 'node_modules/(react|zustand)|/effects/|/ui/|[.]tsx$', reachable: true },
    },
    {
      name: 'ui-takes-props-only',
      severity: 'error',
      from: { path: '^(mfe-[^/]+|infra/console)/ui/' },
      to: { path: '^(mfe-[^/]+|infra/console)/(effects/|screen[.]tsx$|use-[^/]+$)' },
    },
    {
      name: 'effects-know-no-react',
      severity: 'error',
      from: { path: '^(mfe-[^/]+|infra/console)/effects/' },
      to: { path: 'node_modules/react|/ui/|[.]tsx$' },
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
