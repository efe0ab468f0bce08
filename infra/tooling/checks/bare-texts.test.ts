import path from 'node:path';
import { expect, it } from '@rstest/core';
import ts from 'typescript';
import { repositoryRoot as root } from '../testing/repository-root.ts';

const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile);
const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
const isOfPages = (file: string) =>
  /^(?:host|mfe-[a-z]+|shared-contracts|infra\/console)\/.*(?<!\.test)\.tsx$/.test(path.relative(root, file));

/** React renders a value of this type as a text node. Translators leave a text of spaces unchanged. */
function isText(type: ts.Type, checker: ts.TypeChecker, seen = new Set<ts.Type>()): boolean {
  if (seen.has(type)) return false;
  seen.add(type);
  if (type.isUnion()) return type.types.some((part) => isText(part, checker, seen));
  if (type.isStringLiteral()) return type.value.trim() !== '';
  const item = checker.isArrayLikeType(type) ? checker.getIndexTypeOfType(type, ts.IndexKind.Number) : undefined;
  if (item) return isText(item, checker, seen);
  return (type.flags & (ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;
}

function isBareText(child: ts.JsxChild, checker: ts.TypeChecker): boolean {
  if (ts.isJsxText(child)) return child.text.trim() !== '';
  if (ts.isJsxExpression(child)) return child.expression !== undefined && isText(checker.getTypeAtLocation(child.expression), checker);
  if (ts.isJsxFragment(child)) return false;
  // A component that returns a text. The type of React's own components (Suspense, memo) is always ReactNode.
  const tag = ts.isJsxElement(child) ? child.openingElement : child;
  const isReacts = checker.getTypeAtLocation(tag.tagName).getProperty('$$typeof') !== undefined;
  const component = checker.getResolvedSignature(tag);
  return !isReacts && component !== undefined && isText(component.getReturnType(), checker);
}

/** The children to which React keeps references: two or more of an element, also a single child of a fragment. */
function childrenBeside(node: ts.Node): readonly ts.JsxChild[] {
  if (!ts.isJsxElement(node) && !ts.isJsxFragment(node)) return [];
  const drawn = node.children.filter((child) =>
    ts.isJsxExpression(child) ? child.expression : !(ts.isJsxText(child) && child.containsOnlyTriviaWhiteSpaces),
  );
  const isFragment = ts.isJsxFragment(node) || node.openingElement.tagName.getText() === 'Fragment';
  return drawn.length > 1 || isFragment ? drawn : [];
}

/** @returns `file:line: text` */
function findBareTexts(program: ts.Program, isChecked: (file: string) => boolean): string[] {
  const checker = program.getTypeChecker();
  return program.getSourceFiles().flatMap((source) => {
    const found: string[] = [];
    const visit = (node: ts.Node) => {
      for (const child of childrenBeside(node).filter((each) => isBareText(each, checker))) {
        const { line } = source.getLineAndCharacterOfPosition(child.getStart());
        found.push(`${path.relative(root, source.fileName)}:${line + 1}: ${child.getText().trim()}`);
      }
      ts.forEachChild(node, visit);
    };
    if (isChecked(source.fileName)) visit(source);
    return found;
  });
}

/** React keeps a reference to the texts of lines 4 to 9, and to none of lines 10 and 11. */
const sample = path.join(root, 'host/sample.tsx');
const sampleText = `import { Fragment, type ReactNode } from 'react';
const Named = ({ name }: { name: string }) => name;
export const Page = ({ count, name, node }: { count: number; name?: string; node: ReactNode }) => <main>
  <p><b>{count}</b> {name && \`, \${name}\`}</p>
  <p><b />of</p>
  <p><b />{node}</p>
  <p><b />{['a', name]}</p>
  <p><b /><Named name="a" /></p>
  <Fragment key={count}>{name}</Fragment>
  <p><b />{' '}{count > 0 && <i>{count}</i>}{[1].map((each) => <i key={each} />)}</p>
  <p>{count > 0 ? name : <b />}</p>
</main>;`;

it('each text beside other children has its own element, so that translators can exchange text nodes', () => {
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.readFile = (file) => (file === sample ? sampleText : readFile(file));
  host.fileExists = (file) => file === sample || fileExists(file);
  const files = fileNames.filter((file) => isOfPages(file) || file.endsWith('.d.ts'));
  const program = ts.createProgram([...files, sample], options, host);
  const found = findBareTexts(program, (file) => file === sample).map((each) => each.split(':')[1]);
  expect(found).toEqual(['4', '5', '6', '7', '8', '9']);
  expect(findBareTexts(program, (file) => isOfPages(file) && file !== sample)).toEqual([]);
});
