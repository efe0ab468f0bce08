import type * as Build from '@enfilade/shared-contracts/build/remote-build';
import type * as Tests from '@enfilade/shared-contracts/build/test-project';
import type * as Kit from '@enfilade/shared-contracts/remote/screen-kit';
import type * as Testing from '@enfilade/shared-contracts/remote/testing/test-kit';
import type * as PackedBuild from './build.d.ts';
import type * as PackedKit from './index.d.ts';
import type * as PackedTesting from './testing.d.ts';
import type * as PackedTests from './tests.d.ts';

type Keeps<Sources extends Packed, Packed> = Sources;
/** The translator of the contract is a stand-in: the real one can take its place, and not the other way round. */
type Props<View extends (props: never) => unknown> = Omit<Parameters<View>[0], 'i18n'>;
/** Of a generic event bus, compilers cannot compare the payloads. */
type Given = Omit<Awaited<ReturnType<typeof Testing.createScreenProps>>['props'], 'bus'>;
type PackedGiven = Omit<Awaited<ReturnType<typeof PackedTesting.createScreenProps>>['props'], 'bus'>;
type Plain = 'createI18n' | 'findTextProblems' | 'languages' | 'LiteralTopBar' | 'tellStates' | 'visitStates';

/** The sources are what the types of the package say: another signature is a type error here. */
export type Checked = [
  Keeps<Pick<typeof Kit, 'Button' | 'Card'>, Pick<typeof PackedKit, 'Button' | 'Card'>>,
  Keeps<Props<typeof PackedKit.TopBar>, Props<typeof Kit.TopBar>>,
  Keeps<ReturnType<typeof Kit.useTranslation>, ReturnType<typeof PackedKit.useTranslation>>,
  Keeps<Pick<typeof Testing, Plain>, Pick<typeof PackedTesting, Plain>>,
  Keeps<Given, PackedGiven>,
  Keeps<typeof Build, typeof PackedBuild>,
  Keeps<typeof Tests, typeof PackedTests>,
];
