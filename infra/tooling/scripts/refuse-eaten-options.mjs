// If `--` is missing, npm keeps options for itself: `npm run remotes unpin visit --all` would run `unpin visit`, which is another command.
// npm passes the options that it keeps to scripts as npm_config_NAME.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Includes usual options of the programs behind `e2e`, `unit` and `fix`. */
export const optionNames =
  `after against all at author bad barriers browser browsers check checks cluster days debug email expect file fills folder grep headed
  issuer json keep-going language last-failed max-failures may minutes museum name none note only percent port project quick ref registry
  remote repeat-each repository runs short since steps stock t testNamePattern to token-file trace trial try u ui unsafe update
  update-snapshots version with-host workers workflow`.split(/\s+/);

const { env } = process;
const variableOf = (/** @type {string} */ name) => `npm_config_${name.replaceAll('-', '_').toLowerCase()}`;
const eaten = optionNames.filter((name) => env[variableOf(name)] !== undefined && !isConfigured(name));
if (env['npm_config_user_agent']?.startsWith('npm/') && eaten.length > 0) {
  const [command = ''] = process.argv.slice(2);
  const line = `npm ${/^(?:start|test)$/.test(command) ? '' : 'run '}${command} -- …`;
  const names = eaten.map((name) => (name.length === 1 ? `-${name}` : `--${name}`));
  console.error(`npm keeps ${names.join(', ')} for itself, because "--" is missing. Write the options behind "--":\n  ${line}`);
  process.exit(2);
}

/**
 * Users set mirrors of the registry in an .npmrc file or in npm's environment. Only Linux shows the environment of another process.
 * Elsewhere users rarely set npm_config_NAME; NPM_CONFIG_NAME works too.
 * @param {string} name
 */
function isConfigured(name) {
  const value = env[variableOf(name)];
  const files = [path.join(env['npm_config_local_prefix'] ?? '.', '.npmrc'), env['npm_config_userconfig'], env['npm_config_globalconfig']];
  const isInFile = files.some((file) =>
    [...read(file).matchAll(/^[ \t]*([\w-]+)[ \t]*(?:=[ \t]*(.*?)[ \t]*)?$/gm)].some(
      ([, key, text = 'true']) =>
        key === name && text.replace(/^(["'])(.*)\1$/, '$2').replace(/\$\{(\w+)\}/g, (_, other) => env[other] ?? '') === value,
    ),
  );
  return (
    isInFile ||
    environmentOfNpm()
      .split('\0')
      .includes(`${variableOf(name)}=${value}`)
  );
}

/** npm starts a shell, and the shell starts this process; both also have the options that npm keeps. */
function environmentOfNpm() {
  let pid = String(process.ppid);
  for (;;) {
    const environment = read(`/proc/${pid}/environ`);
    if (!environment.split('\0').includes(`npm_lifecycle_script=${env['npm_lifecycle_script']}`)) return environment;
    // The fields after the name in brackets: state, parent.
    pid = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[1] ?? '0';
  }
}

/** @param {string | undefined} file */
function read(file) {
  try {
    return file === undefined ? '' : readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
