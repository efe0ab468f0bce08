import path from 'node:path';
import ts from 'typescript';
import { root } from '../workspace.mjs';

/** @typedef {ts.InterfaceDeclaration | ts.TypeAliasDeclaration} Declaration */

const ofReact = /\/@types[+/]react[@/]/;

/**
 * Writes a module's exported types, and all types that they name, as one text without our imports, sorted by name. Types that zod infers
 * are expanded. A declaration of the module replaces an imported declaration of the same name.
 * @param {string} entry @throws Error that names a type that cannot be written
 */
export function flattenTypes(entry) {
  const sources = openSources(entry);
  const { checker, isOurs, isInferred, exported } = sources;
  const replacing = new Map(
    exported.filter((each) => declarationOf(each)?.getSourceFile().fileName === entry).map((each) => [each.name, each]),
  );
  /** Grows during the iteration. @type {Map<string, ts.Symbol>} */
  const wanted = new Map();
  /** @param {ts.Symbol} named */
  function want(named) {
    const symbol = replacing.get(named.name) ?? named;
    if ((wanted.get(symbol.name) ?? symbol) !== symbol)
      throw new Error(`The contract has two types named ${symbol.name}: rename one of the types.`);
    wanted.set(symbol.name, symbol);
    return symbol.name;
  }
  const print = createPrinter(checker, sources.findAliases(), want);
  /** @type {Set<string>} */
  const imports = new Set();

  /** @param {Declaration} declaration */
  function writeInferred(declaration) {
    const name = declaration.name.text;
    if (ts.isTypeAliasDeclaration(declaration) && !declaration.typeParameters)
      return `type ${name} = ${print(checker.getTypeFromTypeNode(declaration.type), true)};`;
    throw new Error(`${name} of the contract names a value or a type of another package: write it out.`);
  }

  /** @param {Declaration} declaration */
  function write(declaration) {
    if (isInferred(declaration)) return writeInferred(declaration);
    for (const symbol of namesIn(declaration, checker)) {
      const file = declarationOf(symbol)?.getSourceFile();
      if (file && isOurs(file)) want(symbol);
      else if (file && ofReact.test(file.fileName)) imports.add(symbol.name);
    }
    return declaration.getText().replace(/^export /, '');
  }

  /** @type {[name: string, text: string][]} */
  const texts = [];
  for (const symbol of exported) want(symbol);
  for (const [name, symbol] of wanted) {
    const declaration = declarationOf(symbol);
    if (!declaration) throw new Error(`${name} of the contract is neither an interface nor an alias.`);
    texts.push([name, `${commentOf(declaration)}export ${write(declaration)}`]);
  }
  const sorted = texts.sort(([a], [b]) => byText(a, b)).map(([, text]) => text);
  return [`import type { ${[...imports].sort(byText).join(', ')} } from 'react';`, ...sorted].join('\n\n');
}

/** @param {string} entry */
function openSources(entry) {
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  // Types of Node would take precedence over those of browsers.
  const program = ts.createProgram([entry], { ...options, types: [] });
  const checker = program.getTypeChecker();
  const isOurs = (/** @type {ts.SourceFile} */ { fileName }) => fileName.startsWith(root) && !fileName.includes('/node_modules/');
  const isWritable = (/** @type {ts.SourceFile} */ file) =>
    isOurs(file) || program.isSourceFileDefaultLibrary(file) || ofReact.test(file.fileName);
  /** An inferred declaration names a value or a type of another package. @param {ts.Node} node */
  const isInferred = (node) =>
    namesValue(node) ||
    namesIn(node, checker).some(
      ({ declarations = [] }) => declarations.length > 0 && !declarations.some((each) => isWritable(each.getSourceFile())),
    );
  return {
    checker,
    isOurs,
    isInferred,
    exported: checker
      .getExportsOfModule(/** @type {ts.Symbol} */ (checker.getSymbolAtLocation(/** @type {ts.Node} */ (program.getSourceFile(entry)))))
      .map((each) => original(each, checker)),
    /** The printer writes the alias of an inferred type wherever the type occurs. */
    findAliases() {
      /** @type {Map<ts.Type, ts.Symbol>} */
      const found = new Map();
      const files = program.getSourceFiles().filter(isOurs);
      for (const statement of files.sort((a, b) => byText(a.fileName, b.fileName)).flatMap((file) => file.statements)) {
        if (!ts.isTypeAliasDeclaration(statement) || statement.typeParameters || !isInferred(statement.type)) continue;
        const [type, symbol] = [checker.getTypeFromTypeNode(statement.type), checker.getSymbolAtLocation(statement.name)];
        // TypeScript has one type for all records of texts, so an alias of one record would name all of them.
        const isOwn = type.isUnion() || (type.flags & ts.TypeFlags.Object && type.getProperties().length > 0);
        if (symbol && isOwn && !found.has(type)) found.set(type, symbol);
      }
      return found;
    },
  };
}

/** The order is equal on every machine. @param {string} a @param {string} b */
const byText = (a, b) => (a < b ? -1 : 1);

/** @param {ts.Symbol} symbol @param {ts.TypeChecker} checker */
const original = (symbol, checker) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol);

/** @param {ts.Symbol} symbol @returns {Declaration | undefined} */
const declarationOf = ({ declarations = [] }) =>
  declarations.find((each) => ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each));

/** @param {ts.Node} node */
function commentOf(node) {
  const comment = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).at(-1);
  return comment ? `${comment.getText()}\n` : '';
}

/** @param {ts.Node} node @returns {boolean} */
const namesValue = (node) => ts.isTypeQueryNode(node) || Boolean(ts.forEachChild(node, (child) => namesValue(child) || undefined));

/** The names of the declaration's own members are skipped. @param {ts.Node} node @param {ts.TypeChecker} checker */
function namesIn(node, checker) {
  /** @type {Set<ts.Symbol>} */
  const found = new Set();
  /** @param {ts.Node} each */
  const visit = (each) => {
    const isMember = 'name' in each.parent && each.parent.name === each;
    const symbol = ts.isIdentifier(each) && !isMember ? checker.getSymbolAtLocation(each) : undefined;
    if (symbol) found.add(original(symbol, checker));
    ts.forEachChild(each, visit);
  };
  ts.forEachChild(node, visit);
  return [...found];
}

/** @param {ts.TypeChecker} checker @param {ReadonlyMap<ts.Type, ts.Symbol>} aliases @param {(symbol: ts.Symbol) => string} want */
function createPrinter(checker, aliases, want) {
  /** @param {ts.Type} type @returns {string} */
  function print(type, isTop = false) {
    const alias = aliases.get(type);
    if (alias && !isTop) return want(alias);
    if (type.isUnion()) return printUnion(type.types);
    if (checker.isTupleType(type)) return `[${printArguments(type)}]`;
    if (checker.isArrayType(type)) return `(${printArguments(type)})[]`;
    const isPlain = type.flags & ts.TypeFlags.Object && !type.isClassOrInterface() && type.getCallSignatures().length === 0;
    return isPlain ? printObject(type) : printName(type);
  }
  /** @param {ts.Type} type */
  function printArguments(type) {
    const given = checker.getTypeArguments(/** @type {ts.TypeReference} */ (type));
    return given.map((each) => print(each)).join(', ');
  }

  /** @param {ts.Type[]} types */
  function printUnion(types) {
    // TypeScript marks an optional member with a type that differs from undefined.
    const present = types.filter((each) => !(each.flags & ts.TypeFlags.Undefined) || each === checker.getUndefinedType());
    const parts = new Set(present.map((each) => print(each)));
    if (parts.has('true') && parts.has('false')) parts.add('boolean');
    if (parts.has('boolean')) for (const each of ['true', 'false']) parts.delete(each);
    // TypeScript's own order depends on the order of the files.
    return [...parts].sort((a, b) => rank(a) - rank(b) || byText(a, b)).join(' | ');
  }

  /** @param {ts.Type} type */
  function printObject(type) {
    const infos = checker.getIndexInfosOfType(type).map((info) => [print(info.keyType), print(info.type)]);
    if (type.getProperties().length === 0 && infos.length === 1) return `Record<${infos[0]?.join(', ')}>`;
    const keys = infos.map(([key, value]) => `[key: ${key}]: ${value};`);
    const members = type.getProperties().map((member) => {
      const comment = ts.displayPartsToString(member.getDocumentationComment(checker)).replaceAll('\n', '\n * ');
      const mark = member.flags & ts.SymbolFlags.Optional ? '?' : '';
      return `${comment && `/** ${comment} */\n`}${JSON.stringify(member.name)}${mark}: ${print(checker.getTypeOfSymbol(member))};`;
    });
    return `{\n${[...keys, ...members].join('\n')}\n}`;
  }

  /** @param {ts.Type} type */
  function printName(type) {
    const text = checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
    if (/\bany\b|\bz\.|Zod|import\(/.test(text)) throw new Error(`The contract has a type that cannot be written out: ${text}`);
    return text;
  }
  return print;
}

const last = ['null', 'undefined'];
const rank = (/** @type {string} */ text) => last.indexOf(text);
