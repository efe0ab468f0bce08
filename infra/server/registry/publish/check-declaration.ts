import { loadedAtMost } from '@enfilade/shared-contracts/build/budgets';
import { languages } from '@enfilade/shared-contracts/i18n/language';
import { mountContractVersion } from '@enfilade/shared-contracts/releases/contract';
import { type Declaration, type DeclaredTexts, declarationWords } from '@enfilade/shared-contracts/releases/declaration';
import { fillerOf, findMisfit, hostScreen, isSlotProps, offeredSlots, slotProps, slotsOf } from '@enfilade/shared-contracts/releases/slots';
import { satisfies } from '@enfilade/shared-contracts/releases/version-range';
import { operatorsPath } from '@enfilade/shared-contracts/visit/arrival';
import { compressBest } from '../../http/encoded-text.ts';
import { PublishRefusedError } from '../state/registry-error.ts';
import type { RegistryState } from '../state/registry-state.ts';
import { isScriptOrStyle, type Release } from '../state/releases.ts';
import { newestDeclarations } from '../state/summaries.ts';
import type { Build } from './build.ts';

/** Paths of the server, and paths that are reserved for the server. */
const reservedPaths = ['/api', '/registry', '/remotes', '/static', '/media', '/voice', '/healthz', '/readyz', '/metrics', '/first-paint'];

/** Pages ignore unknown words to run screens of later releases, so publish refuses unknown words. Yields the first problem. */
export function* declarationProblems({ release: { name, contract, declaration } }: Build): Generator<string> {
  const all = [
    screenProblems(declaration),
    entryProblems(declaration),
    partProblems(name, declaration),
    slotProblems(declaration, contract),
  ];
  for (const problems of all)
    for (const [problem, mend] of problems) return yield `The declaration ${problem}; ${mend} in declaration.json and build again.`;
}

type Problems = Generator<[problem: string, mend: string]>;

function* screenProblems({ title, routes, audience = 'visitors', needs, provides, conversation }: Declaration): Problems {
  yield* missingTexts('title', title);
  for (const [field, words] of Object.entries({ audience, needs, provides, conversation })) yield* unknownWords(field, words);
  const own = audience === 'operators' ? operatorsPath : 'another route';
  for (const route of routes) {
    if ((own === operatorsPath) !== (route === operatorsPath)) yield [`is for ${audience} at ${route}`, `take ${own}`];
    if (reservedPaths.includes(route)) yield [`takes ${route}, which is the server's own`, 'take another route'];
  }
  if (provides !== undefined && needs.includes(provides)) yield [`provides "${provides}" and needs it`, 'leave one of them out'];
}

function* entryProblems({ entries = [] }: Declaration): Problems {
  for (const entry of entries) {
    const { id, place, title, note } = entry;
    yield* unknownWords('place', place);
    yield* missingTexts(`title of entry "${id}"`, title);
    if (note) yield* missingTexts(`note of entry "${id}"`, note);
    if (entries.some((other) => other !== entry && other.id === id && other.place === place))
      yield [`has entry "${id}" twice at ${place}`, 'give one of them another id'];
  }
}

function* partProblems(name: string, declaration: Declaration): Problems {
  const { fills = [], entries = [] } = declaration;
  const hasRoute = declaration.routes.length > 0;
  if (!hasRoute && fills.length === 0) yield ['has no route and fills no place', 'add a route or a place to fill'];
  if (!hasRoute && entries.length > 0) yield ['has entries but no route', 'leave entries out'];
  if (slotsOf(declaration).length > 0 && (!hasRoute || name === hostScreen))
    yield ['offers places without a screen of a remote', 'leave slots out'];
}

function* slotProblems(declaration: Declaration, contract: string): Problems {
  const { fills = [] } = declaration;
  const slots = slotsOf(declaration);
  for (const slot of slots) yield* missingTexts(`text of slot "${slot.name}"`, slot.text);
  for (const [field, names] of Object.entries({ slots: slots.map((slot) => slot.name), fills: fills.map(({ slot }) => slot) })) {
    const twice = names.find((one, at) => names.indexOf(one) !== at);
    if (twice !== undefined) yield [`names "${twice}" twice in ${field}`, 'leave one of them out'];
  }
  const unknown = [...slots, ...fills].find(({ props }) => !isSlotProps(props));
  if (unknown) yield [`says "${unknown.props}" in props`, `write ${slotProps.join(' or ')}`];
  if (fills.length > 0 && satisfies(mountContractVersion, contract))
    yield ['fills places, which the page’s React draws', 'build it for contract 1, or leave fills out'];
}

function* unknownWords(field: string, words: string | readonly string[] = []): Problems {
  const known = declarationWords[field as keyof typeof declarationWords];
  const unknown = [words].flat().find((word) => !known.includes(word));
  if (unknown !== undefined) yield [`says "${unknown}" in ${field}`, `write ${known.join(', ')}`];
}

function* missingTexts(what: string, texts: DeclaredTexts): Problems {
  const missing = languages.find((language) => !texts[language]);
  if (missing) yield [`has no ${what} in ${missing}`, 'write it'];
}

/** Adds the compressed size of the whole filler, which places limit. */
export async function measureFiller({ release: { declaration }, served }: Build): Promise<Declaration> {
  if (!declaration.fills?.length) return declaration;
  const files = [...served].filter(([file]) => isScriptOrStyle(file));
  const measured = await Promise.all(files.map(async ([file, contents]) => ({ file, bytes: (await compressBest(contents)).length })));
  const fillerBytes = loadedAtMost(measured).reduce((sum, { bytes }) => sum + bytes, 0);
  return { ...declaration, fillerBytes };
}

const offeredNow = (state: RegistryState) => {
  const declared = Object.entries(newestDeclarations(state)).map(([name, declaration]) => [name, { declaration }] as const);
  return offeredSlots(Object.fromEntries(declared));
};

/** @throws PublishRefusedError for a filler that does not fit a known place */
export function checkFiller(state: RegistryState, { name, declaration }: Release): void {
  const misfit = findMisfit(fillerOf(name, declaration), offeredNow(state));
  if (misfit !== undefined) throw new PublishRefusedError(`${name} ${misfit}; fill another place, or build what fits.`);
}

export function findUnknownSlots(state: RegistryState, { name, declaration }: Release): string[] {
  const offered = offeredNow(state);
  return fillerOf(name, declaration).fills.flatMap(({ slot }) => (offered.has(slot) ? [] : [slot]));
}
