/** Where an examination goes on: from its announcement to the verdict, the plan or the next question of the history. D437. */
import { readOnceOf } from '../../../../core/cache/read-once.ts'
import { isOfMoment } from '../../../dialogue/instructions.ts'
import type { Sentence } from '../../../dialogue/sentence.ts'
import { ofPlan } from '../dangers.ts'
import { readFound } from '../findings.ts'

const howMuch = '(?:(?:a|an|another|my|quick|good|proper|little|wee|closer|bit of a) )*'
const number =
  '(?:hundred|one|two|three|four|five|six|seven|eight|nine|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|\\d+)\\b'
const clothes = '(?:shirt|top|jumper|sleeves?|shoes?|socks?|trousers|pants|boots?|vest|jacket|bra|glasses|mask)'

/** The clinician announces an examination, or begins one. */
const opens = new RegExp(
  `\\b(?:${[
    `(?:have|take|having|get|for) ${howMuch}(?:look|listen|feel|squiz|peek|press|poke|gander)\\b(?! (?:into|for|around for|(?:at|through) (?:the|your|my) (?:results?|bloods?|list|notes?|record|file|diary|calendar|medication)))`,
    `${clothes}(?: and \\w+)? (?:off|up|down)`,
    '(?:hop|pop|jump|climb|get|lie|come|up|shuffle) (?:you |yourself )?(?:up |back |down )?(?:on|onto|to) (?:the|my|this) (?:couch|bed|table|camera)',
    "(?:let us|let's|let me) (?:just )?(?:see|do|check) (?:it|that|this|him|her|(?:the|those) (?:left |right |sore |bad )?(?:feet|foot|ears?|eyes?|chest|back|skin|reflexes|knees?|hips?|shoulders?|wrists?|hands?|ankles?|elbows?|legs?|arms?|neck|tummy|throat|mouth|rash|wound|mole|lump|toes?|fingers?|thumb|calf|heel)|your (?!list|notes|record)[a-z]+|a few things|how you (?:move|walk))(?! (?:if|what|when|how)\\b)",
    'let me (?:just )?(?:examine|listen|feel|press|look (?:at|in|inside)|take your|see (?:it|that|his|her)|check your (?!records?|notes?|file|list))',
    '(?:can|may|could|shall|if) i (?:just )?(?:examine|have a look|listen|press|look (?:at|in)|see your (?:belly|tummy|hands?|arms?|legs?|throat|tongue|back)|check your (?!records?|notes?|file))',
    'i (?:am (?:just |now )?(?:going to|gonna)|am just|am|will(?: just)?|would like to|want to|need to) (?:just |now |be (?:annoying|quiet|gentle)(?: now)? and )?(?:examine|examining|press|pressing|feel for|feeling (?:for|your|the)|listen to|listening to|tap|look (?:at|in|inside) (?:your|the|that|it|both)|put my hand|measure|measuring|check (?:you over|your (?:blood pressure|pulse|temperature|chest|heart|ears|tummy|neck|eyes|reflexes|back|throat)))',
    '(?:open wide|say ah+|(?:big|deep) breaths?|tongue out|bend forward|follow my finger|push against me|squeeze my (?:hands?|fingers?)|walk (?:on your (?:heels|toes)|to the door))',
    'tell me (?:when|if|where) (?:it (?:is|gets|hurts)|i hit|that (?:is|hurts)|you feel)',
    'on your (?:\\w+ )?finger first|good (?:ear|eye|knee|leg|side|one|foot|ankle) first',
    'just feeling (?:your|for|the)',
    'check you over',
    // A value that is read out.
    `(?:blood pressure|bp|pulse|temp|temperature|sats|oxygen|heart rate)(?:,| is| at|)? (?:a |about )?${number}`,
    '(?:the|your) (?:dip|dipstick|urine|wee|strip)(?: test| here)?,? (?:is|has|shows|showed|there is|came)',
  ].join('|')})\\b`,
)
/** Another day, a wish, a question of the history: no examination begins. */
const notNow = /\b(?:come in|come back|next (?:week|time|visit|month)|tomorrow|monday|tuesday|wednesday|thursday|friday|later|in a sec|in person|with the result|after the|when (?:you|i|we) see|properly|the nurse|we would|i would (?:want|need)|they will|specialist|has anyone|did (?:they|he|she|anyone)|to sleep|at night|if (?:it|you|he|she|they) (?!do\b|don|like|are happy|let|can)|back what|back to you|how i see)\b/ // biome-ignore format: one pattern

/** The clinician comes to the verdict, to the plan, or to the history. */
const closes =
  /\b(?:prescri\w+|(?:i will|i am going to|i would like to|we will|i want to) (?:give|send|refer|start|book|arrange|order|write|ring|call|phone|see you|get you (?:a|some|on|into)|put you on)|what (?:i|we) (?:would|will) (?:do|suggest)|what we do|the plan|you need to|milligrams?|micrograms?|times a day|twice a day|once a day|in (?:two|three|four|six|ten) (?:days|weeks)|antibiotics?|painkillers?|paracetamol|ibuprofen|panadol|nurofen|here is (?:how|what) i|what i think|i think (?:what|it is|this is|you have|we are|there is|your)|(?:my|the) (?:impression|diagnosis)|i suspect|i reckon|sounds like|what you have(?: got)? is|your (?:bloods|blood tests?|results)|putting (?:it|this|that) (?:all )?together|i would (?:call|say) it|these are|let me (?:explain|talk you through|say (?:it|that) back|think out loud)|any allerg\w+|allergic|medications?|do you (?:smoke|drink|take|live|work)|in the (?:house|family)|who is (?:at home|in the house)|(?:pop|put) your (?:shirt|top|clothes|shoes|socks)(?: back)? on|get dressed|sit up|have a seat)\b/
/** The patient asks for the verdict, or for what is to be done. */
const asksVerdict =
  /^(?:(?:ok|okay|right|oh|so|and|well|um|uh),? )*(?:(?:is|was) (?:it|that|this) (?!sore\b|tender\b|bad\b|meant\b|supposed\b|gross\b|a lot\b|ok|all right|where\b|what\b|why\b|how\b)|so (?:it is|is|have i|what|do i|does|am i|no)|what (?:do (?:we|i) do|is it|have i|happens|now)|have i|do i need|does (?:it|he|she) need|will i)\b/

/** "So that's otitis externa.": the verdict. What the examiner only sees is none ("there's a small ulcer"). */
const isVerdict = ({ said, terms }: Sentence): boolean =>
  /\b(?:no (?:great )?(?:mystery|doubt)|not much doubt)\b/.test(said) || (/\b(?:it|this|that) is\b/.test(said) && terms.some(({ kind }) => kind === 'condition')) // biome-ignore format: short

/** The examiner goes on: "there?", "and here?", "sore?", "other side". */
const worksOn =
  /^(?:(?:and|ok|okay|right|now|so),? )*(?:(?:just )?(?:there|here|again|sore|tender|this side|other (?:side|one|ear|eye|leg|arm|hand|foot))(?: again)?[?.]?)$|\b(?:does (?:this|that|it) hurt|feel (?:me|that|this)|sore)\b/

/** The clinician's turns after the last sign of an examination that still belong to it. */
const lasts = 5

/** The sentences of both speakers that stand within an examination. */
export const listStretches = readOnceOf((dialogue: readonly Sentence[]): ReadonlySet<Sentence> => {
  const out = new Set<Sentence>()
  let left = 0
  let turn = -1
  for (const sentence of dialogue) {
    const { said, segment, at } = sentence
    if (segment.speaker === 'clinician') {
      if (at !== turn && left > 0) left -= 1
      turn = at
      if (opens.test(said) && !notNow.test(said)) left = lasts
      else if (closes.test(said) || ofPlan.test(said) || isVerdict(sentence)) left = 0
      else if (left > 0 && (isOfMoment(said) || worksOn.test(said) || readFound(sentence, true).length > 0))
        left = lasts
    } else if (asksVerdict.test(said)) left = 0
    if (left > 0) out.add(sentence)
  }
  return out
})
