/**
 * A sentence of any form that says which medicine is taken: names and slots are marked first, and all other words are light, which say only
 * that it is taken. People tell their medicines in more forms than a table holds; a word that nobody foresaw states nothing. D330.
 */
import type { Sentence } from '../../dialogue/sentence.ts'
import { wordSet } from '../../vocabulary/words.ts'
import { isSlotForm } from './forms.ts'
import { readSlots } from './slots.ts'

/** Words around a medicine that is taken now. Words of doubt, condition, past, refusal and other people are absent. */
const light = wordSet(
  'a an the some that this these those it its one ones i we my our me myself there is are am here has have having got get getting be been',
  'on take taking use using pop popping swallow swallowing put apply applying rub rubbing spray spraying inject injecting inhale inhaling sniff puff do doing suck wear go goes',
  'and also plus then so oh of with in at for from by each time every too as well please thanks okay ok yes yeah yep sure right look see let think gosh',
  'little small big white pink blue brown yellow purple red green orange grey round long tiny old usual regular regularly daily normal other same main first second third last next single',
  'tablet tablets pill pills capsule capsules medicine medicines medication medications med meds puffer puffers inhaler inhalers ointment cream gel lotion drops patch patches injection needle pen syrup liquid powder sachet thing stuff inhaled modified extended sustained release sr mr xr',
  'just only still mainly mostly usually always currently now regular religiously really basically faithfully these days at moment nowadays lately all easy simple',
  'called known name named says list packet box bottle label pack webster dosette script prescription repeat prescribed ditto forgetting number lot',
  'they doctor doctors gp specialist cardiologist hospital surgeon nurse chemist pharmacist neurologist physician dermatologist psychiatrist rheumatologist paediatrician clinic started keeps keep gives give giving prescribes',
  'years months ages forever while long food water glass empty stomach without fail clockwork thinner thinners steroid antihistamine antidepressant statin insulin eye eyes both nostril side mouth skin arm arms hand hands face leg legs foot feet scalp belly tongue under into onto cheers love mate doc doctor',
)
/** Numbers without a unit that stand apart from a name: nobody knows of what they are. */
const numbers = wordSet(
  'two three four five six seven eight nine ten eleven twelve fifteen sixteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand half point quarter',
)
/** Who speaks of a child or for somebody else. */
const ofChild = wordSet('he she him her his hers takes uses gets needs')

/** A verb of taking with its subject, or somebody who prescribes. */
const takes =
  /\b(?:i|we|he|she)(?: (?:am|is|do|just|only|also|still|mainly|mostly|usually|always|currently|now|have|has|been|got|regularly|really|basically|then|all))* (?:on|tak(?:e|es|ing)|us(?:e|es|ing)|hav(?:e|ing)|gets?|getting|pop(?:ping)?|swallow(?:ing)?|put|appl(?:y|ying)|rub(?:bing)?|spray(?:ing)?|inject(?:ing)?|inhale|suck|wear|do)\b|\b(?:have|has|keeps?) (?:got )?(?:me|him|her) on\b|\b(?:put|started) (?:me|him|her) on\b|\b(?:give|gives|giving) (?:me|him|her)\b/
/** Words of purpose and of the speaker's own thought, which change nothing. */
// biome-ignore format: one row a line
const set: readonly (readonly [pattern: RegExp, to: string])[] = [
  [/\b(?:i think|i believe|i reckon),? (?:it is|that is|they are|it is called|they call it|called)\b/g, 'it is'],
  [/(?<=MED),? (?:i think|i believe|i reckon|if i remember right)\b/g, ''],
  [/\b(?:the|my|me|a|that|his|her),? (?:the |a )?(?:(?:little|old|new|white|pink) )?(?:cholesterol|blood pressure|heart|sugar|diabetes|thyroid|gout|reflux|stomach|water|fluid|sleeping|prostate|bladder|iron|bone|pain|asthma|migraine|nerve|blood thinning) (?:one|tablets?|pills?|ones|medications?|medicine|puffer)(?=,)/g, 'it is'],
  [/\bfor (?:(?:the|my|me|our|his|her) )?(?:(?:high|bad|dodgy|crook) )?(?:blood pressure|heart|cholesterol|sugars?|diabetes|thyroid|asthma|reflux|heartburn|stomach|tummy|gout|mood|nerves|anxiety|depression|sleep|pain|arthritis|knees?|back|hips?|joints|bones|osteoporosis|prostate|waterworks|bladder|skin|eczema|hay ?fever|nose|allergies|migraines?|headaches?|fits|epilepsy|chest|lungs|breathing|af|atrial fibrillation|fluid|ankles|glaucoma|eyes?|rhythm|water|iron|bowels?|constipation|periods?|hot flushes|nausea|adhd|attention|emphysema|copd|cramps?|restless legs|itch(?:ing)?|cough|swelling|energy|nightmares|panic|clots?|stroke|circulation|angina|kidneys?|liver|menopause|the change|(?:the )?(?:af|a fib|atrial fib))\b/g, ''],
  [/\bfor (?:(?:about|nearly|almost|over|the (?:last|past)) )?(?:\w+ )?(?:years|ages|months)(?: now)?\b/g, ''],
  [/\b(?:i was|i have been|i am|i got|he was|she was|he is|she is) (?:put|started|prescribed)(?: on)?\b/g, 'i am on'],
  [/\b(?:my|me|the) (?:husband|wife|daughter|son|mum|partner) (?:does|sorts|manages|looks after|fills|packs|organises) (?:(?:all )?(?:my|me|the|out) )*(?:tablets|pills|medications?|medicines|meds|dosette|webster(?: pack)?|pill ?box)(?: for me)?(?: out)?\b,?/g, ''],
  [/\b(?:not forgetting|let me (?:see|think|check|remember)|without fail|like clockwork|before i forget|off the top of my head|can you believe|touch wood|as (?:always|usual|well|before|ever)|by mouth)\b/g, ''],
  [/\b(?:each|every|at a|a) (?:time|go)\b/g, ''],
  [/,? (?:that is |it is |which is )?(?:the one |one )?(?:that |which |it |they )?(?:(?:has |have |was |got )?(?:gone|went|put) up|(?:was|got) (?:increased|doubled|upped))(?: (?:recently|lately|last (?:week|month|time)))?(?=,|$)/g, ''],
  [/\b(?:he|she|they|the doctor|my (?:gp|doctor)) (?:(?:has|is|have|had|just|recently|now|also) )*(?:added|thrown in|popped in|chucked in|put in|tacked on)\b/g, 'i am on'],
  [/\b(?:just )?(?:last|this) (?:week|month|year|fortnight)\b/g, ''],
]

const bare = (rest: string): string => set.reduce((out, [pattern, to]) => out.replaceAll(pattern, to), rest)
const isLight = (rest: string, extra?: ReadonlySet<string>): boolean =>
  rest.split(/[ ,]+/).every((word) => word === '' || /^(?:[A-Z]+|\d+(?:\.\d+)?)$/.test(word) || light.has(word) || numbers.has(word) || extra?.has(word) === true) // biome-ignore format: short

/** True if a number without a unit stands beside the dose: it may be a count of tablets, or another dose. */
export const hasBareNumber = (rest: string): boolean => rest.split(/[ ,]+/).some((word) => numbers.has(word) || /^\d+(?:\.\d+)?$/.test(word)) // biome-ignore format: short

export type Asked = { readonly ofChild: boolean; readonly isAsked: boolean }

/** True if the sentence says that its one medicine is taken. A bare name needs a question; a rate says it by itself. */
export function isLightTaken(rest: string, { ofChild: isChilds, isAsked }: Asked): boolean {
  const said = bare(rest)
  return (isAsked || /\bRATE\b/.test(said) || takes.test(said)) && isLight(said, isChilds ? ofChild : undefined)
}

/** Slots alone that go on with the medicine before them. */
export const isLightSlots = (rest: string): boolean => /\b(?:DOSE|RATE)\b/.test(rest) && !/\b(?:MED|release)\b/.test(rest) && isLight(bare(rest), ofChild) // biome-ignore format: short

/** Words by which a clinician reads a medicine out to be confirmed. */
const ofClinician = wordSet(
  'you your yours are do does down file record records recorded listed list showing shows computer system screen say saying confirm correct check can also how about what he she him her his is still seeing taking used takes uses run through go next does else',
)
/** What is read from a record or said of the present is no order. */
const ofRecord =
  /\b(?:you(?: are|'re)?|he is|she is|is he|is she|are you|do you|does he|does she|your|still|file|records?|recorded|listed|list|down|screen|computer|says|see)\b/
const orders =
  /\b(?:let me (?:give|write|put|get|print)|giv(?:e|ing) you|(?:script|prescription) for|prescrib\w+|up for|i will|we will|let us|going to|want|would|start|try|need|should|please|now on|you (?:can|could|may|might))\b/

const asksSlots = wordSet(
  'managing going getting along finding tolerating with how much many often when times dose strength what exactly tell do take which size again',
)
/** "How do you take the Ventolin?": the question takes it for granted that the patient has it. */
export const presupposes = (said: string): boolean =>
  takesForGranted(said.replace(/\bwould you (?=take|use|have|need)/, 'do you '))
const takesForGranted = (rest: string): boolean =>
  /\b(?:how|dose|strength|when)\b/.test(rest) && /\bMED\b/.test(rest) && !orders.test(rest) && !/\b(?:DOSE|RATE)\b/.test(rest) && isLight(bare(rest), slotQuestion) // biome-ignore format: short
const slotQuestion: ReadonlySet<string> = new Set([...ofClinician, ...asksSlots])

/** "Eliquis. How many of these?": a bare name is the head of the questions behind it. */
export const isHead = (rest: string): boolean => /^(?:(?:now|right|ok|okay|so|and|next|then|the|your|number \w+|first|last),? )*MED$/.test(rest) // biome-ignore format: short

/** What is asked of such a name: how many, how often, when. "How bad was it?" asks of something else. */
export const asksOfHead = (said: string): boolean => /\bhow (?:many|much|often)\b(?!.*\b(?:weigh|out of|pain|drink|smoke)\b)|\bwhen (?:do|would|are) you (?:take|have|use|taking)|\bwhat (?:dose|strength|time)\b|\bhow (?:do|are) you (?:take|taking|use|using)\b/.test(said) // biome-ignore format: short

/** True if the clinician reads a medicine out. `isListed`: they go through the list of medicines. */
export const isLightProposal = (rest: string, { isQuestion, isListed }: { readonly isQuestion: boolean; readonly isListed: boolean }): boolean =>
  !orders.test(rest) && (isQuestion || isListed || ofRecord.test(rest)) && isLight(bare(rest), ofClinician) // biome-ignore format: short

/** The clinician begins to go through the list. */
export const opensList = (said: string): boolean =>
  /\b(?:run|go|check|read|look|work|get|have) (?:\w+ ){0,3}(?:through|over|out|at|down|the list|what you are (?:on|taking)|your (?:list|medications?|medicines|tablets|meds|scripts))\b/.test(
    said,
  ) && /\b(?:list|medications?|medicines|tablets|meds|scripts?|chart|on|taking)\b/.test(said)

/** "Metoprolol. Fifty milligrams at night.": the next sentence of the turn has the dose, and nothing else. */
export function isDosed(next: Sentence | undefined, { segment }: Sentence): boolean {
  if (next?.segment !== segment || next.terms.some(({ kind }) => kind === 'medicine')) return false
  const { rest } = readSlots(next)
  return rest.includes('DOSE') && (isSlotForm(rest) || isLightSlots(rest))
}
