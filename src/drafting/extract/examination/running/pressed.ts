/** Where it hurts when the examiner presses, by the patient's answer: "Joint line, outside?" - "Ow." D438. */
import type { Sentence } from '../../../dialogue/sentence.ts'
import { quoteKey } from '../../../dialogue/wording.ts'
import { type Candidate, claim, type Quote, sentenceCase } from '../../candidates.ts'
import { hasPart } from '../constructions.ts'

/** The examiner presses, or asks where it is sore. */
const presses = /\b(?:press|pressing|push(?:ing)? on|feel(?:ing)? (?:for|your|the|along|over|round)|have a feel|having a feel|poke|touch|tap|tapping|sore|tender|tell me (?:when|if|where)|hurts?|tenderness)\b/ // biome-ignore format: one pattern
/** A question that names a place alone: "And the joint line, inside?", "Base of the little toe bone, halfway along?". */
const lead =
  /^(?:(?:and|so|now|ok|okay|right|what about|how about|then|good|lovely|great|sorry|just|is it sore|any pain|sore|tender|does it hurt|up|down|over) ?,? ?)*(?:(?:in|on|at|if i press(?: on)?|when i press(?: on)?) )?/
const place = /^(?:(?:the|your|a|this|that|bit|just|under|over|above|below|behind|inside|outside|back|front|edge|top|side|base|head|tip|point|middle|left|right|upper|lower|inner|outer|of|on|in|along|here|there|little|big|other|first|second|fifth|bone|bones?|all|way|halfway|further|line|tummy|ac|sc|bony|bits?|round|around|up|down|and|to) ?|(?:[a-z]+ ?))+$/ // biome-ignore format: one pattern
const notPlace = /\b(?:you|i|we|it|is|are|does|do|did|have|has|can|any|pain|how|what|when|where|why|ever|time|day|week|tablets?|medic\w+|since|with|take|same|feel|breath|move|lift|numb\w*|cough|all right|better|worse|bowels?|wee|water)\b/ // biome-ignore format: one pattern
const yes = /^(?:(?:oh|ah+|ooh?|ow+|yow|ouch|aah|yes|yep|yeah|mm+|god|jesus|there|right there|that is (?:it|him|the (?:one|spot|bit|place))|that hurts|it hurts|sore|very|that is (?:very )?(?:sore|tender|painful)|please|thank you|just there|bit sore|a bit sore|a bit tender|definitely)[,.! ]*)+$/ // biome-ignore format: one pattern
const no = /^(?:(?:no|nah|nope|not there|not really|fine|that is (?:fine|ok|okay|all right|alright)|it is fine|ok|okay|all right|alright|not sore|nothing|not at all|no that is (?:fine|ok|okay|all right|alright)|not (?:there|that one))[,.! ]*)+$/ // biome-ignore format: one pattern

const placeOf = (said: string): string | undefined => {
  const bare = said.replace(/[?.!]+$/, '').replace(lead, '').replace(/,? (?:just )?(?:there|here)$/, '').replace(/^(?:just )?(?:here|there),? (?:just )?/, '').replace(/^(?:the|your) /, '') // biome-ignore format: short
  return bare.split(' ').length <= 9 && hasPart.test(bare) && !notPlace.test(bare) && place.test(bare.replaceAll(',', '')) ? bare : undefined // biome-ignore format: short
}

const mostBack = 6

export function readPressed(dialogue: readonly Sentence[], within: ReadonlySet<Sentence>): readonly Candidate[] {
  const list = dialogue.filter((sentence) => within.has(sentence))
  return list.flatMap((sentence, at) => {
    if (sentence.segment.speaker !== 'clinician' || !sentence.text.trim().endsWith('?')) return []
    const where = placeOf(sentence.said)
    const before = list.slice(Math.max(0, at - mostBack), at + 1).findLast(({ said, segment }) => segment.speaker === 'clinician' && presses.test(said)) // biome-ignore format: short
    const next = list.slice(at + 1).find(({ segment, said }) => segment.speaker !== 'clinician' || placeOf(said) === undefined) // biome-ignore format: short
    if (where === undefined || before === undefined || next === undefined || next.segment.speaker !== 'patient')
      return []
    const turn = list.filter(({ segment }) => segment === next.segment)
    const reply = turn.map(({ said }) => said).join(' ')
    const [isSore, isFree] = [yes.test(reply) && /\b(?:ow+|yow|ouch|ah+|ooh?|aah|hurts|sore|tender|yes|yep|yeah|that is)\b/.test(reply), no.test(reply)] // biome-ignore format: short
    if (isSore === isFree) return []
    const [word] = /\b(?:sore|tender|hurts?|pain)\b/.exec(isSore ? `${reply} ${sentence.said} ${before.said}` : `${sentence.said} ${before.said}`) ?? [] // biome-ignore format: short
    if (word === undefined) return []
    const spot = /^(?:under|over|above|below|behind|along|in|on|at|inside|outside) /.test(where)
      ? where
      : `on the ${where}`
    const display = `${word.replace(/^hurt$/, 'hurts')} ${spot}`
    const text = isSore
      ? sentenceCase(display)
      : `${word === 'pain' ? 'No pain' : /^hurt/.test(word) ? 'Does not hurt' : `Not ${word}`} ${spot}`
    const quotes: readonly Quote[] = [...new Set([before, sentence])].map(
      (one): Quote => ({ sentence: one, role: 'question' }),
    )
    return [{ text: `${text}.`, claims: [claim('finding', { key: `${quoteKey([sentence])}-press`, display }, isSore ? {} : { polarity: 'absent' })], quotes: [...quotes, ...turn.map((one): Quote => ({ sentence: one, role: 'answer' }))], weight: 86, at: next.at }] // biome-ignore format: short
  })
}
