/** The clauses of an utterance, and the clauses that decide nothing: purpose, praise, explanation, expectation, talk. D309. */
import { namesKind } from '../../vocabulary/terms.ts'

/** Where a clause begins: a full stop, a conjunction before a subject, or a subordinate clause of purpose or reason. */
const start = /[.;!]+ +|,? (?:and|so|then) (?=(?:give (?:me|us) an? (?:call|ring)|call (?:me|us)|ring (?:me|us)|come back|let (?:me|us) know)\b)|, (?=(?:things|something|stuff) (?:like|called|such as)\b)|,? (?:and|so(?! that\b)|but|then|plus)(?: then| also)?,? (?=(?:I|we|you|it|that|this|they|please|let us|what|he|she|the (?:pharmacy|chemist|hospital|team|surgery|practice|nurse))\b)|, (?=(?:I|we|you|it|that|this|they|please|let us|which|because|make sure|just to|just so|to (?:see|make|check|help|rule|be)|so(?: that)? (?:we|I|you|they)|as (?:that|it|they))\b)| (?=(?:because|just to|just so|just in case|(?:and )?to see (?:if|how|what)|so that (?:we|I|they|you|he|she)|so (?:we|I|they|you) (?:can|could)|which (?:is|can|will|would|should|helps?|might|may)|and see (?:if|how|whether))\b)/gi // biome-ignore format: one row

export const splitClauses = (said: string): readonly string[] =>
  said
    .split(start)
    .map((clause) => clause.replace(/^[, ]+|[,.?! ]+$/g, ''))
    .filter((clause) => /[a-z]/i.test(clause))

type Row = { readonly name: string; readonly pattern: RegExp; readonly reason: string; readonly isFree?: true }

// biome-ignore format: one row a line
const rows: readonly Row[] = [
  { name: 'purpose',     pattern: /^(?:(?:and|or|just|also|really|then) )*(?:so(?: that)? (?:i|we|you|they|he|she|it|the [a-z]+) (?:can|could|will|have|know|get)\b|to (?:see|make sure|check|help|rule|be (?:sure|safe)|get|find|have|work|try|give|stop|prevent|ease|keep|let|take)\b|see (?:if|how|what|whether)\b|in case\b)/i, reason: 'a clause of purpose says why, and orders nothing', isFree: true },
  { name: 'praise',      pattern: /^(?:and )?(?:that|it|this)(?: (?:is|would|will|should|might|may|can|really))*(?: be)?(?: really| very| quite| absolutely| perfectly| a| the)* (?:great|good|lovely|perfect|brilliant|helpful|fine|ok|okay|useful|ideal|alright|all right|best|sensible|idea|plan|thing|wonderful|fantastic|important|easier)(?: (?:for (?:me|us|you)|thing|idea|plan|to do|option|way forward|now|then|too|as well))*$/i, reason: 'a judgement of the order repeats it' },
  { name: 'explanation', pattern: /^(?:and |but )?(?:because|cause|since|as)? ?(?:it|that|this|they|these|those|which|there|most (?:people|of (?:these|them|the time))|sometimes|usually|often|normally|they're|the (?:reason|good news|thing is|idea is))\b(?!.*\b(?:(?:you|i) (?:should|must|need|have to|can|will)|we (?:should|must|need|have to|will))\b)/i, reason: 'a statement about the illness or the remedy orders nothing' },
  { name: 'reason',      pattern: /^(?:and |but )?(?:because|cause|since|as) (?:i|we|you|your|he|she|his|her|the)\b/i, reason: 'a clause of reason says why' },
  { name: 'expectation', pattern: /^(?:and |then )*(?:you|he|she) (?:should|will|would|might|may|can expect to|are going to)(?: (?:then|just|also|probably|hopefully|be able to))* (?:hear|get (?:a|an|the|some) (?:text|call|letter|message|email|appointment|notification|reminder|result)|receive|feel|notice|find|be (?:fine|ok|okay|alright|contacted|called|sent|back|better)|see (?:an? |some )?(?:improvement|difference|change))\b/i, reason: 'it tells what will happen' },
  { name: 'others',      pattern: /^(?:and |then )*(?:they|somebody|someone|the (?:hospital|clinic|surgery|practice|team|department|nurse|lab|pharmacy|pharmacist|chemist|reception|receptionist|physio|specialist)|our [a-z]+|one of (?:the|our) [a-z]+) (?:will|should|would|are going to|can|may|might|is going to)\b/i, reason: 'the next step of a service is no order' },
  { name: 'wish',        pattern: /^(?:and )?(?:i hope|hopefully|fingers crossed|i am sure|i am hoping|i would hope|i think (?:that|it|this) (?:is|would be|will be|sounds)|i am happy with|i think that's)\b/i, reason: 'a hope orders nothing' },
  { name: 'talk',        pattern: /^(?:and |so |but )*(?:does that|is that (?:ok|okay|all right|alright|clear|fine)|how does that|would that be|(?:do you have )?any questions|let me know if you have any questions|bear with me|thank|sorry|no problem|don't worry|do not worry)\b/i, reason: 'it is about the talk itself' },
  { name: 'sound',       pattern: /^(?:(?:you know|all right|ok|okay|yeah|yes|right|great|perfect|lovely|good|fine|sure|exactly|absolutely|of course|then|so|and|well|now|i mean)[, ]*)+$/i, reason: 'a sound of the speaker has no content' },
  { name: 'collecting',  pattern: /^(?:and |then |so )*(?:you|he|she)(?: can| will| could| should| may| just| then| be able to| need to| have to)* (?:pick|collect|get|grab|fetch) (?:that|it|them|those|this|these|your (?:prescription|medication|tablets))\b[a-z' ]*$/i, reason: 'how a prescription is fetched adds nothing to it' },
  { name: 'cleft opener', pattern: /^(?:so |and )*(?:what|all|the (?:only |best |first |next )?thing) (?:i|we|you)(?: [a-z']+){0,6} (?:is|do is|to do is|be)$/i, reason: 'its content is the next clause', isFree: true },
  { name: 'what follows', pattern: /^(?:and |so |then )*(?:we|i)(?: can| will| could| would|'ll)(?: just| then| also| always| at least)* (?:have (?:a|another) [a-z ]*?(?:look|chat|think|talk|listen|discussion|feel)|take (?:a|another) look|see (?:how|what|where)|check (?:you|him|her|that|everything)|examine|listen|review|talk|discuss|chat|go from there|take (?:it|things) from there|look (?:at|into)|decide|reassess|work out|know)\b/i, reason: 'what happens at the visit is no order of its own' },
  { name: 'how',         pattern: /^(?:and |so )*(?:(?:which|that) )?(?:you|he|she) (?:can|could|will be able to) (?:(?:just|also|sometimes|usually|always) )*(?:do|get|have|find|buy|book|access) (?:that|it|this|those|these|them|one)?(?: ?(?:at|in|from|through|over|on|by|online|via) ?[a-z' ]*)?$/i, reason: 'where a thing is had adds nothing to the order' },
  { name: 'no cure',     pattern: /^(?:because )?(?:antibiotics|they|these|medicines) (?:do not|will not|would not|cannot|can not|don't) (?:really |actually |usually )?(?:work|help|do anything|make (?:any|a) difference|kill|treat)\b/i, reason: 'a statement about a remedy orders nothing', isFree: true },
  { name: 'own view',    pattern: /^(?:so |and )*(?:i|we) (?:do )?(?:think|feel|believe|would say|suspect|reckon|wonder)\b(?!.*\b(?:you|we|i) (?:should|need|must|ought|could|can|might|will|would|may)\b)(?!.*\bto (?:take|use|start|stop|see|get|have|do)\b)/i, reason: 'an opinion about the illness orders nothing' },
]

/** A clause with one of these words may carry a part of an order. */
const bearing =
  /\b(?:if|unless|until|not|n't|never|no|nothing|nobody|none|nor|neither|harm|useless|pointless|overkill|eventually|yet|waits?|rather|options?|choices?|reserve|sleeve|resort|decided|skip\w*|leave|leaving|forget|optional|others?|some|people|patients|years|used to|was|were|had|did|no longer|stop|stopping|start|take|taking|avoid|only|except|instead|alcohol|driv\w+|twice|once a|daily|every|tablets?|mg|milligrams?|hospital|emergency|ambulance|test|bloods?|scan|refer\w*|prescri\w*|appointment|allerg\w*|micrograms?|grams?|mils?|mls|puffs?|units|drops?|half|hundred|\w+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty)\b|\d/i

/** Statements about a remedy may name it. */
const ofRemedies = /^(?:explanation|reason|no cure)$/

/** True if leaving the clause out changes no order. */
export function isIdleClause(clause: string): boolean {
  const row = rows.find(({ pattern }) => pattern.test(clause))
  return row !== undefined && (row.isFree === true || (!bearing.test(clause) && (ofRemedies.test(row.name) || !namesKind(clause, 'medicine')))) && !/\b(?:if|unless|until) (?:you|it|he|she|they|your)\b/i.test(row.isFree === true ? '' : clause) // biome-ignore format: short
}

/** The end of an order without persons: "until you've been seen" is "until seen". */
// biome-ignore format: one row a line
const untils: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/\b(until|till) (?:you|he|she) (?:have|has) been (seen|reviewed|examined|assessed|checked(?: over| out)?)\b/i, '$1 $2'],
  [/\b(until|till) (?:it|you|he|she|things|that|this|they) (?:is|are|feels?|gets?|starts? (?:to feel|feeling|getting))(?: a (?:bit|lot)| much| completely)? (better|settled|healed|gone|clear)\b/i, '$1 $2'],
  [/\b(until|till) (?:we|you|i|he|she) (?:have|has|get|gets|see|receive)(?: got| had| seen)? (?:the |your |his |her )?([a-z][a-z -]{2,40}?)( back)?$/i, '$1 the $2$3'],
]
export const plainUntil = (clause: string): string => untils.reduce((out, [pattern, text]) => out.replace(pattern, text), clause) // biome-ignore format: short
