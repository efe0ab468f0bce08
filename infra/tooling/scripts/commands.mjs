// This module imports no package, so that `npm run NAME -- --help` works before the packages are installed.

/** `forms`: form → effect. @type {Record<string, { forms: Record<string, string>, notes?: string[] }>} */
export const commands = {
  start: {
    forms: {
      'npm start':
        'builds what changed, publishes the built screens to the local registry, and serves the whole site with the screens of `examples/`',
    },
    notes: [
      'The site listens on `http://127.0.0.1:8080` and stores its data in `.data`; `PORT`, `DATA_DIR` and the other [settings](settings.md) are environment variables. To start from nothing, stop the site and delete `.data`.',
      'Ctrl-C stops the site and everything that it started.',
    ],
  },
  dev: {
    forms: {
      'npm run dev': 'serves the whole site and applies each edit: [developing](../developing.md)',
      'npm run dev -- visit': 'follows one screen, the host and the servers',
      'npm run dev -- visit --against https://guide.example.org': 'shows one screen of this checkout inside a running site',
      'npm run dev -- --against https://guide.example.org --folder ../poster': 'shows a screen of another folder inside a running site',
    },
    notes: [
      'The site listens on `http://127.0.0.1:8090` (`--port`) and stores its data in `.data/dev`.',
      '`cd mfe-visit && npm run dev` shows the views of one screen, drawn from literal props, without host and server.',
    ],
  },
  test: {
    forms: {
      'npm test': 'runs the first tier: build, static checks, unit tests and browser tests',
      'npm test -- --all': 'runs both tiers, in up to 40 minutes',
      'npm test -- --since HEAD~1': 'runs only tests that a change since that commit can reach, and names the others',
      'npm test -- --keep-going': 'continues after a failed static check',
    },
    notes: [
      '[CONTRIBUTING.md](../../CONTRIBUTING.md) shows how to run one test and says which test belongs to which tier.',
      'The tests need Node and Chrome or Chromium; `CHROME_PATH` names a browser. With `chromium-headless-shell`, most browser tests take half the time. `--all` also needs Valkey or Redis. PostgreSQL comes with the npm packages.',
      'If a program is missing, the command gets the program or names the Debian package.',
    ],
  },
  check: { forms: { 'npm run check': 'runs formatting, lint, types, import rules and the search for unused code' } },
  fix: { forms: { 'npm run fix': 'formats the source and applies safe lint fixes' } },
  unit: {
    forms: {
      'npm run unit': "runs unit and component tests, and the servers' tests over HTTP",
      'npm run unit -- -u infra/tooling/checks/reference.test.ts': 'renews the pages of `docs/reference`',
    },
  },
  e2e: {
    forms: {
      'npm run e2e': 'runs the browser tests against the built site',
      'npm run e2e -- faults': 'runs the files whose path contains `faults`',
      'npm run e2e -- flows/landing.spec.ts -g "title"': 'runs one test of one file',
      'npm run e2e -- --browsers': 'runs a whole visit, a call and the console in Firefox and WebKitGTK',
      'npm run e2e -- --walks': 'runs complete journeys of a visitor, in Firefox and WebKitGTK too, and of a newcomer',
      'npm run e2e -- --cluster':
        'runs three gateways on PostgreSQL and Valkey behind nginx, HAProxy and Caddy, and stops and kills gateways under load',
      'npm run e2e -- --cluster --project nginx': 'runs the same behind one proxy',
    },
    notes: [
      'Every other option is an option of Playwright, such as `--workers=1`. `npm test` includes none of `--browsers`, `--walks` and `--cluster`.',
      '`--walks` checks every page for usability problems and writes pictures to `e2e/test-results/walks`.',
      '`OUTAGE_SECONDS=60 npm run e2e -- --cluster cluster/outages` stops Valkey, PostgreSQL and the bucket for a minute each, and prints when each is back.',
      '`--browsers` needs `firefox-esr`, `webkit2gtk-driver` and `xvfb`; `--cluster` needs nginx, HAProxy, Caddy, OpenSSL, and Valkey or Redis.',
    ],
  },
  gallery: {
    forms: {
      'npm run gallery': 'photographs every view of every screen in both themes, three languages and five sizes, without a site',
      'npm run gallery -- --only landing,host': 'draws only the named screens',
      'npm run gallery -- --against HEAD~1': 'also draws that commit, and exits with 1 if a view differs',
      'npm run gallery -- --quick': 'draws English and two sizes only',
      'npm run gallery -- --barriers': 'takes no pictures; exits with 1 if a view has an accessibility barrier',
    },
    notes: [
      'Open `.cache/gallery/report/index.html` to see the pictures, by screen, language and size. After `--against`, the report begins with the views that differ: before, now and the difference.',
      '`--barriers` runs axe, and looks for targets under 44 px, invisible focus, controls that Tab does not reach, and errors after a browser’s translator exchanged the texts. The command also looks for content that is lost with wider text spacing, twice the text size, 400 % zoom, forced colours or texts that are 35 % longer.',
    ],
  },
  guide: {
    forms: {
      'npm run guide -- check': "asks the guide the questions of each museum's `questions.yaml`; with `LLM_URL` the language model answers",
      'npm run guide -- check --museum archive': 'asks the questions of one museum: its folder, id or wall code',
      'npm run guide -- check --all': 'also prints each wrong answer, and the whole conversation of `talk.yaml`',
    },
    notes: ['Exits with 1 if an answer that was right the last time is wrong now. `CONTENT_DIR` names another folder of museums.'],
  },
  build: { forms: { 'npm run build': 'builds the packages that changed, and writes the dashboard and the alert rules' } },
  release: {
    forms: {
      'npm run release': 'writes `dist/enfilade-VERSION.tar.gz` with its checksum and its list of parts (CycloneDX)',
      'npm run release -- --try': 'also starts the archive in an empty folder without network, and opens a page',
    },
    notes: [
      '`node server.mjs` starts a release archive; the archive needs no build and no network. `node server.mjs remotes` and `node server.mjs registry` are the forms of `npm run remotes --` and `npm run registry --` in the archive. [infra/deploy](../../infra/deploy/README.md) has the systemd unit, the image, the compose file and the Helm chart.',
    ],
  },
  bench: {
    forms: {
      'npm run bench -- chat':
        'time to the first word of an answer; what an answer of 4,000 words costs the page, beside two of half the length',
      'npm run bench -- guide': "the site's own share of an answer, with a scripted model",
      'npm run bench -- cost': 'processor time of a gateway for each kind of request',
      'npm run bench -- overload': 'a gateway that gets more requests than it can answer',
      'npm run bench -- voice': 'a call in a browser: time to the first sound, to the open microphone and to silence',
      'npm run bench -- visitor': 'one complete visit: landing, questionnaire, visit in writing, end',
      'npm run bench -- page': 'a first visit, beside the same sources built as one application',
      'npm run bench -- cluster': 'three gateways behind nginx, killed and stopped under load',
    },
    notes: [
      'Several names can follow each other; without a name the first four run. `--short` takes up to a minute for each name. `--runs N` sets the number of visits of `page` and `visitor`.',
      'The command compares each figure with its limit and with the last result in `bench/results.json`. Exits with 1 if a figure misses its limit.',
    ],
  },
  remotes: {
    forms: { 'npm run remotes -- COMMAND': 'is the command line of screen teams and operators, [below](#commands-of-npm-run-remotes)' },
  },
  registry: { forms: { 'npm run registry -- COMMAND': 'backs up, restores and verifies a site, [below](#commands-of-npm-run-registry)' } },
};

/** @param {string} name */
export function helpOf(name) {
  const { forms = {}, notes = [] } = commands[name] ?? {};
  const lines = Object.entries(forms).map(([form, does]) => `${form}\n    ${does}`);
  return [...lines, ...notes]
    .join('\n')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '');
}
