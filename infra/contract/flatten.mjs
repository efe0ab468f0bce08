// Writes types as one file of declarations that names no package but React. Types that zod infers are written out.
import path from 'node:path';
import ts from 'typescript';

const { SymbolFlags, TypeFlags } = ts;

/**
 * All types that `entry` exports, and all that these name, sorted by name.
 * @param {string} entry file with `export type … from`
 * @param {string} standIns file whose exports replace the types of the same names
 * @param {ts.CompilerOptions} options
 * @throws Error that names what cannot be written
 */
export function flattenTypes(entry, standIns, options) {
  const program = ts.createProgram([entry, standIns], { ...options, noEmit: true });
  return new Flattener(program, standIns).write(entry);
}

class Flattener {
  /** @type {Map<string, ts.Symbol>} */ #wanted = new Map();
  /** Of an inferred type the alias, which is written wherever the type occurs. @type {Map<ts.Type, ts.Symbol>} */ #aliases = new Map();
  /** @type {Set<string>} */ #fromReact = new Set();

  /** @param {ts.Program} program @param {string} standIns */
  constructor(program, standIns) {
    this.program = program;
    this.checker = program.getTypeChecker();
    this.standIns = new Map(this.#exportsOf(standIns).map((symbol) => [symbol.name, symbol]));
    const sources = program.getSourceFiles().filter((file) => !this.#isForeign(file));
    // The first alias of a type counts, whatever the order in which the compiler reads files.
    for (const file of sources.sort((a, b) => (a.fileName < b.fileName ? -1 : 1))) this.#collectAliases(file);
  }

  /** @param {string} file */
  #exportsOf(file) {
    const source = this.program.getSourceFile(file);
    const symbol = source && this.checker.getSymbolAtLocation(source);
    if (!symbol) throw new Error(`${file} exports nothing`);
    return this.checker.getExportsOfModule(symbol).map((each) => this.#resolve(each));
  }

  /** @param {ts.SourceFile} file */
  #collectAliases(file) {
    for (const statement of file.statements) {
      if (!ts.isTypeAliasDeclaration(statement) || statement.typeParameters || !this.#mustWriteOut(statement.type)) continue;
      const type = this.checker.getTypeFromTypeNode(statement.type);
      const symbol = this.checker.getSymbolAtLocation(statement.name);
      if (symbol && type.flags & (TypeFlags.Object | TypeFlags.Union) && !this.#aliases.has(type)) this.#aliases.set(type, symbol);
    }
  }

  /** @param {string} entry */
  write(entry) {
    for (const symbol of this.#exportsOf(entry)) this.#want(symbol);
    /** @type {Map<string, string>} */
    const declarations = new Map();
    // The map grows while its types are written.
    for (const [name, symbol] of this.#wanted) declarations.set(name, this.#declare(symbol));
    const sorted = [...declarations].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
    return `${[`import type { ${[...this.#fromReact].sort().join(', ')} } from 'react';`, ...sorted].join('\n\n')}\n`;
  }

  /** @param {ts.Symbol} symbol @returns {string} its name */
  #want(symbol) {
    const { name } = symbol;
    const meant = this.standIns.get(name) ?? symbol;
    const known = this.#wanted.get(name) ?? meant;
    if (known !== meant) throw new Error(`two types are called ${name}`);
    this.#wanted.set(name, meant);
    return name;
  }

  /** @param {ts.Symbol} symbol */
  #declare(symbol) {
    const [node] = symbol.declarations ?? [];
    if (!node || !(ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)))
      throw new Error(`${symbol.name} is neither an interface nor an alias`);
    const comment = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).at(-1)?.getText();
    const before = comment === undefined ? 'export' : `${comment}\nexport`;
    if (!this.#mustWriteOut(node)) {
      this.#wantNamesIn(node);
      return `${before} ${node.getText().replace(/^export /, '')}`;
    }
    if (!ts.isTypeAliasDeclaration(node) || node.typeParameters) throw new Error(`${symbol.name} names a value or a type of a package`);
    return `${before} type ${symbol.name} = ${this.#print(this.checker.getTypeFromTypeNode(node.type), '', true)};`;
  }

  /** @param {ts.Symbol} symbol */
  #resolve(symbol) {
    return symbol.flags & SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }

  /** @param {ts.SourceFile} file */
  #isForeign(file) {
    return this.program.isSourceFileDefaultLibrary(file) || file.fileName.includes('/node_modules/');
  }

  /**
   * What the identifiers of a node name, besides members and type parameters.
   * @param {ts.Node} node @param {(symbol: ts.Symbol, file: ts.SourceFile, text: string) => void} each
   */
  #forNamesIn(node, each) {
    const visit = (/** @type {ts.Node} */ found) => {
      const isMember = found.parent && 'name' in found.parent && found.parent.name === found;
      const symbol = ts.isIdentifier(found) && !isMember && this.checker.getSymbolAtLocation(found);
      const at = symbol && this.#resolve(symbol).declarations?.[0];
      if (symbol && at && !ts.isTypeParameterDeclaration(at) && !ts.isParameter(at) && !ts.isTypeElement(at))
        each(this.#resolve(symbol), at.getSourceFile(), /** @type {ts.Identifier} */ (found).text);
      ts.forEachChild(found, visit);
    };
    visit(node);
  }

  /** Whether the text of a node would name a value, or a package besides React. @param {ts.Node} node */
  #mustWriteOut(node) {
    let isForeign = false;
    const visit = (/** @type {ts.Node} */ found) => {
      isForeign ||= ts.isTypeQueryNode(found);
      ts.forEachChild(found, visit);
    };
    visit(node);
    this.#forNamesIn(node, (_, file) => {
      isForeign ||= this.#isForeign(file) && !this.program.isSourceFileDefaultLibrary(file) && !isOfReact(file);
    });
    return isForeign;
  }

  /** @param {ts.Node} node */
  #wantNamesIn(node) {
    this.#forNamesIn(node, (symbol, file, text) => {
      if (isOfReact(file)) this.#fromReact.add(text);
      if (this.#isForeign(file)) return;
      if (this.#want(symbol) !== text) throw new Error(`${path.basename(node.getSourceFile().fileName)} calls ${symbol.name} ${text}`);
    });
  }

  /**
   * @param {ts.Type} type @param {string} pad
   * @param {boolean} [isDeclared] not to be named by its own alias
   * @returns {string}
   */
  #print(type, pad, isDeclared = false) {
    const alias = isDeclared ? undefined : this.#aliases.get(type);
    if (alias) return this.#want(alias);
    if (type.isUnion()) return this.#printUnion(type.types, pad);
    if (type.isIntersection()) return type.types.map((each) => this.#print(each, pad)).join(' & ');
    if (type.isStringLiteral()) return quote(type.value);
    if (this.checker.isArrayType(type) || this.checker.isTupleType(type)) return this.#printList(/** @type {ts.TypeReference} */ (type), pad);
    const isPlain = type.flags & TypeFlags.Object && type.getCallSignatures().length === 0 && !this.#isBuiltIn(type);
    return isPlain ? this.#printObject(type, pad) : this.#printByCompiler(type);
  }

  /** @param {readonly ts.Type[]} types @param {string} pad */
  #printUnion(types, pad) {
    const isBoolean = (/** @type {ts.Type} */ each) => each.flags & TypeFlags.BooleanLiteral;
    const both = types.filter(isBoolean).length === 2;
    const parts = types.filter((each) => !both || !isBoolean(each)).map((each) => this.#print(each, pad));
    const rank = (/** @type {string} */ text) => ['null', 'undefined'].indexOf(text);
    // The compiler's order depends on the order in which it reads files.
    return [...new Set([...parts, ...(both ? ['boolean'] : [])])]
      .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
      .map((each) => (/=>/.test(each) && !each.startsWith('{') ? `(${each})` : each))
      .join(' | ');
  }

  /** @param {ts.TypeReference} type @param {string} pad */
  #printList(type, pad) {
    const elements = this.checker.getTypeArguments(type);
    if (this.checker.isTupleType(type)) {
      const { readonly } = /** @type {ts.TupleType} */ (type.target);
      return `${readonly ? 'readonly ' : ''}[${elements.map((each) => this.#print(each, pad)).join(', ')}]`;
    }
    const [element] = elements;
    if (!element) throw new Error('an array without a type');
    const text = this.#print(element, pad);
    const isNamed = this.#aliases.has(element) || !(element.isUnion() || element.isIntersection());
    return `${type.symbol.name === 'ReadonlyArray' ? 'readonly ' : ''}${isNamed && !text.startsWith('(') ? text : `(${text})`}[]`;
  }

  /** An interface of the language or of browsers. @param {ts.Type} type */
  #isBuiltIn(type) {
    const at = type.symbol?.declarations?.[0]?.getSourceFile();
    return type.isClassOrInterface() && at !== undefined && this.program.isSourceFileDefaultLibrary(at);
  }

  /** @param {ts.Type} type @param {string} pad */
  #printObject(type, pad) {
    const inner = `${pad}  `;
    const indexes = this.checker.getIndexInfosOfType(type).map((info) => {
      return `${inner}${info.isReadonly ? 'readonly ' : ''}[key: ${this.#print(info.keyType, inner)}]: ${this.#print(info.type, inner)};`;
    });
    const members = this.checker.getPropertiesOfType(type).map((member) => {
      const comment = ts.displayPartsToString(member.getDocumentationComment(this.checker)).split('\n').join(`\n${inner} * `);
      const before = comment === '' ? inner : `${inner}/** ${comment} */\n${inner}`;
      const readonly = ts.getCombinedModifierFlags(member.valueDeclaration ?? /** @type {any} */ ({})) & ts.ModifierFlags.Readonly;
      const name = /^[A-Za-z_$][\w$]*$/.test(member.name) ? member.name : quote(member.name);
      const optional = member.flags & SymbolFlags.Optional ? '?' : '';
      return `${before}${readonly ? 'readonly ' : ''}${name}${optional}: ${this.#printMember(member, inner)};`;
    });
    const lines = [...indexes, ...members];
    return lines.length === 0 ? '{ [key: string]: never }' : `{\n${lines.join('\n')}\n${pad}}`;
  }

  /** @param {ts.Symbol} member @param {string} pad */
  #printMember(member, pad) {
    const type = this.checker.getTypeOfSymbol(member);
    // With exactOptionalPropertyTypes an optional member has this part, which no text can name.
    const isMissing = (/** @type {ts.Type & { debugIntrinsicName?: string }} */ each) => each.debugIntrinsicName === 'missing';
    if (!type.isUnion() || !type.types.some(isMissing)) return this.#print(type, pad);
    const named = this.#aliases.get(this.checker.getNonNullableType(type));
    return named ? this.#want(named) : this.#printUnion(type.types.filter((each) => !isMissing(each)), pad);
  }

  /** @param {ts.Type} type */
  #printByCompiler(type) {
    const { NoTruncation, InTypeAlias, UseSingleQuotesForStringLiteralType } = ts.TypeFormatFlags;
    const text = this.checker.typeToString(type, undefined, NoTruncation | InTypeAlias | UseSingleQuotesForStringLiteralType);
    if (/\bz\.|Zod|import\(|\bany\b/.test(text)) throw new Error(`${text.slice(0, 100)} cannot be written`);
    return text;
  }
}

const isOfReact = (/** @type {ts.SourceFile} */ { fileName }) => /\/node_modules\/@types\/react\//.test(fileName);
const quote = (/** @type {string} */ text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
