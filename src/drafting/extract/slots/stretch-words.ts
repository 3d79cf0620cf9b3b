/** Words of a reply that say nothing of their own, and the forms by which a note tells the rest. D419. */
import { type Chunk, cutStretches, type Stretch, withoutHedges } from '../../grammar/chunks.ts'
import { gerundOf } from '../../vocabulary/order-verbs.ts'

/** Words that open a reply. */
const opener =
  /^(?:(?:oh|ooh|well|yeah|yes|yep|no|nah|right(?! (?:side|hand|one|leg|arm|ear|eye|knee|hip|foot|ankle|shoulder|wrist|elbow|breast|big|little|lower|upper|inner|outer|up|down|over|across|under))|look|god|gosh|only|mainly|mostly|usually|normally|generally|especially|particularly|definitely|honestly|let me think|let me see|it would be|i would say|i find|you see|so|and|but|or|um|uh|er|hmm?)\b[,.]? ?)+/
const tail = /(?:,? (?:i (?:guess|suppose|think|reckon|find)|you know|mostly|mainly|usually|normally|generally|really|definitely|especially|for sure|doctor|doc|too|as well|sorry|yeah|yes|sometimes|again))+$/ // biome-ignore format: one row

/** "Walking's not too bad": the contraction of a noun. */
const ofNoun =
  /\b([a-z]{3,})'s (?=(?:actually |really |just |pretty |quite )?(?:not|the (?:worst|best|killer)|ok|okay|fine|good|better|worse|bad|horrible|awful|all right|alright|easier|hard)\b)/g

/** The words of a sentence of the reply without openers, hedges and its mark. */
export const bareReply = (said: string): string => {
  let rest = withoutHedges(said.replace(/[.?!]+$/, '').replaceAll(ofNoun, '$1 is '))
  for (let before = ''; before !== rest; ) {
    before = rest
    rest = rest.replace(opener, '').replace(tail, '').trim()
  }
  return rest
}

export const stretchesOf = (said: string): readonly Stretch[] => cutStretches(bareReply(said))

/** A note has no "my" and no "me" for it: "do me boots". */
export const withoutOwner = (text: string): string =>
  text.replaceAll(/\b(?:my|me|your|his|her|our)\b(?= [a-z])/g, 'the')

/** Nobody tells by these that a thing is so: denial, doubt, another person, another time. */
export const unsure = /\b(?:not|no|never|none|nothing|neither|nor|hardly|barely|used to|was|were|did|had|mum|dad|mother|father|sister|brother|boss|friend|neighbour|husband|wife|missus|partner|depends|unless|except|other than|apart from|sure|know|might|could|would|should|you|they|he|she|we)\b|\[/ // biome-ignore format: one row

const link = /^(?:when|whenever|if|while|after|before)$/
const subject = /^(?:i|you)$/

/** "Get up" after "when I" is "getting up"; undefined for another tense or another subject. */
function deedOf(chunks: readonly Chunk[]): string | undefined {
  const words = chunks.flatMap(({ words: own }) => own)
  const isOwn = subject.test(words[0]?.text ?? '')
  const from = isOwn ? 1 : 0
  const verb = words.slice(from).findIndex(({ text, tag }) => tag !== 'ADV' && !/^(?:am|are|just|try|to|have|go)$/.test(text)) + from // biome-ignore format: one row
  const word = words[verb]
  if (word === undefined || !/^(?:VERB|NOUN|ADJ|AUX)$/.test(word.tag)) return undefined
  if (!/ing$/.test(word.text) && (/(?:ed|s)$/.test(word.text) || /^(?:got|went|had|did|was|were|is|are|be|been|can|will|feel|think|know|get (?:it|that))$/.test(word.text))) return undefined // biome-ignore format: one row
  const gerund = /ing$/.test(word.text) ? word.text : gerundOf(word.text)
  const rest = words.slice(verb + 1).map(({ text }) => text).join(' ').replaceAll(" 's", "'s") // biome-ignore format: one row
  return `${gerund}${rest === '' ? '' : ` ${rest}`}`
}

/** "When I get up" as "getting up"; a second verb after "or" goes with it. Undefined for a stretch that is no occasion. */
export function occasionOf(stretch: Stretch, before: Stretch | undefined): string | undefined {
  const isOccasion = link.test(stretch.join ?? '')
  const goesOn = /^(?:or|and)$/.test(stretch.join ?? '') && link.test(before?.join ?? '') && /^(?:[a-z]+)$/.test(stretch.chunks[0]?.words[0]?.text ?? '') // biome-ignore format: one row
  if (!isOccasion && !goesOn) return undefined
  const { chunks } = stretch
  if (isOccasion && !subject.test(chunks[0]?.text ?? '')) return undefined
  return deedOf(chunks)
}
