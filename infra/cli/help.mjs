// What `npm run remotes -- --help` prints: without a package, so that it is there at once and before anything is built.

/** Of every command, in the order of the help: its arguments, and one sentence without a full stop. */
const commands = {
  list: ['[NAME]', 'shows the remotes with their newest versions, or the versions of one and who pins them'],
  museums: ['', 'shows every museum: the versions it pins itself, those it follows, and what it rolls out'],
  diff: [
    'NAME@VERSION NAME@VERSION | --museum ID --museum ID',
    'shows what differs between two versions (ranges, files, texts), or between what two museums run',
  ],
  check: [
    'DIR [--no-browser]',
    "validates a built folder as publish does, without a registry, and tells everything that stands against it; a remote's own folder is built first, and its types, imports, tests and views are looked at, too",
  ],
  publish: [
    'DIR [--name NAME] [--version VERSION] [--note TEXT] [--author NAME]',
    'makes an immutable version of a built folder; nobody runs it before it is pinned',
  ],
  retire: [
    'NAME@VERSION',
    'removes the files of a version that is not pinned, rolled out or granted, and was in use by nobody for 30 days',
  ],
  pin: [
    'NAME@VERSION --museum ID|--all [--expect VERSION|none]',
    'makes a museum, or every museum without a version of its own, run that version',
  ],
  unpin: ['NAME --museum ID|--all [--expect VERSION|none]', 'takes the pin away, so that the museum runs the default again'],
  'leave-out': ['NAME --museum ID|--all', 'makes a museum, or every museum without a version of its own, do without that screen'],
  'take-in': ['NAME --museum ID|--all', 'shows it there again'],
  rollout: [
    'NAME@VERSION… | ID --museum ID|--all --percent PERCENT|--steps PERCENT,PERCENT…',
    'gives versions that were tested together to a share of the visitors, or to one share after the other while nothing speaks against them, or changes the share of a running rollout',
  ],
  rollouts: ['--museum ID|--all', 'lists the rollouts of a museum, or of the default, oldest first'],
  vitals: [
    'NAME [--version VERSION] [--museum ID]',
    'shows what visits felt of the versions of a remote: until it could be used, interaction to next paint, layout shift, long tasks',
  ],
  halt: ['ID --museum ID|--all', 'ends a rollout, so that nobody gets its versions by it any more'],
  rollback: [
    '--museum ID|--all --to SEQUENCE',
    'pins again what a museum pinned at an earlier set, and ends its rollouts; the default stays as it is; SEQUENCE is the number of that set, as set and every pin print it',
  ],
  grant: [
    'NAME@VERSION --museum ID --minutes MINUTES',
    'makes a link that shows one version at one museum for some minutes to whoever opens it',
  ],
  set: ['--museum ID|--all', 'shows the release set in force: what the museum runs, or what it would run without versions of its own'],
  audit: ['[--museum ID|--all] [--since DAY] [--after NUMBER]', 'shows who changed what, oldest first'],
  'who-runs': ['PACKAGE[@RANGE]', 'lists the host and the versions in use that bundle a package of npm, and the museums that run them'],
  sbom: ['NAME@VERSION', 'prints what a version consists of, as CycloneDX'],
  policy: [
    'NAME [--repository URL --workflow PATH [--ref REF] [--issuer URL] | --none]',
    'shows or says which pipeline publishes a remote without a stored token',
  ],
  contracts: ['', 'lists the contracts that the host satisfies, and who needs each'],
  'can-ship': [
    'NAME@VERSION|DIR [--museum ID…]',
    "plays a screen's plays in the pages of the site, at the museums named or at all of them, with a published version or a built folder in the screen's place; exits with 1 if a play fails or the screen has no plays",
  ],
  errors: [
    'NAME [--version VERSION] [--museum ID]',
    'shows where a remote, or host, failed in the visits of 30 days, and how much of its error budget of a week is used',
  ],
  operator: [
    'NAME [--museum ID…|--all] [--email ADDRESS] [--file FILE]',
    "makes an operator's account, or gives one a new password; without --file in OPERATORS_FILE, or else the operators.json of DATA_DIR",
  ],
  token: [
    'NAME --may ACTION… [--remote NAME…] --museum ID…|--all [--days DAYS] [--file FILE]',
    'issues a token that may no more than that, for 365 days when left out: read, publish, pin, rollout, rollback, grant, questions, spending',
  ],
  tokens: ['', 'lists the tokens that are valid'],
  revoke: ['ID', 'ends a token'],
  new: [
    'NAME [--fills SLOT] [--stock]',
    'starts a remote in ./mfe-NAME, or outside a checkout a repository in ./NAME: a screen with its path, card, texts, build and test; with --fills end.card what fills that place of a screen; with --stock built by @module-federation/rsbuild-plugin alone, outside a checkout',
  ],
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

/** For whoever named no command, or one that is not there. */
export function commandsLine() {
  return `Usage: ${call} COMMAND, one of ${Object.keys(commands).join(', ')}; --help tells more`;
}

const optionHelp = `--registry URL     the site; ENFILADE_REGISTRY, or else http://127.0.0.1 with PORT (8080), when left out
--token-file FILE  the token; ENFILADE_TOKEN, or else tokens/local in DATA_DIR, ./.data, when left out
--json             one JSON document on the output
--help             this, or what one command takes`;

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
