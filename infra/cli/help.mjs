// What `npm run remotes -- --help` prints: without a package, so that it is there at once and before anything is built.

/** Of every command, in the order of the help: its arguments, and one sentence without a full stop. */
const commands = {
  list: ['[NAME]', 'shows the remotes with their newest versions, or the versions of one remote with who pins them'],
  museums: ['', 'shows what each museum pins, follows and rolls out'],
  set: ['--museum ID|--all', 'shows the release set of a museum, or of a museum without pins'],
  audit: ['[--museum ID|--all] [--since DAY] [--after NUMBER]', 'shows who changed what, oldest first'],
  diff: [
    'NAME@VERSION NAME@VERSION | --museum ID --museum ID',
    'compares two versions (ranges, files, bytes, texts), or the versions of two museums',
  ],
  errors: [
    'NAME [--version VERSION] [--museum ID]',
    'shows where a remote, or host, failed in 30 days (source, visits, museums, browsers), and how much of its weekly error budget is used',
  ],
  vitals: [
    'NAME [--version VERSION] [--museum ID]',
    'shows what visits measured of each version: time until usable, interaction to next paint, layout shift, long tasks',
  ],
  rollouts: ['--museum ID|--all', 'lists the rollouts of a museum, oldest first, and why one halted'],
  'who-runs': ['PACKAGE[@RANGE]', 'lists the host and the versions in use that bundle an npm package, and the museums that run them'],
  sbom: ['NAME@VERSION', 'prints the parts of a version, as CycloneDX'],
  contracts: ['', 'lists the contracts that the host satisfies, and who needs each'],
  new: [
    'NAME [--fills SLOT] [--stock]',
    'creates a screen in ./mfe-NAME, or outside a checkout a repository in ./NAME; --fills end.card creates a remote for a place of another screen; --stock uses @module-federation/rsbuild-plugin alone, outside a checkout',
  ],
  check: [
    'DIR [--no-browser]',
    'validates a built folder as publish does, without a registry, and lists all problems; builds the folder of a remote first, and checks types, imports, tests and views',
  ],
  publish: [
    'DIR [--name NAME] [--version VERSION] [--note TEXT] [--author NAME]',
    'stores a build as an immutable version; visitors get the version when it is pinned or rolled out',
  ],
  'can-ship': [
    'NAME@VERSION|DIR [--museum ID…]',
    'runs the plays of a version, or of a build, in the pages of the site, at all or the named museums; exits with 1 if a play fails or there are none',
  ],
  retire: ['NAME@VERSION', 'deletes the files of a version that is not pinned, rolled out or granted, and that nobody used for 30 days'],
  policy: [
    'NAME [--repository URL --workflow PATH [--ref REF] [--issuer URL] | --none]',
    'shows or sets the pipeline that publishes a remote without a stored token',
  ],
  pin: [
    'NAME@VERSION --museum ID|--all [--expect VERSION|none]',
    'pins a version for a museum, or for every museum without a pin of its own',
  ],
  unpin: ['NAME --museum ID|--all [--expect VERSION|none]', 'removes the pin, so that the museum follows the default version'],
  grant: ['NAME@VERSION --museum ID --minutes MINUTES', 'prints a link that shows one version at one museum for some minutes'],
  rollout: [
    'NAME@VERSION… | ID --museum ID|--all --percent PERCENT|--steps PERCENT,PERCENT…',
    'gives versions to a share of the visitors; --steps raises the share while the versions do well; ID changes the share of a running rollout',
  ],
  halt: ['ID --museum ID|--all', 'ends a rollout'],
  rollback: [
    '--museum ID|--all --to SEQUENCE',
    'restores the pins of an earlier set, and ends the rollouts of the museum; set and pin print the SEQUENCE of a set',
  ],
  'leave-out': ['NAME --museum ID|--all', 'disables a screen for a museum, with its routes and links'],
  'take-in': ['NAME --museum ID|--all', 'enables the screen again'],
  operator: [
    'NAME [--museum ID…|--all] [--email ADDRESS] [--file FILE]',
    "creates an operator's account or sets a new password, and prints the password; --file names the accounts file (OPERATORS_FILE, or operators.json in DATA_DIR)",
  ],
  token: [
    'NAME --may ACTION… [--remote NAME…] --museum ID…|--all [--days DAYS] [--file FILE]',
    'issues a token with only these rights for --days (365): read, publish, pin, rollout, rollback, grant, questions, spending; --file writes the token to a file instead of printing it',
  ],
  tokens: ['', 'lists the valid tokens'],
  revoke: ['ID', 'ends a token'],
};
const program = process.env['ENFILADE_PROGRAM'];
const named = program?.startsWith('npx') ? program : `${program} remotes`;
/** How this is called: a release archive and the package @enfilade/remote name their programs, in a checkout it is npm. */
export const call = program ? named : 'npm run remotes --';

/** @param {string | undefined} name */
const factsOf = (name) => Object.entries(commands).find(([command]) => command === name)?.[1];

/** @param {string} name */
export function usageLine(name) {
  return `Usage: ${call} ${name} ${factsOf(name)?.[0]}`;
}

/** For a command line without a known command. */
export function commandsLine() {
  return `Usage: ${call} COMMAND, one of ${Object.keys(commands).join(', ')}; --help explains them`;
}

const optionHelp = `--registry URL     the site (ENFILADE_REGISTRY, or http://127.0.0.1 with PORT, 8080)
--token-file FILE  the file of the token (ENFILADE_TOKEN with the token itself, or tokens/local in DATA_DIR, ./.data)
--json             prints one JSON document
--help             prints this help, or the help of one command`;

/**
 * What all commands take, or a named one; undefined when there is none of that name.
 * @param {string} [name]
 */
export function helpOf(name) {
  if (name === undefined) {
    const entries = Object.entries(commands).map(([command, [usage, summary]]) => `${command} ${usage}\n    ${summary}`);
    return [`Usage: ${call} COMMAND`, '', ...entries, '', optionHelp].join('\n');
  }
  const summary = factsOf(name)?.[1];
  return summary && `${usageLine(name)}\n${summary.charAt(0).toUpperCase()}${summary.slice(1)}.\n\n${optionHelp}`;
}
