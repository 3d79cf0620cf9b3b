/**
 * Constructions in which a person says which medicine is taken, with MED, DOSE and RATE in place of names and slots. The whole sentence
 * must be one of them, so that no condition, doubt, refusal or other person stands beside it. D280.
 */

const opener =
  '(?:(?:yes|yeah|yep|ok|okay|oh|and|also|so|then|just|only|mostly|mainly|plus|right|sure|let me (?:see|think|check)|let me see the (?:packet|box|list)|not forgetting|(?:and )?the same,?|at the moment|these days|right now|currently),? )*'
const person = '(?:i|we)'
const child = '(?:he|she|i|we)'
const adverb = '(?:(?:also|just|only|still|mostly|mainly|usually|now|currently|always) )*'
/** Verbs of taking. "Have" and "get" take the name of a medicine as an object of taking. */
const taking = '(?:am on|am taking|am using|are on|is on|is taking|has been on|have been (?:on|taking|using)|takes?|uses?|have|has|have got|has got|gets?|swallow)' // biome-ignore format: one row
const giving = '(?:give|are giving|have been giving) (?:him|her|them)'
const prescriber = '(?:they|my|the|our)(?: (?:other|heart|skin|family|eye))? ?(?:doctor|gp|cardiologist|specialist|hospital|psychiatrist|neurologist|rheumatologist|dermatologist|nurse|paediatrician|clinic)?' // biome-ignore format: one row
const naming = '(?:it is|that is|there is(?: also)?|there are|(?:the )?(?:other|next|first|second|third|last|main|only)(?: one)?(?: is)?|another(?: one)? is|number (?:one|two|three|four) is|the only (?:tablet|medicine|medication|pill|one|thing)(?: that)? (?:i|he|she) (?:have|has|takes?|am on|gets?|is on) is|there is (?:a|another|one more|a second)(?: one)?)' // biome-ignore format: one row
const article = '(?:(?:the|my|an?|some|that|his|her|called|of|on|with) )*'
const slot =
  '(?:,? ?(?:(?:and )?(?:that|it) is |at |and |to be taken |taken |says here |it says(?: here)? |i (?:have|take|use) (?:it |that )?)?(?:a |the )?(?:DOSE|RATE)(?: of)?)*'
const tail = '(?:,? ?(?:as before|as well|too|also|to be taken|a go|each time|every time|at a time|i nearly forgot|i forgot|thanks|yes|yeah|that is (?:all|it|the lot)|with (?:food|water|meals|breakfast|dinner)|you are (?:quite |absolutely |so )?(?:right|correct)|i think it is called|it is called|i am (?:fairly|pretty|quite) sure|tablets?|capsules?|only|now|these days|regularly|as always|as usual|like always|for (?:my|the|his|her) [a-z]+(?: [a-z]+)?))*' // biome-ignore format: one row

const wholeOf = (...forms: readonly string[]): RegExp => new RegExp(`^${opener}(?:${forms.join('|')})${tail}$`)
const object = `${slot},? ?${article}MED${slot}`

/** The sentence says by its verb that the medicine is taken. */
const sayTaken = (who: string): RegExp => wholeOf(`(?:RATE,? )?${who} ${adverb}${taking} ${object}`, `${who} ${adverb}${giving} ${object}`, `${prescriber} (?:has |have )?(?:put|started|got) (?:me|him|her) on ${object}`) // biome-ignore format: one row
const takenByPatient = sayTaken(person)
const takenByChild = sayTaken(child)
export const isTakenForm = (rest: string, ofChild: boolean): boolean =>
  rest.includes('MED') && (ofChild ? takenByChild : takenByPatient).test(rest)

/** The sentence only names it: a question for medicines, or a dose, makes it one that is taken. */
const named = wholeOf(`(?:${naming},? ?)?${object}`)
export const isNamedForm = (rest: string): boolean => rest.includes('MED') && named.test(rest)

/** Marks of a speaker who takes back a number just said. */
const takesBack =
  '(?:no|wait|oh wait|no wait|sorry|hang on|hold on|actually|let me (?:look|check|see)|wrong (?:glasses|one|box|packet)|my mistake|my error|i mean|make that|(?:i am|i tell a) l(?:ying|ie)|or is it|rather|used to be,? now|you are (?:quite |absolutely |so )?(?:right|correct)|silly me|now)'
const moved = '(?:it|that|they|the dose)(?: has| have)? (?:(?:went|gone|changed|got changed|was changed|put it|put that|changed it|moved it|is) ?)(?:up |down )?(?:to |now )?(?:it is )?' // biome-ignore format: one row
const dosed = `(?:${takesBack},? )*(?:${moved})?(?:(?:it|that|they|dose) (?:is|are),? |(?:i|he|she|we) (?:take|takes|have|has|use|uses|gets?) (?:it |that )?)?${slot}(?:,? (?:last time|they changed it|they changed that|now))?`
const follows = wholeOf(dosed)
export const isSlotForm = (rest: string): boolean => /DOSE|RATE/.test(rest) && follows.test(rest)

const corrected = new RegExp(`\\b(?:${takesBack}|went|gone|changed)\\b`)
export const isCorrection = (rest: string): boolean => corrected.test(rest)

const leftOpen = new RegExp(`(?:,? (?:${takesBack}))+$`)
/** "A hundred milligrams, hold on," takes the number back before the next one is said. */
export const cutTakenBack = (rest: string): string => rest.replace(leftOpen, '')

/** Several numbers of which the last holds: "forty milligrams, oh wait, twenty milligrams". */
const restated = new RegExp(`DOSE,? (?:(?:${takesBack}),? )+(?:(?:it|that) is )?DOSE`, 'g')
export const joinRestated = (rest: string): string => rest.replaceAll(restated, 'DOSE')

/** The clinician names a medicine for the patient to confirm. */
const yours = '(?:(?:so|and|ok|now|right|i|i can|we|see|have|that),? )*'
const proposes = new RegExp(
  `^${yours}(?:(?:are you|you are|do you|you|is he|is she|does he|does she)(?: still| also)? (?:on|taking|take|using|use|have|having|get|getting|give (?:him|her)) )?${object}(?:,? (?:is (?:it|that)(?: DOSE)?(?: (?:that )?you (?:have|take|are on))?|is the one you (?:are on|take|have)|you are on (?:that|it)|as well|too|still|is that right|right|correct|yes))*$`,
)
export const isProposal = (rest: string): boolean => proposes.test(rest)

/** The clinician names a slot to confirm, or repeats it. */
const confirms = new RegExp(`^(?:(?:and|so|ok|okay|right|good|is it|that is|is that|it is|you take (?:that|it|them)|you have (?:that|it)|you are (?:still )?(?:on|taking)|are you (?:still )?on|at|the|still|still on|how about|taken),? ?)*${slot}(?:,? (?:now|right|is that right|correct|then|thanks|yes))*$`) // biome-ignore format: one row
export const isSlotProposal = (rest: string): boolean =>
  /DOSE|RATE/.test(rest) &&
  confirms.test(rest.replace(/^MED,? ?/, '').replaceAll(/,? (?:ok|okay|right|thanks)(?=,)/g, ''))

export const asksSlot = (said: string): boolean =>
  /\b(?:doses?|strength|how much|how often|how many|when|times|what time|how do you take|how)\b/.test(said) && said.split(' ').length <= 12 // biome-ignore format: short

/** Asks after the strength, and not after how often. */
export const asksDose = (said: string): boolean => /\b(?:doses?|strength|how (?:much|many (?:milli|micro)\w*|strong|big)|which (?:one|size)|what size)\b/.test(said) && said.split(' ').length <= 12 // biome-ignore format: short

/** Sounds and words with which a listener only goes along. */
export const isListening = (rest: string): boolean =>
  /^(?:(?:ok|okay|yes|yeah|right|good|great|fine|sure|go on|i see|thanks?|thank you|lovely|perfect|uh huh|indeed|lots|champion|mhm|noted|got it|alright),? ?)*$/.test(rest) // biome-ignore format: short

/** Agrees with all that was named: "The very one.", "Every time.", "Correct, yes." */
export const isAgreement = (rest: string): boolean =>
  /^(?:(?:yes|yeah|yep|yup|aye|correct|right|exactly|that is (?:right|it|the one|correct)|that one|the very one|the one|every time|that is it|i do|i am|he does|she does|it is|he is|she is|spot on|indeed|always|mhm|mm+|uh huh|as (?:always|before|ever)),? ?)+$/.test(rest) // biome-ignore format: short

const asks =
  /\b(?:what|which)(?: is| are)? (?:the |your )?(?:\w+ ){0,2}(?:you are|are you) (?:still )?on(?=[?]|$)|\b(?:tak(?:e|es|ing)|on any|are you on|is (?:he|she) on|medications?|medicines?|tablets?|pills?|inhalers?|puffers?|scripts?|prescri\w+|repeat|swallow|pharmacy|chemist|dosette|webster|pill ?box|regular(?:ly)?|over the counter|supplements?|vitamins?|herbal|(?:any|use) (?:\w+ )?(?:creams?|ointments?|drops|sprays?|patch(?:es)?|injections?))\b/
const asksOther =
  /\ballerg|\bintoleran|\breact|agree|\btrouble\b|\bproblems? with\b|\bfunny (?:turn|with)|side effect|\bavoid\b|\bsteer\b|\b(?:clear|away) (?:of|from)\b|\bshould (?:not|never)\b|\bcan ?not\b|turn(?:ed)? on you|\bupset|\bbad (?:with|to)\b|\btried\b|\bused to\b|\bstopped\b|\bmissed?\b|\bfamily\b|\bsmok\w+|\bdrink/
/** "Are there guns, or big stocks of tablets, at home?": after what is in the house. */
const ofStore = /\bguns?\b|\bstock(?:s|pil\w+)?\b|\bstash\w*|\bsuppl(?:y|ies) of\b|\block(?:ed|s)? (?:away|up)\b|\bhands on\b|\blying (?:around|about)\b|\baccess to\b|\bknives\b|\b(?:could|might) (?:hurt|harm)\b/ // biome-ignore format: one row
export const asksOfStore = (said: string): boolean => ofStore.test(said)
/** Another question than after medicines that are taken. */
export const asksElse = (said: string): boolean => asksOther.test(said) || asksOfStore(said)
const persons =
  '(?:mum|mother|dad|father|husband|wife|partner|brother|sister|nan|nanna|grandma|grandpa|dog|cat|boyfriend|girlfriend|neighbour|friend|flatmate|parents)'
const asksOfPerson = new RegExp(
  `\\b(?:do|does|is|are|was|did|has|have) (?:your|his|her|the) (?:\\w+ )?${persons}\\b|\\byour (?:\\w+ )?${persons}'s\\b|, your ${persons}\\b`,
)
const asksOfOtherTime =
  /\bwere you (?:taking|on|using)\b|\bdid (?:they|the hospital) give\b|\bwould (?:you|i) (?:like|want|prefer|take|try|rather)\b|\blast time\b|\bcupboard\b|\bleft ?over\b|\bshould i\b/
/** The sentence names somebody whose medicine may come next: "My wife's, you mean?" */
export const namesPerson = (said: string): boolean => ofPerson.test(said)
/** "I had some of Joan's." */
const ofName = "\\b(?:some|one|two|three|couple|few|lot|half) of [a-z]+'s(?=[ ,.]*$)"
const ofPerson = new RegExp(`\\b(?:my|our|his|her) (?:\\w+ )?${persons}\\b|${ofName}`)
/** The reply tells a medicine of somebody else, or of another time, unless it says by its verb that it is taken. */
export const asksOfOther = (said: string): boolean => asksOfPerson.test(said) || asksOfOtherTime.test(said)
/** A question after the medicines that are taken, and nothing else. */
export const asksMedicines = (said: string): boolean => asks.test(said) && !asksElse(said)
/** "Anything else?", "any others?", "and what else?": goes on with the list. */
export const asksMore = (said: string): boolean =>
  /^(?:(?:and|ok|okay|right|so),? )*(?:(?:is there )?(?:anything|any|what)(?: else| others?| more)|what (?:else|comes (?:after that|next)|is next)|next|the next one|go on)\b/.test(said) // biome-ignore format: short

/** "Not any more.", "no, not quite.": with an amount before it, the amount is denied. */
export const deniesAmount = /^(?:(?:no|nope|nah|not|actually|well|quite|any ?more|now|these days|that|it|is|any longer|right|exactly|that much|the dose),? ?)+$/ // biome-ignore format: one row
