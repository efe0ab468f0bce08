import type * as Packed from '@enfilade/contract';
import type { I18n as RealI18n } from '@enfilade/shared-contracts/i18n/i18n';
import type * as Real from './surface.ts';

// A type error here says that the text of the package does not mean what the sources mean.

type Identical<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
type Same<Results extends true[]> = Results;
type Fits<Given extends Wanted, Wanted> = Given;
/** The translator has a stand-in, and the bus is generic over payloads that zod infers: `Events` are compared instead. */
type Plain<Props> = Omit<Props, 'bus' | 'i18n'>;

export type Checked = Same<
  [
    Identical<Real.AnswerFacts, Packed.AnswerFacts>,
    Identical<Real.Conversation, Packed.Conversation>,
    Identical<Real.ConversationState, Packed.ConversationState>,
    Identical<Real.Declaration, Packed.Declaration>,
    Identical<Real.Destination, Packed.Destination>,
    Identical<Real.Events, Packed.Events>,
    Identical<Real.Exhibition, Packed.Exhibition>,
    Identical<Real.GuideApi, Packed.GuideApi>,
    Identical<Real.Museum, Packed.Museum>,
    Identical<Real.MuseumProfile, Packed.MuseumProfile>,
    Identical<Real.OpenSlot, Packed.OpenSlot>,
    Identical<Real.Plays, Packed.Plays>,
    Identical<Real.QuestionId, Packed.QuestionId>,
    Identical<Real.ScreenLink, Packed.ScreenLink>,
    Identical<Real.SessionState, Packed.SessionState>,
    Identical<Real.Slot, Packed.Slot>,
    Identical<Real.VisitEndFacts, Packed.VisitEndFacts>,
    Identical<Real.VisitorSession, Packed.VisitorSession>,
    Identical<Plain<Real.FirstPaintProps>, Plain<Packed.FirstPaintProps>>,
    Identical<Plain<Real.MountProps>, Plain<Packed.MountProps>>,
    Identical<Plain<Real.ScreenProps>, Plain<Packed.ScreenProps>>,
  ]
>;
export type CheckedI18n = Fits<RealI18n, Packed.I18n>;
