/** Usual effects of an allergy or a medicine: no symptom of today. */
import type { Sentence } from './sentence.ts'

/** The constructions of a usual effect, each with its reason. */
// biome-ignore format: one row a line
const effects: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/\ballerg|\bintoleran|\bside effects?\b/, 'the word itself'],
  [/\b(?:it|that|they|which|them|those) (?:made|makes|gave|gives) (?:me|my)\b/, 'a cause named before is the subject'],
  [/\b(?:makes|gives|brings) (?:me|my \w+) (?:a |up in |out in |come (?:up|out) in |feel )*(?:\w+ )?(?:itch\w*|rash\w*|hives|sneez\w*|wheez\w*|swell\w*|sick)\b/, 'the present tense of a cause says that it always happens'],
  [/\b(?:brings?|brought|makes?|made) (?:me|my \w+) (?:come |came |break )?(?:out|up) (?:in|with)\b|^(?:(?:um|uh|er|well|oh|just|always|it),? )*(?:gives|gave|brings|brought) (?:me|my)\b|\b(?:brings?|brought) on (?:a |an )?\w+/, 'the subject, said or left out, is a cause'],
  [/\bi (?:had|got|was|felt)\b.*\b(?:after|from|following) (?:the|my|that|a) (?:\w+ ){0,2}(?:vaccin\w*|jabs?|shot|booster|immunis\w*)\b|\b(?:after|following) (?:the|my|that|a) (?:\w+ ){0,2}(?:vaccin\w*|jabs?|shot|booster|immunis\w*),? i (?:had|got|was|felt)\b/, 'a vaccine is the cause, in the past'],
  [/\b(?:it|that|they|which|those|these|tablets?|pills?|cream|stuff)\b.*,? (?:so|and so|that is why) (?:i|he|she|we|the doctor|they|my doctor) (?:(?:just|then|had to|ended up|have|has) )*(?:stop(?:ped|ping)?|chucked|quit|binned|ditched|dropped|came off|come off|went off|got off|gave (?:it|them|that) (?:up|away|a miss)|g[ai]ve up on|took me off|do not take|did not (?:keep|carry|go) on|could not keep|threw|swapped|switched|changed)\b/, 'an effect for which a thing was stopped'],
  [/\bi (?:always |just )?end up (?:with|in|having)\b/, 'an outcome of something named before'],
  [/\b(?:do not|never) (?:ever )?(?:give|prescribe) (?:me|him|her)\b|\b(?:keep|take) (?:me|him|her) (?:well )?(?:away from|off)\b|\banything but\b|\bone of those (?:people )?(?:who|that) can ?not (?:take|have|tolerate)\b|^(?:oh )?not (?:the )?\w+,? please\b/, 'who keeps away from a thing tells its effect'],
  [/\b(?:can not|could not|must not|should not|may not|is not (?:allowed|able|meant|supposed) to|am not (?:allowed|able|meant|supposed) to|not to|never) (?:have|take|tolerate|touch|be given|be put on|go near|be near|use|eat|drink) (?!(?:it|that|this|them|my|a|an|the|to|any|up|off)\b)[a-z]+(?: [a-z]+)?,? (?:(?:because|since|as|or|or else|otherwise) )?(?:i|he|she|it|they) (?:just |always |only |end up |ends up )?(?:gets?|has|have|comes? (?:out|up)|breaks? out|goes|go|swells?|reacts?|starts?|with|vomits?|throws? up|sees?|hallucinates?|itch\w*|wheezes?|brings?|gives?|makes?)\b/, 'who must keep from a thing tells why'],
  [/\b(?:when|(?:the )?last time|the (?:one|first|only) time|whenever|each time|every time) (?:i|he|she) (?:had|took|take|used|use|tried|try|was on|was given|have) (?:it|that|them|one|some)\b|\b(?:i|he|she) (?:had|took|tried|used|was (?:given|put on)) (?:it|that|them|those|that one|one of (?:those|them)) (?:once|before|last (?:time|year)|years ago|as a (?:kid|child)|in hospital)\b,? (?:and|but|,) ?(?:(?:i|it|my \w+|all|just|then) )*(?:swelled|swole|came|broke|got|had|was|went|nearly|felt|reacted|could not|vomited|threw|itched)\b|(?:^|,) ?(?:the )?last time (?:i|he|she) (?:had|got|came)\b(?!.*\b(?:was|ago)\b)/, 'an effect of an earlier time with the thing'],
]

/** Questions whose answers tell the effect of a medicine or of an allergen. */
const asksEffect =
  /^(?:and |so )?(?:sick|crook|bad|ill|unwell|badly) how\b|\b(?:problems?|trouble|issues?|reactions?) with (?:an?y? |the )?(?:an(?:a)?esthetics?|painkillers?|antibiotics?|medicines?)\b|\b(?:bring|make|give|set)s? (?:you|him|her) (?:out in|up in|come (?:up|out) in)|\ballerg|what happens when|what (?:does|did) (?:it|that|they|(?:the )?(?!he\b|she\b)\w+) do\b(?! for)|what (?:goes|went) wrong (?:when|with|if)|agrees? with you|(?:turned (?:on|against)|upset) you\b|side effect|react|(?:\b(?:after|with|from|had|having had)\b.{0,30}\b(?:vaccin\w*|jabs?|shots?|boosters?|immunis\w*))|\bshould (?:i |we )?(?:avoid|not be) (?:giving|given|prescribing)\b|\b(?:anything|any \w+|what) (?:that )?you can(?: ?not|'t) (?:take|have)\b|\balert\b.{0,20}\bfor\b/i

const asksSymptom = ({ asked }: Sentence): boolean => asked.some(({ terms }) => terms.some(({ kind }) => kind === 'symptom')) // biome-ignore format: short

/** The effect of an allergy, a medicine or a vaccine is no complaint of today. */
export const isReaction = (sentence: Sentence): boolean =>
  effects.some(([pattern]) => pattern.test(sentence.said)) ||
  isMedicineEffect(sentence) ||
  (eachTime.test(sentence.said.replaceAll(/\b(?:um|uh|er|erm),? /g, '')) && !asksSymptom(sentence)) ||
  sentence.asked.some(({ text }) => asksEffect.test(text)) ||
  (ofVaccine.test(sentence.said) && !asksSymptom(sentence) && sentence.asked.some(({ said }) => asksVaccine.test(said)))

/** "Did you get your flu jab?" - "Yes, sore arm and all." */
const asksVaccine = /\b(?:vaccin\w*|jabs?|shots?|boosters?|immunis\w*)\b/
const ofVaccine = /\b(?:sore|aching|achy|stiff|swollen|dead) (?:arm|shoulder)\b|\barm (?:was|got|ached|hurt)\b|\b(?:felt|was) (?:a bit )?(?:crook|rotten|rough|achy|feverish|off)\b/ // biome-ignore format: short

/** A medicine that somebody bore badly: "but it upset my tummy", "it played havoc with my guts". D356. */
const upsets =
  /\b(?:it|that|they|those|which|and|but) (?:really |just |only |always )?(?:upsets?|irritated|wrecked|ruined|tore up|ripped up|went for|did a number on|got to|turned|plays? (?:up|havoc|hell|merry hell)(?: with)?|played (?:up|havoc|hell|merry hell)(?: with)?|mess(?:ed|es) (?:up|with)|stirred up|(?:did|does|do) not (?:agree|sit(?: well| right)?) with) (?:me|my|his|her)\b/

/** "Codeine makes me feel sick", "I had nosebleeds from aspirin once". */
const isMedicineEffect = ({ said, terms, words }: Sentence): boolean =>
  terms.some(
    ({ kind, from }) =>
      kind === 'medicine' &&
      (/\b(?:makes|made|gives|gave) (?:me|my)\b/.test(said) ||
        upsets.test(said) || /\b(?:from|off|due to)(?: the| my)?$/.test(words.slice(0, from).map(({ text }) => text).join(' '))), // biome-ignore format: short
  )

/** "Blisters every time.": no verb, and each time of something named before. */
const eachTime =
  /^(?:(?:a|an|the|with|just|it is) )?(?:\w+ ){0,4}\w+,? (?:every (?:single )?time|each time|within (?:minutes|seconds|the hour))[.!]?$/
