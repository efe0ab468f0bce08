/** Title and shell command, the cheapest first. @type {readonly [string, string][]} */
export const staticChecks = [
  ['format and lint', 'biome ci .'],
  [
    'types',
    'node infra/tooling/scripts/css-types.mjs && node node_modules/typescript-7/bin/tsc -p tsconfig.json --incremental --tsBuildInfoFile .cache/types.tsbuildinfo',
  ],
  [
    'types of the examples',
    'for name in whats-on without-react; do node node_modules/typescript-7/bin/tsc -p examples/$name || exit 1; done',
  ],
  ['contract', 'node infra/tooling/scripts/record-contract.mjs --check'],
  ['unused code', 'knip'],
  ['import rules', 'depcruise --config .dependency-cruiser.cjs host mfe-* shared-contracts infra e2e examples'],
];
