import { loadedAtMost } from '@enfilade/shared-contracts/build/budgets';
import type { Declaration } from '@enfilade/shared-contracts/releases/declaration';
import { fillerOf, findMisfit, offeredSlots } from '@enfilade/shared-contracts/releases/slots';
import { compressBest } from '../artifacts/artifact-store.ts';
import { PublishRefusedError } from '../state/registry-error.ts';
import type { RegistryState } from '../state/registry-state.ts';
import { isScriptOrStyle } from '../state/releases.ts';
import { newestDeclarations } from '../state/summaries.ts';

/** The declaration with what the whole filler weighs as it is served: what the places it fills have room for. */
export async function measureFiller<Declared extends Declaration | undefined>(
  declaration: Declared,
  served: ReadonlyMap<string, Buffer>,
): Promise<Declared> {
  if (!declaration?.fills?.length) return declaration;
  const files = [...served].filter(([file]) => isScriptOrStyle(file));
  const measured = await Promise.all(files.map(async ([file, contents]) => ({ file, bytes: (await compressBest(contents)).length })));
  const fillerBytes = loadedAtMost(measured).reduce((sum, { bytes }) => sum + bytes, 0);
  return { ...declaration, fillerBytes };
}

/** By what each screen's newest version says. */
const offeredNow = (state: RegistryState) => {
  const declared = Object.entries(newestDeclarations(state)).map(([name, declaration]) => [name, { declaration }] as const);
  return offeredSlots(Object.fromEntries(declared));
};

/** @throws PublishRefusedError for what is not fit for the places it fills, as far as these are known */
export function checkFiller(state: RegistryState, name: string, declaration: Declaration | undefined): void {
  const misfit = findMisfit(fillerOf(name, declaration), offeredNow(state));
  if (misfit !== undefined) throw new PublishRefusedError(`${name} ${misfit}; fill another place, or build what fits.`);
}

/** Places it fills that no published screen has: it waits for one. */
export function findUnknownSlots(state: RegistryState, name: string, declaration: Declaration | undefined): string[] {
  const offered = offeredNow(state);
  return fillerOf(name, declaration).fills.flatMap(({ slot }) => (offered.has(slot) ? [] : [slot]));
}
