import type { WishWords } from './wish.ts';

const go = '(go|move|carry|keep|walk|continue|proceed)( going| moving| walking| on| ahead| along| forward| further)*';
const ask =
  '(can|could|may|shall|should|would you like to|let s|let us|i d like to|i would like to|i want to|we want to|we can|you can)( we| i| you)?';
const bring = '(take|bring|lead|guide|show|walk)( me| us)?( on| over)?';

export const englishWishes: WishWords = {
  pads: [
    'hello',
    'hi',
    'please',
    'now',
    'then',
    'well',
    'so',
    'and',
    'just',
    'oh',
    'ah',
    'um',
    'uh',
    'hm',
    'hmm',
    'thanks',
    'kindly',
    'hey',
    'actually',
    'i',
    'think',
  ],
  fillers: [
    'um',
    'umm',
    'uh',
    'uhm',
    'hm',
    'hmm',
    'hmmm',
    'mm',
    'mmm',
    'mhm',
    'er',
    'erm',
    'ah',
    'aha',
    'oh',
    'ooh',
    'wow',
    'well',
    'so',
    'eh',
    'huh',
    'let',
    'me',
    'see',
  ],
  phrases: {
    begin: `
      (${ask} )?(start|begin|get started|get going)( over)?( with)?( the| our| my| a)?( guided)?( tour| visit| walk)?( here)?
      (start|begin) (it|again|from the (start|beginning)|over)
      (i m |i am |we are |we re )?ready( to (go|start|begin))?
      let s (go|get started|do it|do the tour)
      (i d like|i would like|i want|can i have|give me|show me|take me on)( to (take|do|join|have))? (the|a|your)( guided)? tour
      (the )?(guided )?tour
      where do we (start|begin)
      lead the way
      open the tour`,
    yes: `
      (yes|yeah|yep|yup|yea|aye|sure|sure thing|ok|okay|okey|alright|all right|right|of course|certainly|absolutely|definitely|exactly|correct|agreed|gladly|fine|great|good|perfect|deal|indeed|lovely|wonderful|cool|super)( (yes|please|sure|ok|do|of course|fine|thanks|thank you|good))*
      (yes )?(i|we) (do|would|am|are|can|could|will)( like (that|to))?
      why not
      with pleasure
      (that )?sounds (good|great|nice|lovely|fine)
      good idea
      (that s |that is )?fine( with me| by me| for me)?
      (i|we)( d| would) (like|love) (that|to)
      that would be (nice|great|lovely|good)
      please do
      please
      by all means
      as you (like|wish)
      happy to
      i (agree|am in|m in)
      let s do (it|that)`,
    no: `
      (no|nope|nah|not)( (thanks|thank you|really|yet|no|now|at the moment|for now|so fast|that one|today))*
      not (just )?(yet|now|right now|so fast|at the moment|quite)
      (no )?(wait|hold on|hang on)( a)?( moment| minute| second| bit)?
      (one|just a|give me a|a) (moment|minute|second)
      (i|we)( d| would)? (rather|prefer|want to|would like to|like to|would rather)( not| stay| stay here| to stay| stay a (bit|little)( longer)?| look around( a (bit|little))?)+
      (let s|let us|let me) (stay|wait|look around)( here| a (bit|little|moment|while)| longer)*
      stay( here)?( a (bit|little|moment|while))?( longer)?
      (i am|i m|we are|we re) not (ready|finished|done)( yet)?
      later
      maybe later
      don t( go)?( on)?( yet)?
      skip (it|this|that)
      i (don t|do not) (want( to| that)?|think so)`,
    next: `
      (${ask} )?${go}( with)?( the| our)?( guided)?( tour| visit)?( here)?
      next( one| stop| thing| please| object| piece)?
      (the|on to the|and the) next( one| stop| thing| object| piece)?
      (what s|what is|what comes) (next|now)( here| up)?
      (${bring} )(to )?(the )?next (stop|thing|one|object|piece)
      onward(s)?
      forward
      go
      let s (go|move)( on)?
      continue( the tour| with the tour)?
      (back to|resume|on with)( the)? tour
      pick up where we (left off|were)
      where were we`,
    'next-room': `
      (${ask} )?${go}( in)?( to| into)?( the| our| another)? (next )?(room|door|hall|space|salon)( now)?
      (the |to the |into the |on to the )?(next|following|other|another) (room|door|hall|space|salon)
      ${bring} (to |into )?(the )?(next |following )?(room|door|hall|space|salon)
      (${ask} )?(see|visit|enter|change|switch|go and see)( the| to the)? (next )?rooms?
      (what s|what is) (in )?the next room
      leave (this room|here)
      (i m|we re|i am|we are) (done|finished)( with (this room|here|this)| here)?
      enough of this room
      room
      (to|into|on to) the room`,
    back: `
      (${ask} )?(go |walk |move |step )?back( a room| one room| again)?( to| into)?( the)?( previous| last| first| other)?( room| one)?
      (the )?(previous|last)( room| one)
      (${ask} )?(return|turn back)( to)?( the)?( previous| last)?( room| one)?
      ${bring} back( to| into)?( the)?( previous| last)?( room| one)?
      (the )?room before( this( one)?)?`,
    where: `
      where
      (and )?where (am i|are we|are you|is this|do (i|we) stand)( now| right now| exactly| at the moment| in the tour)*
      (which|what) room( is (this|it|that)| (am i|are we)( in| now)*| now)?
      (in )?(which|what) room (am i|are we)( in)?( now| right now)?
      what (is|s) (this|the) (room|place)( called| s name)
      what is the name of this room
      how (far|long)( are we| is it| have we come)?( along| left| to go| now| still)*
      how (many|much) (rooms|stops|more|is left|more rooms)( are there| are left| to go| is left| left| still)*
      what (room|number|part) (is this|are we (in|at))
      (i m|i am|we are|we re|am i|are we) lost
      (my|our) (position|location|place)
      location
      tell me where (we are|i am)`,
    again: `
      again
      (once|one) more( time)?
      (${ask} )?(repeat|say|tell|explain|read)( (that|it|this|me|us|the last (part|bit|thing|one)))*( again| once more| one more time)
      (${ask} )?(repeat|rewind)( (that|it|this|yourself|the last (part|bit|thing|sentence|one)))*
      come again
      (pardon|sorry|excuse me)( me)?
      (sorry )?what( did you say| was that)
      what
      (i|we) (didn t|did not|couldn t|could not) (hear|catch|get|understand|follow)( that| it| you| this)*
      say (that|it) again
      (can|could|would) you (say|repeat) (that|it|this)( again)?
      i (missed|didn t get) (that|it)`,
    stop: `
      stop( it| here| the tour| now| talking| this| that)*
      (${ask} )?(end|finish|quit|leave|cancel|stop|abort)( it| here| the tour| the visit| this)*
      (that s|that is|that was|this is) (enough|all|it)( for (me|today|now|us))*
      enough( for (today|now|me))?
      (no more|nothing more)
      (bye|goodbye|good bye|bye bye|see you( later| soon)?|farewell|good night)
      (i|we) (have to|must|need to|want to|d like to|would like to|should)( go| leave| stop| end| finish)+( now| here| the tour)*
      (i m|i am|we re|we are) (leaving|going|off|tired|out of time)
      exit
      i (don t|do not) want (any|to hear( any)?) more
      shut up
      be quiet`,
    more: `
      (tell|say|give|show)( me| us)? (a (bit|little) )?(more|something more|something else|anything else)( about (it|this|that|this room|the room|here|them))*
      more
      (a (bit|little) )more( about (it|this|that|this room|the room))*
      (is there|anything|something|what) (anything |something )?(more|else)( here| to (see|know|tell)| about (it|this room)| in (this room|here))*
      (what|who|anything) else
      (${ask} )?(hear|know|learn)( (a (bit|little) )?more)( about (it|this|that|this room|the room))*
      (more|further) (details|please|information)
      (please )?elaborate
      go into( more)? detail`,
  },
};
