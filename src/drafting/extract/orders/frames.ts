/**
 * Frames of an order: the words before its verb that say who acts and how firmly. "What I'd like you to do is rest" and "you need to rest"
 * have the same order, "rest". Each row is a construction of English, and holds for any verb after it.
 */
import { readOnce } from '../../../core/cache/read-once.ts'
import { baseOf, isOrderVerb } from '../../vocabulary/order-verbs.ts'

/** Who does it: the patient, or the clinician. */
export type Actor = 'patient' | 'clinician'

/** `act` begins with the verb in its base form, or, if `isNamed`, with the name of what is needed. */
export type FramedOrder = {
  readonly actor: Actor
  readonly act: string
  readonly isNamed: boolean
  /** The imperative stands alone, without a frame. */
  readonly isBare: boolean
}

const adverbs =
  '(?:(?:also|just|really|still|then|now|definitely|certainly|strongly|please|always|simply|first|actually|honestly|again|only|all|both|absolutely|ideally|obviously|instead|probably|today|gently|very much|quite|at least)[ ,]+)*'
const topic = "(?:(?!(?:is|are|was|i|we|you|if|then)\\b)[a-z'-]+ ){1,5}?"

/** Words that link an order to the talk and change nothing in it. */
const openers = new RegExp(
  `^(?:(?:so|and|but|now|ok|okay|well|then|also|right|look|plus|again|anyway|please|yes|yeah|yep|self[- ]care|home care|lifestyle wise|general advice|alright|all right|obviously|basically|first(?:ly)?(?: of all| off)?|second(?:ly)?|third(?:ly)?|lastly|finally|next|top tip|one (?:more|last) (?:tip|thing)|another (?:tip|thing)|a (?:quick )?tip|really|honestly|after that|in addition|on top of (?:that|this)|besides(?: that)?|(?:apart|aside) from that|other than that|as well(?: as that)?|meanwhile|just|in the mean ?time|for (?:now|today|tonight|starters|the (?:moment|time being|next (?:few|couple of) days))|from (?:now on|today|tomorrow|here)|going forward|to (?:start|begin)(?: off)?(?: with)?|as a first step|until then|till then|at home|once you are home|when you get home|before you go|on your way out|otherwise|either way|in any case|importantly|most importantly|above all|because of (?:that|this)|given (?:that|this|all that)|in terms of ${topic}|as for ${topic}|when it comes to ${topic}|as far as ${topic}(?:goes|is concerned)|with regards? to ${topic}|regarding ${topic}|(?:i|we) (?:think|reckon|feel|believe|would say|guess|suppose)(?: that)?|to be (?:safe|sure|honest|fair)|just (?:to be (?:safe|sure|on the safe side)|in case)),? )+`,
  'i',
)

type Row = {
  readonly name: string
  readonly pattern: RegExp
  readonly actor: Actor
  /** The construction of English, and why it gives an order. */
  readonly reason: string
  /** True if another kind of word than a verb may follow: then only known verbs count. */
  readonly isLoose?: true
}

const noun = '(?:things?|trick|tip|key|idea|plan|step|move|advice|suggestion|recommendation|approach|answer|goal|aim|priority|job|homework|rule|treatment|way forward)' // biome-ignore format: one row
const quality =
  '(?:(?:other|main|first|next|best|key|big|biggest|important|most|only|simplest|easiest|safest|sensible|second|last|real|immediate|general|one) )*'
const relative = "(?: that)?(?: (?:for|with|from) (?:you|me|us|that|this|now|today|here)| at (?:home|this stage|the moment)| right now)?(?: (?:i|we|you)(?: (?!is\\b|are\\b|if\\b)[a-z']+){1,9}?)?" // biome-ignore format: one row
const good = '(?:(?:a )?(?:very |really )?good (?:idea|plan|thing)|an idea|best|better|important|sensible|wise|helpful|useful|essential|vital|crucial|advisable|safer|safest|imperative|critical|time|necessary)' // biome-ignore format: one row
const urged = '(?:like|want|need|love|prefer|advise|encourage|urge|ask|recommend|suggest|get|beg|remind|expect)'

// biome-ignore format: one row a line
const rows: readonly Row[] = [
  { name: 'cleft of you',     pattern: /^(?:what|all|everything)(?: else)? you (?:can|could|need|should|want|must|have to|ought|will|do|would)(?: (?!is\b|are\b|if\b)[a-z']+){0,9}? (?:is|are|would be|will be) (?:(?:just|simply) )?(?:to )?/i, actor: 'patient', reason: 'a cleft sentence names the deed after "is"', isLoose: true },
  { name: 'cleft of a wish',  pattern: /^(?:what|all|everything|the (?:(?:main|first|other|next|best|only|one|big) )*thing)(?: that)? (?:i|we)(?: would| will)? (?:(?:just|really|do|also) )*(?:want|need|like|love|ask|advise|suggest|recommend|expect)(?: for| from)? you (?:to |should )?(?:do|try|start with)(?: (?!is\b|are\b|if\b|not\b)[a-z']+){0,5}? (?:is|are)(?: just| simply)?(?: to)? /i, actor: 'patient', reason: 'a cleft sentence of wishing names the deed after "is"', isLoose: true },
  { name: 'cleft',            pattern: new RegExp(`^(?:what|all|everything)${relative} (?:is|are|would be|will be) (?:(?:just|simply|going to be) )?(?:for you to |that |to )?`, 'i'), actor: 'clinician', reason: 'a cleft sentence names the deed after "is"', isLoose: true },
  { name: 'named plan',       pattern: new RegExp(`^(?:the|my|our|one|another|your|a)? ?${quality}${noun}${relative}(?: (?:for you )?to do(?: now| here| next| for (?:it|this|that))?)? (?:is|are|would be|will be)(?: (?:just|simply|definitely))*,? (?:(?:for you )?to |that (?:you|we) |for us to |you |just )?`, 'i'), actor: 'patient', reason: 'a noun of planning with its content after "is"', isLoose: true },
  { name: 'judged good',      pattern: new RegExp(`^(?:(?:it|that|this) (?:is|would be|will be) )?${adverbs}${good} (?:(?:for you|that you|if you|to|you|just) ){0,3}`, 'i'), actor: 'patient', reason: 'an adjective of worth with the deed as its subject', isLoose: true },
  { name: 'cleft of worth',   pattern: /^what (?!(?:i|we|you|they|he|she)\b)(?!.{0,40}\b(?:not|never|worr|concern|bother|upset|cause|hurt|happen|if))(?:[a-z']+ ){1,5}?(?:is|would be)(?: just| simply)?(?: for you)? (?:to |that you )/i, actor: 'patient', reason: 'a cleft sentence of worth names the deed after "is"', isLoose: true },
  { name: 'best you can',     pattern: /^(?:the|your) (?:very )?(?:best|kindest|most useful|most important|simplest|easiest|safest|main|one|only)(?: thing)?(?: that)? you (?:can|could)(?: really)? do(?: now| at home| for (?:it|yourself|him|her|that))? is(?: to)? /i, actor: 'patient', reason: 'a superlative with the deed after "is"', isLoose: true },
  { name: 'does good',        pattern: new RegExp(`^(?:(?!(?:if|not|never|nothing|hardly)\\b)[a-z]+ ){0,2}?(?:it|that|this|what|something|thing)(?: that| which)? (?:would|will|should|does) ${adverbs}do (?:you|him|her) (?:(?:a|the|no end|nothing but|so much|some|plenty|lots|heaps|world|power|lot|bit|heap|of|more|real) )*good,? (?:(?:is|would be|will be) )?(?:(?:for you|to|if you|you|that you|just) ){0,3}`, 'i'), actor: 'patient', reason: '"do good" with the deed as its subject', isLoose: true },
  { name: 'helps',            pattern: /^it (?:(?:also|really|often|always|would|will|does) )*helps? (?:(?:a lot|you|people) )?(?:to |if you )/i, actor: 'patient', reason: '"help" with the deed as its subject' },
  { name: 'obliged',          pattern: new RegExp(`^you (?:(?:will |do |are going to )?${adverbs}(?:should|must|need to|have to|have got to|got to|ought to|had better|do well to|want to|are to|are best to|are best|are better(?: off)?|are best off)|would ${adverbs}(?:better|do (?:well|best|better) to|be (?:best|better(?: off)?|wise|well advised|sensible)(?: to)?))(?: (?:be|try and|try to|make sure you|aim to))?[ ,]+${adverbs}`, 'i'), actor: 'patient', reason: 'a modal verb of duty in the second person' },
  { name: 'could do with', pattern: /^(?:you|he|she) (?:could|can|might) do with (?=[a-z]+ing\b)/i, actor: 'patient', reason: 'the deed that would do the patient good' },
  { name: 'urged',            pattern: new RegExp(`^(?:i|we)(?: would| do| am going to| are going to| will| must)? ${adverbs}(?:${urged}(?: for)?(?: that)? (?:you|him|her) (?:to|should|could|must|do)|(?:suggest|recommend|advise|prefer|propose)(?: that)? you)[ ,]+${adverbs}(?:be )?(?=[a-z])`, 'i'), actor: 'patient', reason: 'a verb of wishing with "you" as the subject of the deed' },
  { name: 'recommended',      pattern: new RegExp(`^(?:i|we)(?: would| do| will)? ${adverbs}(?:advise|recommend|suggest|propose|advocate|(?:ask|urge|insist|request|counsel|beg)(?= that)|go for|go with|stick with)(?: that)?(?: (?:we|you))?(?: (?:should|to))?[ ,]+${adverbs}`, 'i'), actor: 'patient', reason: 'a verb of advice with the deed as its object', isLoose: true },
  { name: 'ensured',          pattern: new RegExp(`^(?:please )?(?:make|making|do make) (?:certain|sure)(?: that)? (?:(?:you|to|are|and|both|always) )*${adverbs}(?=[a-z])`, 'i'), actor: 'patient', reason: '"make sure" with the deed in its clause' },
  { name: 'reminded',         pattern: /^(?:please )?(?:be sure (?:to|and|you)|ensure (?:that )?you|see (?:that|to it that) you|remember (?:to|that you need to)|(?:do not|never) forget to|do your best to|see if you can|do try (?:to|and)|you are welcome to) /i, actor: 'patient', reason: 'an imperative of care with the deed as its complement' },
  { name: 'asked',            pattern: /^(?:can|could|would|will) (?:you(?! mind)|i get you to|i ask you to|we get you to) (?:(?:just|please|also|try and|try to|make sure you|possibly) )*/i, actor: 'patient', reason: 'a request has the form of a question' },
  { name: 'asked politely',   pattern: /^would you mind (?:just )?|^if you (?:can|could|would) (?:just |please )+/i, actor: 'patient', reason: 'a request has the form of a question or a condition' },
  { name: 'asked of you',     pattern: /^(?:i will|i am going to|i would like to|i want to|let us|we will) (?:just )?(?:get|ask|have) you to /i, actor: 'patient', reason: '"get somebody to" names the deed of the other' },
  { name: 'committed',        pattern: new RegExp(`^(?:i|we)(?: (?:think|reckon|feel)(?: that)? (?:i|we))? ${adverbs}(?:will|shall|am going to|are going to|am gonna|are gonna|would like to|would love to|want to|need to|should|ought to|(?:had|would) better|(?:may|might) (?:just )?as well|must|have to|plan to|intend to|propose to|aim to|have decided to|am keen to|are keen to|am happy to|would prefer to|would rather)[ ,]+${adverbs}(?:(?:go ahead and|try and|try to|have to|need to|be able to) )?`, 'i'), actor: 'clinician', reason: 'a modal verb of intention in the first person' },
  { name: 'litotes',          pattern: /^(?:i|we) would be (?:silly|mad|crazy|remiss|foolish|negligent|stupid|happier|a fool) (?:not to|to) /i, actor: 'clinician', reason: 'a denied omission commits to the deed' },
  { name: 'in your place',    pattern: new RegExp(`^(?:i|we) would ${adverbs}(?!like\\b|love\\b|want\\b|say\\b|think\\b|be\\b|have\\b)(?=[a-z])`, 'i'), actor: 'patient', reason: '"I would" gives advice as what the speaker would do', isLoose: true },
  { name: 'let us',           pattern: /^(?:let us|let me) (?:(?:just|also|first|go ahead and|try and|now|then|please|maybe not) )*/i, actor: 'clinician', reason: 'the imperative of the first person' },
]

/** In the middle of a deed: "I'm sending you for an X-ray", "we're organising some bloods". */
const doing = new RegExp(`^(?:i am|we are) ${adverbs}(?=[a-z]+ing\\b)`, 'i')
/** Something that is needed, by its name: "you need a blood test", "you'll need an ultrasound". */
const needing = new RegExp(
  `^(?:you|we|i|he|she) (?:will |do |would |are going to )?${adverbs}(?:need|require|want|would like|have got to have|are due|will be having|are overdue|could do with)(?: for)? (?:you to have )?(?=(?:an?|the|some|another|your|his|her|further|more|urgent|routine|regular|repeat|fasting|[a-z]+ (?:test|bloods|lipids|screen)|bloods|allergy) ?)`,
  'i',
)

/** Words after a frame that do not begin a deed. */
const noDeed =
  /^(?:i|we|you|he|she|it|they|that|this|there|know|understand|hear|see(?! (?:a|an|the|your|our|my|someone|somebody|one)\b)|feel|think|say|tell|ask(?! (?:for )?(?:the|our|an?|one of|someone|somebody)\b)|explain|be|been|being|have you|worry|wonder|look at|have a (?:look|listen|feel|think|chat|seat)|take a (?:look|seat|listen|deep)|listen|examine|find|imagine|hope|thank|apologise|start by|if|when|whether|not|because|of|in|on|at|for|with|from|where|what|how|who|why|which|mean|remember|notice|expect|describe|show|point|answer|confirm|clarify|recap|summarise|summarize|is|are|was|were|will|would|can|could|may|might|do you|did|had|has|to|(?:clear|warm|cool) (?:on|at|to|over|throughout|bilaterally|both)|clear (?:in|chest|lungs?|breath|air|sounds?))\b/i

const begins = /^([a-z][a-z'-]*)/i

function actOf(rest: string, row: Pick<Row, 'actor' | 'isLoose'>): FramedOrder | undefined {
  if (rest === '' || noDeed.test(rest)) return undefined
  const verb = begins.exec(rest)?.[1]?.toLowerCase() ?? ''
  const base = baseOf(verb)
  if (base !== undefined)
    return { actor: row.actor, act: `${base}${rest.slice(verb.length)}`, isNamed: false, isBare: false }
  const isNamed = /^(?:an?|the|some|another|plenty|lots|your|simple|regular|further|more)$/.test(verb)
  if (!isNamed && row.isLoose === true && !isOrderVerb(verb) && !/^(?:not|never|do not)\b/i.test(rest)) return undefined
  return { actor: row.actor, act: rest, isNamed, isBare: false }
}

/** Peels frames one after the other: "what I'd like is for you to make sure you rest". */
const mostFrames = 4

/** The order of a clause without contractions; undefined if it gives none. */
/** Words before an imperative that say to whom or how: "between you,", "homework for you,". A condition, a report and a denial are none. */
const address =
  /^(?!(?:(?:i|we|they|he|she|it|there|this|that|these|those)\b))(?:(?!(?:if|unless|when|whenever|after|once|before|until|because|since|although|while|not|never|said|says|told|tell|people|some|others|might|may|could|would|should|usually|sometimes|last|was|were|had|did|is|are|has|have|or|without|instead|rather|except|any|either|both|those|these|them|that|case)\b)[a-z'-]+ ?){1,7}[,:] (?=([a-z]+)\b(?!,))/i
/** A reason before "so" and an imperative: "the joint likes to move, so keep it going". */
const reasoned =
  /^(?!.*\b(?:if|unless|when|whenever|told|said|says|people|others|would have|might|maybe|perhaps)\b)[^,]{3,70},? so,? (?:please |just |do )*(?=([a-z]+)\b)/i
function dropAddress(clause: string): string {
  if (!/[,:] /.test(clause)) return clause
  const match = [address, reasoned].map((lead) => lead.exec(clause)).find((each) => isOrderVerb(each?.[1]?.toLowerCase() ?? '')) // biome-ignore format: short
  return match === undefined || match === null ? clause : clause.slice(match[0].length)
}

export const readFrame = readOnce((clause: string): FramedOrder | undefined => {
  let rest = dropAddress(clause.replace(openers, '').trim())
  let found: FramedOrder | undefined
  let actor: Actor | undefined
  for (let peeled = 0; peeled < mostFrames; peeled += 1) {
    const needed = needing.exec(rest)
    if (needed !== null) return { actor: 'clinician', act: rest.slice(needed[0].length), isNamed: true, isBare: false }
    const row: Pick<Row, 'pattern' | 'actor' | 'isLoose'> | undefined = [
      ...rows,
      { pattern: doing, actor: 'clinician' as const, isLoose: true as const },
    ].find(({ pattern }) => pattern.test(rest))
    if (row === undefined) break
    rest = rest.replace(row.pattern, '').replace(openers, '').trim()
    actor = actor === 'patient' ? actor : row.actor
    found = actOf(rest, { ...row, actor })
  }
  if (found !== undefined || actor !== undefined) return found
  const verb = begins.exec(rest)?.[1]?.toLowerCase() ?? ''
  // "Next stop is radiology": a noun before its verb is no imperative.
  const isNoun = /^[a-z]+ (?:is|are|was|were|will|would|has|have|looks?|sounds?)\b/i.test(rest)
  const isImperative =
    (isOrderVerb(verb) && !isNoun && !noDeed.test(rest)) || /^(?:do not|never|try not to) [a-z]+/i.test(rest)
  return isImperative ? { actor: 'patient', act: rest, isNamed: false, isBare: true } : undefined
})
