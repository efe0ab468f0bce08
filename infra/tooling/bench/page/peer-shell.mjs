// Another platform's shell with the screen it begins with: OpenMRS' app shell and its login, as their packages bring them
// built, behind a server that answers as a backend to which nobody is logged in. `node peer-shell.mjs FOLDER` serves it.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { compress } from '../../workspace.mjs';

const version = '10.0.0';
const login = 'openmrs-esm-login-app';
const base = '/openmrs/spa/';

/** Gets both packages from the registry, once. @param {string} folder @returns {boolean} whether they are there */
export function preparePeer(folder) {
  if (existsSync(path.join(folder, 'index.html'))) return true;
  const packed = `${folder}.packed`;
  mkdirSync(packed, { recursive: true });
  try {
    for (const name of ['openmrs-esm-app-shell', login]) {
      execFileSync('npm', ['pack', '--silent', `@openmrs/${name.slice('openmrs-'.length)}@${version}`], {
        cwd: packed,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      mkdirSync(path.join(packed, name), { recursive: true });
      execFileSync('tar', ['xzf', `${name}-${version}.tgz`, '-C', name], { cwd: packed });
    }
    assemble(packed, folder);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    console.log(`Without OpenMRS' shell, whose packages cannot be had: ${error}`);
    return false;
  } finally {
    rmSync(packed, { recursive: true, force: true });
  }
  return true;
}

/** @param {string} packed @param {string} folder */
function assemble(packed, folder) {
  const distOf = (/** @type {string} */ name) => path.join(packed, name, 'package/dist');
  const isServed = (/** @type {string} */ file) => !file.endsWith('.map');
  cpSync(distOf('openmrs-esm-app-shell'), folder, { recursive: true, filter: isServed });
  cpSync(distOf(login), path.join(folder, login), { recursive: true, filter: isServed });
  const routes = { '@openmrs/esm-login-app': JSON.parse(readFileSync(path.join(folder, login, 'routes.json'), 'utf8')) };
  const imports = { '@openmrs/esm-login-app': `${base}${login}/${login}.js` };
  writeFileSync(path.join(folder, 'routes.registry.json'), JSON.stringify(routes));
  writeFileSync(path.join(folder, 'importmap.json'), JSON.stringify({ imports }));
  const index = path.join(folder, 'index.html');
  writeFileSync(
    index,
    readFileSync(index, 'utf8').replaceAll('https://dev3.openmrs.org/openmrs/spa/', base).replace('offline: true', 'offline: false'),
  );
  compress(folder);
}

const types = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

/** @param {import('node:http').ServerResponse} response @param {string} file @param {string | undefined} brotli */
function sendFile(response, file, brotli) {
  const type = types[/** @type {keyof typeof types} */ (path.extname(file).slice(1))] ?? 'application/octet-stream';
  response.setHeader('content-type', type);
  response.setHeader('cache-control', file.endsWith('.html') ? 'no-cache' : 'public, max-age=31536000, immutable');
  if (brotli) response.setHeader('content-encoding', 'br');
  response.end(readFileSync(brotli ?? file));
}

/** @param {string} folder */
function serve(folder) {
  const files = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [base + path.relative(folder, file), file]),
  );
  const backend = JSON.stringify({ authenticated: false, sessionId: 'none', locale: 'en', allowedLocales: ['en'], results: [] });
  const server = createServer(({ url = '' }, response) => {
    const [address = ''] = url.split('?');
    if (address.startsWith('/openmrs/ws/')) return response.setHeader('content-type', 'application/json').end(backend);
    const file = files.get(address) ?? (path.extname(address) ? undefined : path.join(folder, 'index.html'));
    return file ? sendFile(response, file, files.get(`${address}.br`)) : response.writeHead(404).end();
  });
  server.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () => {
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    console.log(`http://127.0.0.1:${port}/?museum=`);
  });
}

const [, program = '', folder = ''] = process.argv;
if (program === import.meta.filename) serve(folder);
