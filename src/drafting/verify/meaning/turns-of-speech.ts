/** Turns of speech that name an illness without meaning one. The verifier's own table; the drafter has another. D292. */
import { tokensOf } from '../words.ts'

// biome-ignore format: one row a line
const idioms: readonly string[] = [
  '(?:sick and )?tired of', 'sick of', '(?:worried|bored) sick', '(?:sick|scared|bored|frozen|worried) to death', 'pain in the (?:neck|backside|bum|butt|arse|ass)', 'pain to (?:get|do|have|deal|park|drive)',
  '(?:gives|giving|gave) me (?:such )?(?:a|the) headache(?= (?:just )?(?:thinking|to think|trying)\\b)', 'my heart (?:sank|bleeds)', 'broke my heart', 'cold feet', 'cold shoulder', 'weak spot', 'dead tired of', 'a shock to the system',
  // An exaggeration: the event nearly happened, or would be its effect.
  '(?:nearly|almost|practically|virtually) (?:\\w+ ){0,3}(?:heart attack|stroke|fit|died|death|dead|blind|broken?)', '(?:give|gives|gave|giving|nearly give) (?:me|you|him|her|us|anyone) (?:a|an) (?:heart attack|stroke|fit|ulcer|headache|nervous breakdown)',
  'dying (?:for|to)\\b', 'die[ds]? (?:laughing|of (?:shame|embarrassment|boredom))', '(?:send|sends|drive|drives|sent) (?:me|you|us) (?:blind|mad|deaf|round the bend)', 'must be (?:blind|deaf)', 'blind (?:spot|date|drunk|luck)', 'deaf ears', '(?:all )?choked up',
  'break(?:ing)? (?:my|his|her|your|our) (?:back|neck|heart)', 'back breaking', 'bleed(?:s|ing)? (?:me|us|them|you|him|her) dry', 'fever (?:of|pitch)', 'cabin fever', '(?:was|were|is|are|been) paralysed by', 'paralysed with', 'frog in (?:my|the) throat', 'lump in (?:my|the) throat(?= (?:when|at|thinking))',
  'heart (?:in my mouth|on my sleeve|of gold)', 'butterflies', 'arm and a leg', 'pull(?:ing|ed)? (?:my|your|his|her) leg', 'head over heels', 'itching to', 'itchy feet', 'weight off (?:my|your) (?:mind|shoulders|chest)', '(?:gets?|getting|got) on (?:my|your) nerves', 'hit a nerve', 'sore (?:point|subject|loser|thumb)', 'sight for sore eyes', 'blood (?:boils?|boiling|ran cold|pressure goes up)', 'in stitches', 'stabb\\w+ in the back', 'splitting hairs', 'spl(?:it|itting) (?:my|their|our) sides', 'stiff upper lip', 'stiff drink', 'swallow (?:my|your) pride', 'hard to swallow', 'bitter pill', 'burning (?:question|ambition)', 'burn(?:s|t|ing)? a hole', 'cough(?:ed|ing)? up (?:the|some|my|all) (?:money|cash)', 'head (?:is )?spinning with', 'rash (?:decision|promise|of (?:calls|complaints|burglaries))', 'cramps? (?:my|your|his|her) style', 'numb(?:skull| with (?:shock|boredom))',
]
/** "The parking is a headache": a thing that is a bother, where "it" and "this" may be the complaint. */
const bother = '(?<!\\b(?:it|that|this|there|problem|complaint|trouble|symptom|what i have|got)(?: \\w+){0,2} )\\b(?:is|was|has been|are|were|be|being) (?:such |quite |just |really )?(?:a|an|one|the(?! pain)) (?:\\w+ ){0,2}(?:headache|nightmare|pain)\\b(?! (?:in|at|behind|on|all|that|which|when|for|since|and))' // biome-ignore format: one row

/** Every turn of speech, in plain text. */
export const turnsOfSpeech = new RegExp(`\\b(?:${idioms.join('|')})\\b|${bother}`, 'g')

/** True if the token stands in a turn of speech. */
export const isInTurnOfSpeech = (plain: string, at: number): boolean =>
  [...plain.matchAll(turnsOfSpeech)].some(({ 0: text, index }) => {
    const from = tokensOf(plain.slice(0, index)).length
    return at >= from && at < from + tokensOf(text).length
  })
