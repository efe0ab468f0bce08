// Plain JavaScript, because the tool that records a contract runs before anything is built.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/**
 * What a screen and its host hold between them at run time; everything these name is reached from here. A declaration
 * belongs to the surface when a declaration of the surface names it: whole files would bring what is beside the
 * types (the contract's own number, the names of remotes), and the compiler's declarations would lose what the
 * schemas demand. Packages of others are named, not read: their versions are the lockfile's and the shared ranges'.
 */
const roots = [
  ['remote/screen-props.ts', 'ScreenProps'],
  ['remote/slot.ts', 'FillerProps'],
  ['events/event-bus.ts', 'EventBus'],
  ['visit/session.ts', 'VisitorSession'],
];
/** What a screen exposes, by the major of its contract. */
const exposed = { 1: 'ScreenModule', 2: 'MountModule' };
/** @typedef {keyof typeof exposed} ContractMajor */

/**
 * @typedef {object} Source
 * @property {ts.SourceFile} file
 * @property {Map<string, ts.Node>} declared name → top-level declaration
 * @property {Map<string, { from: string, name: string }>} imported local name → what it is
 */

/**
 * The declarations of the surface, each as its tokens with one blank between them, sorted. Comments, line breaks,
 * separators, quotes and the place of a declaration make no difference: only what it says does.
 * @param {string} folder shared-contracts
 * @param {ContractMajor} [major]
 * @returns {string[]}
 * @throws Error for an import it cannot follow
 */
export function contractSurface(folder, major = 1) {
  /** @type {Map<string, Source>} */
  const sources = new Map();
  /** @type {Map<string, string>} */
  const found = new Map();
  const open = [...roots, ['remote/screen-module.ts', exposed[major]]].map(([file = '', name = '']) => ({ file, name }));
  for (let next = open.pop(); next; next = open.pop()) {
    const { file, name } = next;
    const key = `${file}#${name}`;
    if (found.has(key)) continue;
    const source = sources.get(file) ?? readSource(folder, file);
    sources.set(file, source);
    const declaration = source.declared.get(name);
    if (!declaration) throw new Error(`${file} declares no ${name}, which the contract names`);
    found.set(key, tokensOf(declaration, source.file).join(' '));
    open.push(...[...namesIn(declaration)].flatMap((used) => placeOf(used, file, source)));
  }
  return [...found.values()].sort((a, b) => (a < b ? -1 : 1));
}

/**
 * Where a name that a file uses is declared; nowhere, when it is another package's or the language's own.
 * @param {string} used
 * @param {string} file
 * @param {Source} source
 * @returns {{ file: string, name: string }[]}
 */
function placeOf(used, file, { declared, imported }) {
  if (declared.has(used)) return [{ file, name: used }];
  const elsewhere = imported.get(used);
  if (!elsewhere?.from.startsWith('.')) return [];
  return [{ file: path.posix.join(path.posix.dirname(file), elsewhere.from), name: elsewhere.name }];
}

/**
 * @param {string} folder
 * @param {string} name
 * @returns {Source}
 */
function readSource(folder, name) {
  const text = readFileSync(path.join(folder, name), 'utf8');
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true);
  /** @type {Source} */
  const source = { file, declared: new Map(), imported: new Map() };
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement)) takeImport(statement, source.imported);
    else if (ts.isVariableStatement(statement)) {
      for (const each of statement.declarationList.declarations) source.declared.set(each.name.getText(), each);
    } else if ('name' in statement && statement.name) source.declared.set(/** @type {ts.Identifier} */ (statement.name).text, statement);
  }
  return source;
}

/**
 * @param {ts.ImportDeclaration} statement
 * @param {Map<string, { from: string, name: string }>} imported
 */
function takeImport(statement, imported) {
  const from = /** @type {ts.StringLiteral} */ (statement.moduleSpecifier).text;
  const { name, namedBindings } = statement.importClause ?? {};
  if (name) imported.set(name.text, { from, name: 'default' });
  if (!namedBindings) return;
  if (ts.isNamespaceImport(namedBindings)) imported.set(namedBindings.name.text, { from, name: '*' });
  else for (const each of namedBindings.elements) imported.set(each.name.text, { from, name: (each.propertyName ?? each.name).text });
}

/**
 * Names a declaration uses; names of members are its own.
 * @param {ts.Node} declaration
 * @returns {Set<string>}
 */
function namesIn(declaration) {
  /** @type {Set<string>} */
  const names = new Set();
  /** @param {ts.Node} node */
  const visit = (node) => {
    const isMember = 'name' in node.parent && node.parent.name === node && !ts.isShorthandPropertyAssignment(node.parent);
    if (ts.isIdentifier(node) && !isMember) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(declaration, visit);
  return names;
}

const separators = new Set([ts.SyntaxKind.CommaToken, ts.SyntaxKind.SemicolonToken, ts.SyntaxKind.ExportKeyword]);

/**
 * @param {ts.Node} node
 * @param {ts.SourceFile} file
 * @returns {string[]}
 */
function tokensOf(node, file) {
  if (ts.isJSDoc(node) || separators.has(node.kind) || isLeadingBar(node)) return [];
  if (ts.isStringLiteral(node)) return [JSON.stringify(node.text)];
  const parts = node.getChildren(file);
  return parts.length > 0 || node.getWidth(file) === 0 ? parts.flatMap((part) => tokensOf(part, file)) : [node.getText(file)];
}

/** A formatter puts it before a union that takes several lines. @param {ts.Node} node */
function isLeadingBar(node) {
  return node.kind === ts.SyntaxKind.BarToken && ts.isUnionTypeNode(node.parent) && node.pos === node.parent.pos;
}

/** @type {Map<string, string>} */
const known = new Map();

/**
 * The first 32 hex digits of the SHA-256 of the surface: the same for the same contract on every machine.
 * @param {string} folder shared-contracts; read once per process
 * @param {ContractMajor} [major]
 * @returns {string}
 */
export function contractFingerprint(folder, major = 1) {
  const key = `${major} ${folder}`;
  const surface = () => contractSurface(folder, major).join('\n');
  const fingerprint = known.get(key) ?? createHash('sha256').update(surface()).digest('hex').slice(0, 32);
  known.set(key, fingerprint);
  return fingerprint;
}
