import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import { safeStorage } from '@enfilade/shared-contracts/kit/storage';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import { kioskKey } from '@enfilade/shared-contracts/visit/stored-names';
import { parseVisitAddress } from '@enfilade/shared-contracts/visit/visit-address';

/** `begins`: the address has `kiosk=1`, at the device's start or after a deletion. False for a reload during a visit. */
export interface Kiosk {
  begins: boolean;
  museumId: EntityId | undefined;
}

type KioskPage = Pick<Window, 'sessionStorage'> & { location: Pick<Location, 'search'> };

/** `kiosk=1` starts a kiosk in this tab, and `kiosk=0` ends it. Undefined if the tab is not a kiosk. */
export function readKiosk(page: KioskPage): Kiosk | undefined {
  const storage = safeStorage(() => page.sessionStorage);
  const { wantsKiosk, museumId } = parseVisitAddress(new URLSearchParams(page.location.search), { answers: {} });
  if (wantsKiosk !== undefined) storage.writeText(kioskKey, wantsKiosk ? '1' : '');
  const isKiosk = wantsKiosk ?? storage.readText(kioskKey) === '1';
  return isKiosk ? { begins: wantsKiosk === true, museumId } : undefined;
}

/** Removes external forms and link hosts from the museums, so that no version of a screen can render a link out of the kiosk. */
export function withoutWaysOut(api: Pick<GuideApi, 'loadMuseum' | 'loadExhibition'>): typeof api {
  return {
    loadExhibition: api.loadExhibition,
    async loadMuseum(museumId, signal) {
      const { museum, profile } = await api.loadMuseum(museumId, signal);
      return { museum, profile: { ...profile, linkHosts: [], tabBar: withoutForms(profile.tabBar) } };
    },
  };
}

const withoutForms = (tabBar: MuseumProfile['tabBar']): MuseumProfile['tabBar'] =>
  tabBar.kind === 'guide-feedback' ? { kind: 'guide-feedback' } : tabBar;
