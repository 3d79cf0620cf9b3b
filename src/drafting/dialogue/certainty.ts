/**
 * How sure a speaker is of a condition: stated, hedged, to be excluded, or not said of the patient now.
 * The forms are those of speech, after the assertion classes of ConText (present, possible, hypothetical, someone else's); the verifier has its own.
 */

import type { Term } from '../vocabulary/terms.ts'
import type { Sentence } from './sentence.ts'

export type Certainty = 'stated' | 'likely' | 'possible' | 'exclude'

const wordsOf = (sentence: Sentence, from: number, to: number): string =>
  sentence.words.slice(Math.max(0, from), to).map(({ text }) => text).join(' ') // biome-ignore format: short

const turn = /^(?:but|because|although|though|however|whereas|unless|except|[.;:!?])$/
const subject = /^(?:it|this|that|i|you|we|they|he|she|there|your|the|my)$/

/** "... the scan confirmed": a finding begins a clause of its own. */
const ofResult =
  /^(?:but |and )?(?:the|your|our|that) (?:\w+ ){0,3}(?:x ray|scans?|mri|ct|ultrasound|biopsy|swab|tests?|results?|bloods?|pathology|culture|report|specialist) (?:\w+ ){0,2}(?:shows?|showed|confirm\w*|found|says?|said|came|revealed|picked)\b/

/** The beginning of the term's clause: after a turn, or after "and" or a comma with a subject of its own. */
export function clauseFrom({ words }: Pick<Sentence, 'words'>, term: Pick<Term, 'from'>): number {
  for (let at = term.from - 1; at >= 0; at -= 1) {
    const word = words[at]?.text ?? ''
    if (turn.test(word)) return at + 1
    const following = words.slice(at + 1, at + 7).map(({ text }) => text)
    const [next = '', after = ''] = following
    if (/^(?:and|so|,)$/.test(word) && ofResult.test(following.join(' '))) return at + 1
    if (/^(?:and|so|or|,)$/.test(word) && subject.test(next) && /^(?:is|are|was|has|have|had|could|might|may|will|do|does|think|suspect|can|would|need|want)$/.test(after)) return at + 1 // biome-ignore format: short
  }
  return 0
}

/** Names something that is not the patient's, or not of now: others, the past, conditions, causes, prevention, services. */
const elsewhere =
  /\b(?:people|persons?|patients?|someone|somebody|anyone|anybody|everyone|others|(?:your|his|her|the) (?:mum|mom|mother|dad|father|brother|sister|son|daughter|wife|husband|partner|cousin|aunt\w*|uncle|grand\w+|family|kids?|children)|family|in the past|previous\w*|last (?:year|month|week|time|visit)|years ago|used to|when you were|if|unless|would (?:only|worry|expect)|can (?:lead|cause|give|turn|progress|bring)|could lead|leads? to|complications?|such as|for example|like (?:a |an )?(?:colds?|flu)|around at the moment|going around|(?:at|increased?|higher|lower|your|the) risk|prevent\w*|protect\w*|avoid|vaccin\w+|immunis\w+|jabs?|shots?|refer\w*|clinics?|leaflets?|links?|services?|teams?|specialises?|experts?|read(?:ing)? (?:up )?about|heard of|names? of|tablets? for|treatment (?:for|of)|(?:you|he|she) (?:said|mentioned|told(?: me)?)(?: that)? (?:you|your|he|she|it)|looking after|in terms of|in case (?:you|he|she)|on the (?:box|packet|pack|label|leaflet)|(?:to|we) watch (?:out )?(?:for )?with (?:it|them|this|that|these)|side effects?|(?:most|half|much|some) of the time|as a rule|in (?:most|many) cases|you (?:might|may|could|can|will) (?:get|notice|feel|find|read|see|hear)|(?:it|that|this|they|which|these|those|tablets?|medicines?) (?:can|may|might|could) (?:\w+ )?(?:give|cause|bring|make|upset)|(?:we|you|i|doctors) (?:always|often|usually|generally|sometimes|tend to))\b/

const denials =
  /\b(?:not|no|never|without|neither|nor|isn|ruled out|negative (?:for)?|unlikely|rather than|instead of|nothing (?:(?:here|there|at all|today|in (?:this|that|it)|i (?:can |have )?(?:see|find|found|hear|feel)|on (?:the )?exam\w*),? )*(?:to suggest|suggests|suggesting|like|as bad as|that (?:makes|suggests|points)|pointing|points|sinister)|(?:not|no) (?:\w+ ){0,4}(?:evidence|signs?|hint|suggestion|sense) (?:of|that)|reassur\w+|less (?:likely|like)|clear of|free of|cured of)\b/
/** A no that denies something else. */
const noDenial =
  /\b(?:(?:no|without(?: a| any)?|beyond(?: a| any| all)?) (?:doubt|question|mistaking|two ways)|not (?:entirely |completely |totally |quite |a hundred percent |absolutely )?(?:sure|certain|convinced)|(?:can|could) not (?:be|say)(?: \w+){0,2}(?: sure| certain)?|would not be surprised|not surpris\w+|not only|not just|no question|no wonder|nobody knows|do not know|not know|not (?:yet|clear)|no longer wonder|more (?:likely|often) than not|as likely as not)\b/g

/** "I'd be surprised if it wasn't shingles." */
const surelyIf =
  /\bwould be (?:very |really |quite |pretty |most )?(?:surprised|amazed|shocked|astonished) if (?:it|this|that|they) (?:is|was|are|were) not\b/g

/** "I'm not sure if": no condition, but a doubt. */
const openIf =
  /\b(?:would not be (?:at all |too )?surprised|not (?:\w+ )?(?:sure|certain)|wonder\w*|(?:i|we) do not (?:yet )?know|nobody knows(?: yet)?) (?:yet )?(?:if|whether)\b/g

const excludes =
  /\b(?:rul(?:e|ing) (?:that |it )?out|exclud(?:e|ing)|make sure|making sure|be sure (?:it|this|you|that)|check(?:ing)? (?:for|(?:that )?(?:you|it|this))|test(?:ing)? (?:\w+ )?for|look(?:ing)? for|screen(?:ing)? (?:\w+ )?for|in case (?:it|this|that|there))\b/

/** "I would not rule out gout": it stays possible. */
const notExcluded = /\bnot (?:\w+ ){0,2}(?:rule (?:that |it )?out|exclude)\b[^.]{0,40}$/
/** "We can rule out gout": it is excluded today. "So that we can rule out gout" is a purpose. */
const isExcluded =
  /^(?:(?:well|ok|okay|right|now|and|so|,|good news|thankfully|happily) ?)*(?:i think )?(?:we|i) (?:can|have|has)(?: \w+ly| now| pretty much)* (?:ruled? (?:that |it )?out|excluded?)\b/
/** "A breath test for Helicobacter" names a test. */
const methodOf =
  /\b(?:blood|breath|stool|poo|urine|skin|patch|antigen|antibody|saliva) tests? for(?: (?:a|an|the|some|any|your))?$/

const mayBe =
  /\b(?:might|may|could|can be|possib\w+|perhaps|maybe|potentially|wonder\w*|whether|query|(?:need|have) to (?:think about|consider)|consider(?:ing)?|worr(?:y|ied) (?:is |that|about|this|it|you|he|she)|concern(?:ed)? (?:is |that|about|this|for|it|you|he|she)|afraid (?:that|this|it|you|he|she)|fear (?:that|this|it|is|you)|suspicious|suspicion|tossing up|torn between|either|differential|not (?:yet |entirely |completely |totally |quite |absolutely )?(?:sure|certain|convinced|clear)|surprised|nobody knows|do not know|not know|query|(?:back of|on|cross\w*) my mind|(?:of|on) (?:my|the) list|possibilit\w+|chances? (?:that |of |it )|something like|my (?:main |big(?:gest)? |first |only )?(?:worry|concern|fear) (?:here |today )?is)\b/

const likely =
  /\b(?:probabl\w+|likely|likelihood|on balance|suspect\w*|presum\w+|assum\w+|sounds?|sounding|seems?|seemingly|looks?|looking|the look of|appears?|appearances?|think|thinking|thought|reckon|believe|feel|guess|hunch|would say|in my (?:opinion|view)|impression|suggest\w*|indicat\w+|consistent with|in keeping with|compatible with|fits? with|points? (?:\w+ )?(?:to|towards|at)|pointing|lean(?:ing|s)?|working diagnosis|provisional\w*|(?:treat|manage|call|regard)(?:ing)? (?:this|it|you|that) (?:as|for|like)|(?:will|would|am going to) call (?:it|this|that)|am (?:calling|labelling) (?:it|this|that)|most common|likeliest|culprit|along the lines|top of my list|(?:fair|good|decent|strong|high) chance|pressed me|money on|feeling|(?:money|bet) is|inclined|chances are|odds are|fairly|(?:nine|eight|nineteen) times out of (?:ten|twenty)|more often than not|ninety (?:nine )?per ?cent|hallmarks of|pretty (?:sure|certain|confident)|almost|nearly|quite (?:sure|certain)|more (?:like|of a)|presentation|picture|tick\w* (?:\w+ ){0,3}box\w*|signs? of|symptoms? of|features? of|typical(?: of)?|classic\w*|element of|touch of|bit of|as if|to me)\b/
/** Seen, not supposed: "the X-ray looks at", "I'm looking at". */
const noHedge = /\b(?:looking at|have a look|took a look|look at|bit of|quite a bit of|feel free|thought you)\b/g

const lateHedge =
  /^(?:,? ?(?:here|there|now|then|again|though|to be honest|in my opinion|in your case|going on))*,? ?(?:(?:i|we) (?:would |am )?(?:just )?(?:think|suspect|believe|reckon|guess|guessing|imagine|would (?:think|say))|probably|most likely|possibly|perhaps|maybe|by the (?:look|sound)s? of (?:it|that|things)|i am not (?:sure|certain)|(?:but )?(?:i )?(?:can not|could not) be (?:sure|certain)|or something(?: like that)?|presumably|as far as i can tell|(?:that |this )?is what i (?:think|reckon|suspect|believe|would say)(?: (?:is going on|is happening|it is|this is|that is|you have(?: got)?|has happened))?) ?(?:[,.!?;]|$|or\b)/
/** Hesitations and repeated degrees: "very, very unlikely", "very, er, unlikely indeed". */
const degree =
  '(?:(?:very|most|highly|extremely|really|pretty|quite|rather|so|extraordinarily|exceedingly|vanishingly|um|uh|er|erm|ah|well|,|i mean|you know|let us say) )*'
/** Who judges, between the name and its denial: "gout, to my mind, is unlikely". */
const judged =
  '(?:,? (?:i (?:would |do )?(?:think|say|believe|suspect|reckon|feel)|to my mind|in my (?:view|opinion|book)|to be honest|honestly|frankly|here|though|really|um|uh|er|erm)(?: ,)?)*'
const lateDenial = new RegExp(
  `^${judged}(?:,? ?(?:is|was|are|has been|have been|seems|looks|would be|can be|strikes me as|i would call))+ (?:been )?(?:not|ruled out|excluded|${degree}(?:unlikely|improbable|implausible)|negative|gone|out of the question|off the (?:list|table|cards))\\b|^ ?(?:is|was) less likely\\b|^ ?(?:would|does|do|will|did|could|can) (?:not|look (?:very |quite |completely )?different|feel (?:very |quite )?different|behave (?:very |quite )?differently)\\b|^ ?(?:can|could|to) be put to bed\\b`,
)
const lateLikely = /^ (?:is|was|would be|seems) (?:\w+ )?(?:likely|probable|my (?:first|best) (?:guess|thought)|the most likely|what i suspect)\b/ // biome-ignore format: short
const lateMayBe = /^ (?:is|was|would be|remains) (?:\w+ )?(?:my (?:main |big(?:gest)? |first |only )?(?:worry|concern|fear)|the (?:main |big(?:gest)? |only )?(?:worry|concern|fear)|possible|a possibility|on the list|another (?:option|possibility)|one (?:option|possibility))\b/ // biome-ignore format: short

/** "This fits with gout, that's what it is." */
const lateStated =
  /^ ?,? ?(?:and )?(?:that is|this is) (?:exactly |just )?what (?:it|this|that) is\b|^ ?,? ?(?:there is )?no (?:doubt|question)(?: about it)?\b/

/** After the name: its test, its prevention or its clinic. "A Helicobacter breath test" and "a viral swab" name no illness of the patient. */
const ofService =
  /^ ?(?:risks?\b|(?:breath|blood|stool|poo|urine|skin|antigen|antibody|saliva) tests?|swabs?|panels?|pcr|titres?|antibod\w+|antigens?|serology|loads?|counts?|cultures?|samples?|vaccin\w*|jab|clinic|nurse|specialist|tests?|screen\w*|tablets?|medication|leaflet|season|checked|tested|measured|levels?|results?|readings?|profile)\b/

/** "There is asthma on your record", "I see you are down as having gout": read from the record, and no finding of today. */
const isOfRecord = (said: string): boolean =>
  /\b(?:on|in) (?:(?:your|his|her|the|my|our) )(?:\w+ )?(?:records?|files?|notes?|charts?|history|summary|list|system|screen|computer|letters?)\b|\b(?:your|his|her|the|my|our) (?:records?|files?|notes?|chart|summary|screen|computer|system) (?:here )?(?:says?|shows?|lists?|has|have|tells?|mentions?|gives?)\b|\b(?:(?<!\b(?:come|came|coming|gone|went|going) )down|listed|recorded|coded|flagged) (?:here )?(?:as having|as|with|under|for)\b|\bi (?:see|have|read|note|notice) (?:here )?(?:that )?(?:you|he|she) (?:have|has|had|are|is) (?:a )?(?:history of|known|previous|down)\b/.test(
    said,
  )

/** "Nerve damage from the diabetes, most likely": the cause stands between the name and its doubt. */
const ofCause = /^ (?:from|due to|because of|caused by|secondary to) (?:[a-z'-]+ ){1,5}(?=,)/

/** Words between a stating form and the name. */
const between =
  '(?: (?:a|an|the|some|poorly|badly|controlled|uncontrolled|just|simply|actually|definitely|certainly|clearly|indeed|now|also|still|really|very|quite|bad|nasty|nice|decent|good|proper|mild|severe|moderate|acute|chronic|early|simple|bit|case|touch|bout|of|um|uh|left|right|sided|small|big|your|you|that|it|is|was|have|had|got|has|as|with|new|what|we|call|called|condition|known|doctors|positive|for|type|form|kind|sort|both|either|something|textbook|plain|old|ordinary|straightforward|common|(?:flare|flare up|exacerbation|worsening|recurrence|(?:patch|spot|dose|run|attack|episode|degree|pocket|area|picture|combination|mixture|mix)) of|,))*$'
const finder =
  '(?:we|x ?rays?|scans?|mri|ct|ultrasounds?|biops(?:y|ies)|swabs?|tests?|results?|bloods?|colonoscopy|endoscopy|gastroscopy|patholog(?:y|ist)|histology|samples?|cultures?|tracing|ecg|spirometry|reports?|letter|specialist|cardiologist|radiologist|surgeon|dermatologist|consultant|hospital|smear|imaging|screen|study|scope|lab|count|levels?|they|he|she|i|it|which|that)'
const statingForms: readonly RegExp[] = [
  // "It's", "this is", "the diagnosis is", "what you have is".
  /(?:^|\b)(?:diagnosis\b.{0,80}?|this|it|that|these|those|they|which|here|there|diagnosis|answer|problem|cause|trouble|culprit|what (?:you|he|she|we) (?:have|has)(?: (?:got|described|told me|there|here|been (?:having|getting|describing)))*|what is going on(?: here)?|what (?:he|she) is got|what (?:this|that|it)(?: is)?|what (?:i|we) (?:am|are) (?:seeing|dealing with)(?: here| there)?|going on|matter|lump|rash|lesion|mole|spot)(?: \w+ly)? (?:is|are|was|has to be|must be)(?: \w+ly)?/,
  // "You have", "you've got", "you do have", "you've developed", "you are in".
  /\byou (?:\w+ly )?(?:do |have )?(?:\w+ly )?(?:have|got|developed|caught|picked up|come down with|gone down with|done yourself|given yourself|managed to get yourself|been diagnosed with|suffer(?:ing)? from|are in|are having|are suffering (?:from|with)|have had|contracted)/,
  // "You're diabetic."
  /\byou are(?: indeed| now)?/,
  // "The scan showed", "the results confirm that you have".
  new RegExp(
    String.raw`\b${finder}\b(?: \w+){0,6}? (?:shows?|showed|showing|shown|confirm(?:s|ed|ing)?|found|finds?|reveal(?:s|ed)?|demonstrat(?:es?|ed)|say(?:s)?|said|picked up|detect(?:s|ed)|diagnos(?:es?|ed)|proves?|proved|came back|come back|wrote|positive|diagnostic of)`,
  ),
  // "Two things are going on. One is the migraine, the other is a sinus infection."
  /^(?:(?:and|so|first|secondly|then),? )*(?:number )?(?:one|two|the other(?: one)?|the (?:first|second|third)(?: one| thing)?) is/,
  // "We're dealing with", "you've got yourself".
  /\bwe are (?:clearly |definitely |certainly |obviously )?(?:dealing with|looking at)(?: here)?(?: is)?|\byou have got yourself/,
  // "Is due to", "is caused by".
  /\b(?:is|are|was|were)(?: all| both| just| \w+ly)? (?:due to|caused by|down to|from|because of|the result of|coming from|related to|secondary to|explained by|part of)/,
  // "No doubt about it, gout."
  /\b(?:no|without|beyond) (?:a |any |all )?(?:doubt|question|mistaking|two ways)(?: (?:about|of) (?:it|that|this|what (?:it|this|that) is)| here| at all)?(?: ,)?/,
  // "We call it", "it's known as".
  /\b(?:we call|is called|are called|known as|what is called|name for (?:it|this|that) is)(?: it| this| that)?/,
  /\bdiagnos(?:is|ed|e)(?: you)? (?:is|of|as|with)/,
  // "Impression: left-sided Bell's palsy."
  /^(?:(?:so|my|the|and|working|main|final|provisional) )*(?:diagnosis|impression|assessment) ?[:,]/,
]
const statesIt = statingForms.map((form) => new RegExp(`(?:${form.source})${between}`))

/** "Constipation from it", "thrush with these": the effect of something named before. "There may be a tear with it" adds one. */
const ofEffect = /^ ?(?:from|with|on|while (?:you are )?(?:on|taking)) (?:it|that|them|this one|these|those)\b/

/** "A strained rib, the joint of it, is very unlikely": another name stands between the diagnosis and its denial. */
const besideName = /^ ?, (?:(?:the|a|an|um|uh|er|your|or|,) ?)*(?:[a-z-]+ ?){1,4}(?= (?:is|was|are|looks|seems) (?:\w+ ){0,2}(?:unlikely|improbable|implausible|ruled out|excluded|out of the question)\b)/ // biome-ignore format: short

/** The words after the name, without a second name of the same thing. */
function afterNames(sentence: Sentence, term: Term): string {
  const after = ` ${wordsOf(sentence, term.to + 1, sentence.words.length)}`
  const isAlone = !sentence.terms.some(({ from, kind }) => from > term.to && kind === 'condition')
  return isAlone ? after.replace(besideName, '') : after
}

/** After a preposition the name says what something is for, in or with; these forms still assert it. */
const bound = /(?<!\byou are )\b(?:in|for|with|of|from|to|about|on|by|against)(?: the| a| an| your| like)?$/
const assertsBound =
  /\b(?:dealing|boxes|criteria|hallmarks|points?|pointing|suspicion|along the lines|money|classic|consistent|keeping|suffering|sign|signs|symptom|symptoms|case|episode|kind|type|form|bout|touch|bit|patch|spot|dose|run|attack|degree|pocket|area|combination|mixture|mix|flare up|flare|exacerbation|worsening|compatible|fits?|fitting|diagnosed|positive|typical|suggestive|suspicious|diagnostic|features?|picture|presentation|diagnosis|result|hint|look|money is|bet is|related|similar|due|down|because|towards|to|coming|tests?|testing|check|checking|look|looking|caused|part|element|leaning|wondering|thinking|picture is|list is|chance|possibility|worried|concerned|treat\w* \w+|manage \w+|as|caught up) (?:with|of|from|to|for|by|towards|about|on)(?: the| a| an| your| like)?$/

/** "This sounds like gout, doesn't it?": a statement with a question's tag. */
const toldAsQuestion = /^(?:(?:so|well|ok|okay|right|now|and|yeah|um|uh|all right|alright),? )*(?:i (?:do )?(?:think|wonder|suspect|reckon|believe|am (?:thinking|wondering))|(?:this|it|that) (?:is|sounds|looks|seems)|(?:sounds|looks|seems) like|what (?:you|we) (?:have|are)\b(?!.*\?$)|what is (?:it|this|that),? is\b(?!.*\?$))\b/ // biome-ignore format: short

/** "You've got asthma, or...": the patient is to finish it. */
const trailsOff = /\bor[ ,.]*$/

/** "Gout, and cellulitis is very unlikely": denied by the words after it. */
export const isDeniedLate = (sentence: Sentence, term: Term): boolean => lateDenial.test(afterNames(sentence, term).replace(/^ ,/, ',')) // biome-ignore format: short

/** A diagnosis that the speaker names and does not hold: doubted, another person's thought, given up, or of another day. A doubt leaves it out. D72. */
type Withdrawal = { readonly before?: RegExp; readonly after?: RegExp }

const thinker =
  '(?:you|he|she|they|anyone|anybody|everyone|everybody|some|most|google|(?:dr|doctor) \\w+|(?:the|your|his|her|that|my|our|a) (?:\\w+ ){0,2}(?:doctor|gp|colleague|registrar|physio|physiotherapist|hospital|nurse|pharmacist|chemist|specialist|osteo|chiro|naturopath|teacher|friend|neighbour|paramedics?))'
const thought =
  '(?:thought|think|thinks|thinking|suspected|suspects?|assumed|assumes?|guessed|reckon|reckons|reckoned|believed?|feared|worr(?:y|ied)|wondered|wondering|decided|swore|swear)'

// biome-ignore format: one row a line
const withdrawals: readonly Withdrawal[] = [
  // Adverbs and verbs that deny without a "not".
  { before: /(?<!\b(?:little|much|any|of|no|not) )\bdoubt(?:ful|s)?\b|\b(?:hardly|rarely|barely|scarcely|seldom|sceptical|dismiss\w*|disagree|disput\w+|yet to be (?:convinced|persuaded)|question(?:ing)? (?:whether|if|that|the (?:diagnosis|idea))|far from|anything but|nowhere near|might as well be|pass(?:es|ing) (?:itself )?(?:off )?(?:for|as)|mistaken? for|mimics?)\b/ },
  // Another person's thought: "the last doctor thought it was asthma", "so you reckon it's your sinuses".
  { before: new RegExp(`\\b${thinker} (?:(?:would|had|have|has|was|were|are|is|all|also|first|initially|originally|might|must|all|there|really) )*${thought}\\b`) },
  { before: /\byou (?:will|would|might|could|are going to|were going to) (?:tell|say|think|ask)\b/ },
  // Given up later in the sentence: "I was worried about meningitis, but this looks like a virus".
  { before: /\b(?:at first|initially|originally|to begin with|(?:i|we) (?:thought|had thought|had wondered|wondered)|(?:i|we) (?:was|were|had been) (?:\w+ )?(?:worried|concerned|thinking|wondering|afraid|suspicious|leaning))\b/, after: /\b(?:but|until|before|now|at first|initially|originally|to begin with|however)\b/ },
  { after: /^(?: \w+){0,3} (?:at first|initially|originally|to begin with)\b/ },
  { before: /\b(?:at first|initially|originally)\b.*\b(?:looked|seemed|sounded|was|thought)\b/ },
  // Taken back at once: "it looks like eczema but it isn't", "... but I disagree".
  { after: /\bbut (?:it|this|that) (?:(?:really|definitely|certainly|actually) )*(?:is|was) not(?: (?:that|it|one))? ?(?:[.,;!?]|$)|\bbut (?:i|we) (?:disagree|do not (?:agree|think (?:so|it is|that is|this is)))\b/ },
  { before: /\b(?:looks?|sounds?|seems?|feels?)\b/, after: /\bbut (?:i|we) (?:(?:actually|really|now) )*(?:think|suspect|believe|reckon) (?:it|this|that) is (?!also\b|more\b|a (?:mild|bad|nasty))/ },
  // "What we worry about is an abscess": the danger, not the case.
  // An illness of a place, and not of the patient: "there's dengue in both".
  { before: /\bthere (?:is|are)(?: (?:a lot of|lots of|plenty of|some|always|still))*$/, after: /^ ?(?:(?:in|around|about|over|across) (?:both(?! (?:lungs?|sides|ears?|eyes?|knees?|hips?|feet|hands|legs|wrists))|the (?:area|region|country|city|north|south|tropics)|those|these|that (?:part|area|country)|most|many|all of|[a-z]+ia\b|bali)|over there|up there|out there|going (?:a?round|about))/ },
  { before: /\bwhat (?:we|i|doctors) (?:(?:would|always|usually|really|do) )*(?:worry|watch|look out|are (?:worried|watching|looking out)) (?:about|for)(?: here)? is\b/ },
  // Contrary to fact, and of another day.
  { before: /\b(?:could|would|might) (?:\w+ )?have (?:been|had)\b/, after: /\bif (?:you|he|she|it|we|i|that) (?:had|was|were|did|would|did not)\b/ },
  { before: /\b(?:was|had|were)\b/, after: /^(?: \w+){0,2},? (?:last (?:winter|summer|spring|autumn|year|month|time|week|christmas)|(?:\w+ )?(?:years|months|weeks) ago|back then|at the time|that time|as a (?:kid|child|teenager))\b/ },
  // A risk of the years to come, from a calculator.
  { before: /\b(?:chances?|risks?|odds|likelihood) of\b/, after: /\b(?:(?:in|over|within) (?:the |your )?(?:next |coming )?(?:\w+ )?years?|(?:comes?|came|works?|worked) out (?:at|to|as)|is \w+ per ?cent)\b/ },
  // A question that the speaker puts: "is it a virus or is it a bacteria".
  { before: /(?:\b(?:whether|question|ask|asks|asking|wonder|decide|tell)|,) (?:\w+ )?,? ?(?:is|was) (?:it|this|that)(?: (?:a|an|the|just|some))*$/, after: /\bor (?:is|was|a|an|the)\b/ },
  // What is common somewhere: "there's a stomach bug, Helicobacter, more common in some places".
  { before: /\bthere (?:is|are)\b/, after: /^(?: ?, (?:[a-z]+ ){1,2})? ?,? ?(?:(?:more|very|quite|most) )?common(?:er)? (?:in|among) (?:some|certain|other|many|most|warm|hot|older|young)/ },
  // A chance that is small.
  { before: /\b(?:small|tiny|slight|low|rare|minimal|remote|one in (?:a )?\w+) (?:chance|risk|possibility|likelihood) (?:of|that)\b/ },
  { after: /^(?: \w+){0,3} (?:is|are|was|were|would be) (?:\w+ )?(?:tiny|small|slim|minimal|remote|negligible|zero|nil|minuscule|(?:very|pretty|really|quite|extremely) low|low|close to (?:zero|nil)|next to nothing)\b/ },
]

/** True if the words around a name say that the speaker does not hold it. Both have no contractions and no other clause before. */
const isWithdrawn = (before: string, after: string): boolean =>
  withdrawals.some((row) => row.before?.test(before) !== false && row.after?.test(after) !== false)

/** "I think what's happened is ..., and you've got pneumonia": one thought from its first word on. */
const opensInDoubt =
  /^(?:(?:so|well|ok|okay|right|now|and|yeah|look|um|uh),? )*(?:(?:the|your|this) (?:picture|presentation)\b|(?:i|we) (?:think|suspect|reckon|believe) (?:what|that what|how)\b)(?!.*\b(?:but|although|though|because|[.;:!?])\b)/

/** "It's a work-related injury, a strain of the lower back": the name stands behind the kind of thing that it is. */
const general =
  / (?:an? |the |your )?(?:[a-z]+ ){0,3}(?:injury|condition|problem|issue|thing|complaint) , (?:(?:a|an|the|just) )*$/

/** The certainty of the term; undefined if the sentence asserts nothing of the patient now. */
export function readCertainty(sentence: Sentence, term: Term): Certainty | undefined {
  const before = wordsOf(sentence, clauseFrom(sentence, term), term.from)
    .replaceAll(surelyIf, 'is probably')
    .replaceAll(openIf, 'might be')
    .replaceAll(/\bif you (?:can|could|would|like|want|do not mind)\b/g, '')
  const whole = wordsOf(sentence, 0, term.from)
  const after = wordsOf(sentence, term.to + 1, sentence.words.length)
  if ((sentence.isQuestion && !toldAsQuestion.test(sentence.said)) || trailsOff.test(sentence.said)) return undefined
  if (notExcluded.test(before)) return 'possible'
  if (isExcluded.test(before) || methodOf.test(before) || ofService.test(after) || isOfRecord(sentence.said))
    return undefined
  if (excludes.test(before)) return 'exclude'
  if (elsewhere.test(before) || (ofEffect.test(after) && !/^(?:(?:and|but|so|also) ,?)*there (?:is|may|might|could)\b/.test(before)) || isWithdrawn(before.replaceAll(noDenial, ' '), ` ${after}`)) return undefined // biome-ignore format: short
  if (denials.test(before.replaceAll(noDenial, ' ')) || isDeniedLate(sentence, term)) return undefined // biome-ignore format: short
  if (bound.test(before) && !assertsBound.test(before)) return undefined
  if (lateStated.test(after)) return 'stated'
  const hedged = readHedge(before, ` ${after}`)
  if (hedged !== undefined) return hedged
  // "I think, from what you say, that ...": a doubt before the clause covers all of it.
  const isDoubted = opensInDoubt.test(whole) || /\b(?:not|never) (?:\w+ ){0,4}(?:sure|certain|positive|convinced)\b[^.]{0,12}$|\b(?:i|we) (?:think|suspect|reckon|believe|wonder)\b[^.]{0,30}$|\b(?:looks?|sounds?|seems?|feels?|appears?)(?: like| as if| that| to be)?[ ,]*$|\b(?:possibly|probably|presumably|most likely|maybe|perhaps)[ ,]*$/.test(whole.slice(0, whole.length - before.length)) // biome-ignore format: short
  if (isDoubted) return 'likely'
  return statesIt.some((form) => form.test(before.replace(general, ' ').trim())) ? 'stated' : undefined
}

function readHedge(before: string, after: string): 'likely' | 'possible' | undefined {
  const plain = before.replaceAll(noHedge, ' ')
  if (mayBe.test(plain) || lateMayBe.test(after)) return 'possible'
  if (likely.test(plain) || lateHedge.test(after.replace(ofCause, '').trimStart()) || lateLikely.test(after))
    return 'likely'
  return undefined
}

/** True if a speaker leaves open whether a condition is there. */
export const isHedged = (sentence: Sentence, term: Term): boolean =>
  readHedge(wordsOf(sentence, clauseFrom(sentence, term), term.from), ` ${wordsOf(sentence, term.to + 1, sentence.words.length)}`) !== undefined // biome-ignore format: short
