/** Forms in which the name of a thing is said and the thing is not stated of the patient now. Each form has its reason. D410. */
import type { Claim } from '../../../core/clinical-note.ts'
import type { Rule } from '../tables.ts'

export type NameForm = {
  readonly name: string
  /** `before` and `after`: the words of the sentence beside the name. `sentence`: the whole of it. */
  readonly where: 'before' | 'after' | 'sentence'
  readonly pattern: RegExp
  /** Absent: for every kind of statement. */
  readonly of?: readonly Claim['kind'][]
  /** Only words of this speaker. */
  readonly by?: 'patient' | 'clinician'
  /** A statement with these words says so itself. */
  readonly toldBy?: RegExp
  /** Of a thing that no table names. */
  readonly isUnlisted?: true
  /** Read in the question too; else a question is read by its reply. */
  readonly isAsked?: true
  readonly rule: Rule
  readonly reason: string
}

const saysDoubt = /\b(?:thought|possibl[ey]|query|suspect\w*|worr\w+|concern\w*|believ\w+|attribut\w+|ascrib\w+|wonder\w*|likened|like)\b/ // biome-ignore format: one row
const saysRisk = /\b(?:risk|chance|odds|likelihood|prevent\w*)\b/
const things = '(?:things|stuff|medicines?|meds|medication|tablets?|pills?|inhalers?|pumps?|puffers?|treatments?|clinic|nurse|plan|review|drops|spray|plasters?)' // biome-ignore format: one row

// biome-ignore format: one row a line
export const nameForms: readonly NameForm[] = [
  { name: 'likeness',      where: 'before', pattern: /(?:\b(?:it|this|that|pain|ache|feeling|sensation) (?:(?:is|was) (?:(?:a bit|more|almost|kind of|sort of|just) )*|feels? |felt )|\b(?:a bit|more|almost|kind of|sort of|something|exactly|just) )like (?:when you have |having |you have )?an? $/, by: 'patient', toldBy: /\blike\b|\bsimilar\b/, of: ['symptom'], rule: 'not-asserted', reason: 'a comparison names another pain than the one that is there' },
  { name: 'likeness alone', where: 'before', pattern: /^(?:(?:um|well|it is|sort of|kind of|just|more|,) ?)*like an? $/, by: 'patient', toldBy: /\blike\b/, of: ['symptom'], isUnlisted: true, rule: 'not-asserted', reason: 'a thing of another kind is only compared with' },
  { name: 'past belief',   where: 'before', pattern: /\b(?:(?:thought|assumed|figured|supposed|told myself|convinced myself) (?:that )?(?:it|this|that|they) (?:was|were|might be|must be|must have been|had been|could be)|put (?:it|this|that|them) down to|blamed (?:it on|the)|mistook (?:it|that) for)(?: (?:just|only|probably|maybe|some|a bit of))*(?: (?:an?|the|my))? (?:\w+ )?$/, by: 'patient', toldBy: saysDoubt, rule: 'not-asserted', reason: 'a past belief is told because it may be wrong' },
  { name: 'risk',          where: 'before', pattern: /\b(?:chances?|risk|odds|likelihood|probability|danger)(?: \w+)? of (?:(?:you )?(?:having|getting|developing|another) )?(?:an? )?(?:(?!\b(?:is|are|was)\b)\w+ ){0,4}$/, toldBy: saysRisk, rule: 'not-asserted', reason: 'a risk is of what has not happened' },
  { name: 'going round',   where: 'after',  pattern: /^(?:\w+ ){0,3}?(?:going|doing the rounds|been going|going about|flying) (?:a?round|about)\b|^(?:\w+ ){0,2}doing the rounds\b/, of: ['symptom', 'history', 'impression'], rule: 'person-mismatch', reason: 'an illness that goes round is the neighbourhood\'s' },
  { name: 'yet to come',   where: 'before', pattern: /(?:\bwill|\w'll|\b(?:is|are|am) (?:going to|about to)) (?:probably |just |all )?(?:have|get|end up with|give (?:me|him|her|them|you)) (?:an? |another )?(?:\w+ )?$/, of: ['symptom', 'history', 'finding'], rule: 'time-mismatch', reason: 'the future is no history' },
  { name: 'open question', where: 'before', pattern: /\b(?:is|was) (?:it|this|that) (?:just |really |actually |maybe )*(?:an? |the )?(?:\w+ )?$/, by: 'clinician', of: ['impression'], rule: 'not-asserted', reason: 'an inverted verb asks which of the two it is' },
  { name: 'in general',    where: 'before', pattern: /\b(?:most of the time|nine times out of ten|(?:most|more) often(?: than not)?|as a rule|in most (?:people|cases)|mostly|nearly always|usually)(?: \w+){0,4} $/, by: 'clinician', of: ['impression'], toldBy: /\b(?:likely|probabl\w+|possibl\w+)\b/, rule: 'not-asserted', reason: 'it tells what is usual, and not what this is' },
  { name: 'set off',       where: 'sentence', pattern: /^(?:(?:and|but|um|oh|well|so|just|even|yeah|yes) ?,? )*(?:coughing|sneezing|swallowing|vomiting|laughing|straining|breathing in)(?: (?:or|and) \w+ing)? (?:gives?|makes?|brings?|sets?|hurts?|catches|pulls?|does|is (?:agony|murder|painful|sore|the worst))\b/, of: ['symptom'], by: 'patient', toldBy: /\b(?:on|when|with|worse|by|pain\w*)\b/, rule: 'not-asserted', reason: 'a gerund as subject is what sets the trouble off' },
  { name: 'explained no',  where: 'before', pattern: /\bno [a-z]+(?: [a-z]+)? ?, (?:that is|which is|meaning|that means|i mean|so)(?: (?:the|an?|any|what we call|like))* $/, by: 'clinician', of: ['finding', 'symptom'], toldBy: /^(?:no|not|without|nil)\b/, rule: 'polarity-mismatch', reason: 'an apposition explains what was just denied' },
  { name: 'rule by heart', where: 'after',  pattern: /^ ?, ?(?:then )?(?:stop|skip|ring|phone|call|hold|miss|go|leave)\b(?: (?:it|them|that|you|in|the \w+))?[.!]?$/, of: ['symptom', 'finding'], by: 'patient', rule: 'not-asserted', reason: 'a name before an imperative is its condition' },
  { name: 'kind of thing', where: 'after',  pattern: new RegExp(`^${things}\\b`), of: ['history'], isAsked: true, rule: 'frame-mismatch', reason: 'the name only says what kind of thing is meant' },
  { name: 'dread',         where: 'before', pattern: /\b(?:needles|blood|heights|injections?|(?:the )?(?:sight|smell|thought) of [a-z ]{2,20}|dentists?|flying|hospitals|lifts) (?:always |just |really )?makes? me (?:feel |go |a bit |quite )*$/, of: ['symptom'], toldBy: /\b(?:needle|blood|height|injection|sight|smell|thought|dentist|fly|hospital|lift)/, rule: 'not-asserted', reason: 'it happens at the sight of that thing only' },
  { name: 'weight bearing', where: 'sentence', pattern: /\bweight (?:on|onto|through|down on) (?:it|that|this|(?:the|my|your) (?:leg|foot|ankle|knee|heel|toes?|hip|arm|wrist|hand))\b/, of: ['symptom'], toldBy: /\bbear|\bweight on\b|\bwalk/, rule: 'not-asserted', reason: 'weight on a limb is no gain' },
  { name: 'known whose',   where: 'before', pattern: /^without (?:the|that|those|all the|any of the) (?:\w+ )?$/, by: 'patient', of: ['symptom'], rule: 'not-asserted', reason: 'the article names what the other speaker spoke of' },
  { name: 'in the jab',    where: 'sentence', pattern: /\bhad (?:it|that|them|one|both|hers|his|mine)(?: done)? (?:with|and|along with|at the same time as) (?:the|her|his|my) (?:flu|shingles|covid|pneumonia|whooping cough)\b/, of: ['symptom', 'history', 'family'], toldBy: /\bvaccin|\bimmunis|\bjab/, rule: 'not-asserted', reason: 'two injections are had together, not two illnesses' },
  { name: 'on the edge',   where: 'sentence', pattern: /\bon the (?:very )?edge of\b/, of: ['impression', 'symptom', 'history'], rule: 'not-asserted', reason: '"on the edge of" a number is a measure' },
  { name: 'bumps of a way', where: 'sentence', pattern: /\b(?:speed )?bumps? (?:coming|on the way|in the (?:car|road|drive|street)|(?:driving|drive) (?:here|in))\b/, of: ['symptom', 'finding'], rule: 'not-asserted', reason: 'the road has them' },
  { name: 'crunched food', where: 'sentence', pattern: /\bcrunch\w* (?:on |up )?(?:some |the |my )?(?:ice|crisps|cereal|toast|biscuits?|nuts|numbers)\b/, of: ['symptom'], toldBy: /\bice\b|\bpica\b/, rule: 'not-asserted', reason: 'teeth crunch food' },
  { name: 'life of a boy', where: 'before', pattern: /\bwhen (?:i|he|she|we) (?:was|were) (?:still |just |only )?an? (?:\w+ )?$/, of: ['procedure', 'history'], rule: 'not-asserted', reason: 'nobody is an operation: the word means a person' },
]
/** Sentences that say that a medicine is kept away from. */
export const shunned = /\b(?:told|said|advised|warned|asked)(?: me| us)? not to\b|\bnot (?:allowed|supposed|meant|able) to (?:have|take|use)\b|\b(?:can not|cannot|could not|dare not|should not) (?:have|take|use|touch)\b|\bsets? (?:off )?my \w+(?: off)?\b|\b(?:does not|do not|did not|never) (?:agree|sit well|suit)\b/ // biome-ignore format: one row
