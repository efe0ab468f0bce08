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

/** Pages ignore unknown words to run screens of later releases, so publish refuses unknown words. @throws PublishRefusedError */
export function checkDeclaration({ release: { name, contract, declaration } }: Build): void {
  checkScreen(declaration);
  checkSlots(name, declaration, contract);
}

function checkScreen(declaration: Declaration): void {
  const { title, routes, audience = 'visitors', needs, provides, conversation, entries = [] } = declaration;
  checkTexts('title', title);
  checkWords('audience', audience);
  checkWords('needs', needs);
  checkWords('provides', provides);
  checkWords('conversation', conversation);
  for (const route of routes) checkRoute(route, audience === 'operators');
  if (provides !== undefined && needs.includes(provides)) refuse(`provides "${provides}" and needs it`, 'leave one of them out');
  for (const entry of entries) checkEntry(entry, entries);
}

function checkSlots(name: string, declaration: Declaration, contract: string): void {
  const { routes, fills = [], entries = [] } = declaration;
  const slots = slotsOf(declaration);
  if (routes.length === 0 && fills.length === 0) refuse('has no route and fills no place', 'add a route or a place to fill');
  if (routes.length === 0 && entries.length > 0) refuse('has entries but no route', 'leave entries out');
  if (slots.length > 0 && (routes.length === 0 || name === hostScreen))
    refuse('offers places without a screen of a remote', 'leave slots out');
  for (const slot of slots) checkTexts(`text of slot "${slot.name}"`, slot.text);
  checkTwice(
    slots.map((slot) => slot.name),
    'slots',
  );
  checkTwice(
    fills.map(({ slot }) => slot),
    'fills',
  );
  const unknown = [...slots, ...fills].find(({ props }) => !isSlotProps(props));
  if (unknown) refuse(`says "${unknown.props}" in props`, `write ${slotProps.join(' or ')}`);
  if (fills.length > 0 && satisfies(mountContractVersion, contract))
    refuse('fills places, which the page’s React draws', 'build it for contract 1, or leave fills out');
}

function checkTwice(names: readonly string[], field: string): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) refuse(`names "${twice}" twice in ${field}`, 'leave one of them out');
}

type Entry = NonNullable<Declaration['entries']>[number];

function checkEntry(entry: Entry, all: readonly Entry[]): void {
  const { id, place, title, note } = entry;
  checkWords('place', place);
  checkTexts(`title of entry "${id}"`, title);
  if (note) checkTexts(`note of entry "${id}"`, note);
  if (all.some((other) => other !== entry && other.id === id && other.place === place))
    refuse(`has entry "${id}" twice at ${place}`, 'give one of them another id');
}

function checkRoute(route: string, isOperators: boolean): void {
  if (isOperators !== (route === operatorsPath))
    refuse(
      isOperators ? `is for operators at ${route}` : `is for visitors at ${route}`,
      `take ${isOperators ? operatorsPath : 'another route'}`,
    );
  if (reservedPaths.includes(route)) refuse(`takes ${route}, which is the server's own`, 'take another route');
}

function checkWords(field: keyof typeof declarationWords, words: string | readonly string[] = []): void {
  const unknown = [words].flat().find((word) => !declarationWords[field].includes(word));
  if (unknown !== undefined) refuse(`says "${unknown}" in ${field}`, `write ${declarationWords[field].join(', ')}`);
}

function checkTexts(what: string, texts: DeclaredTexts): void {
  const missing = languages.find((language) => !texts[language]);
  if (missing) refuse(`has no ${what} in ${missing}`, 'write it');
}

function refuse(problem: string, mend: string): never {
  throw new PublishRefusedError(`The declaration ${problem}; ${mend} in declaration.json and build again.`);
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
