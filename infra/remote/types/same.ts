import type * as Contract from '@enfilade/contract';
import type * as Build from '@enfilade/shared-contracts/build/remote-build';
import type * as Tests from '@enfilade/shared-contracts/build/test-project';
import type { I18n } from '@enfilade/shared-contracts/i18n/i18n';
import type * as Testing from '@enfilade/shared-contracts/remote/testing/test-kit';
import type * as Kit from '@enfilade/shared-contracts/ui/screen-kit';
import type * as Surface from '@enfilade/tooling/contract/surface';
import type * as PackedBuild from './build.d.ts';
import type * as PackedKit from './index.d.ts';
import type * as PackedTesting from './testing.d.ts';
import type * as PackedTests from './tests.d.ts';

// A type error here means that a package's types differ from the types of the sources.

type Keeps<Sources extends Packed, Packed> = Sources;
type Identical<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
type Same<Results extends true[]> = Results;
/** Compilers cannot compare the payloads of a generic bus, so `Events` are compared instead. The contract's translator is a stand-in. */
type Plain<Props> = Omit<Props, 'bus' | 'i18n'>;
type Props<View extends (props: never) => unknown> = Omit<Parameters<View>[0], 'i18n'>;
type Given = Omit<Awaited<ReturnType<typeof Testing.createScreenProps>>['props'], 'bus'>;
type PackedGiven = Omit<Awaited<ReturnType<typeof PackedTesting.createScreenProps>>['props'], 'bus'>;
type Shared = 'createI18n' | 'findTextProblems' | 'languages' | 'LiteralTopBar' | 'tellStates' | 'visitStates';

export type CheckedContract = [
  Keeps<I18n, Contract.I18n>,
  Same<
    [
      Identical<Surface.AnswerFacts, Contract.AnswerFacts>,
      Identical<Surface.Conversation, Contract.Conversation>,
      Identical<Surface.ConversationState, Contract.ConversationState>,
      Identical<Surface.Declaration, Contract.Declaration>,
      Identical<Surface.Destination, Contract.Destination>,
      Identical<Surface.Events, Contract.Events>,
      Identical<Surface.Exhibition, Contract.Exhibition>,
      Identical<Surface.GuideApi, Contract.GuideApi>,
      Identical<Surface.Museum, Contract.Museum>,
      Identical<Surface.MuseumProfile, Contract.MuseumProfile>,
      Identical<Surface.OpenSlot, Contract.OpenSlot>,
      Identical<Surface.Plays, Contract.Plays>,
      Identical<Surface.QuestionId, Contract.QuestionId>,
      Identical<Surface.ScreenLink, Contract.ScreenLink>,
      Identical<Surface.SessionState, Contract.SessionState>,
      Identical<Surface.Slot, Contract.Slot>,
      Identical<Surface.VisitEndFacts, Contract.VisitEndFacts>,
      Identical<Surface.VisitorSession, Contract.VisitorSession>,
      Identical<Plain<Surface.FirstPaintProps>, Plain<Contract.FirstPaintProps>>,
      Identical<Plain<Surface.MountProps>, Plain<Contract.MountProps>>,
      Identical<Plain<Surface.ScreenProps>, Plain<Contract.ScreenProps>>,
    ]
  >,
];

export type CheckedRemote = [
  Keeps<Pick<typeof Kit, 'Button' | 'Card'>, Pick<typeof PackedKit, 'Button' | 'Card'>>,
  Keeps<Props<typeof PackedKit.TopBar>, Props<typeof Kit.TopBar>>,
  Keeps<ReturnType<typeof Kit.useTranslation>, ReturnType<typeof PackedKit.useTranslation>>,
  Keeps<Pick<typeof Testing, Shared>, Pick<typeof PackedTesting, Shared>>,
  Keeps<Given, PackedGiven>,
  Keeps<typeof Build, typeof PackedBuild>,
  Keeps<typeof Tests, typeof PackedTests>,
];
