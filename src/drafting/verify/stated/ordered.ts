/** Whether the words of a plan order it: its verb may have another subject, or describe, or be a turn of speech. D412. */
import type { Statement } from '../../../core/clinical-note.ts'
import type { QuoteRead } from '../evidence.ts'
import { isStoppedIf } from '../exact/stopped-if.ts'
import { conceptsIn, isMedicine } from '../synonyms.ts'
import type { Rule } from '../tables.ts'
import { bare } from '../wording.ts'
import { plainOf, stemOf, tokensOf } from '../words.ts'

const planKinds: ReadonlySet<string> = new Set(['plan', 'safety-net'])

/** What is said with the words of an order and orders nothing. */
const idioms = /^(?:hold that thought|put (?:some |your |good )?money on (?:it|that)|mark my words|take (?:my|his|her) word|leave (?:it|that|this) (?:with|to) me|bear with (?:me|us)|take your time|take (?:a|your) seat|have a seat|grab a seat|call it (?:a day|quits|even)|cross (?:your|my) fingers|fingers crossed|touch wood|knock on wood|never say never|make no mistake|trust me|believe me|fire away|crack on|carry on talking|go on then|tell me (?:more|about)|start (?:from|at) the (?:beginning|top)|put (?:it|that) (?:this|that|another) way)\b/ // biome-ignore format: one row

/** "Return if helps.": a condition that only asks for leave. */
const idleCondition = /^(?:return|call|review|contact|come back)\b.* if (?:(?:it|that|this) )?(?:helps?|ok|okay|possible|you (?:like|want)|like|want|all right|alright|suits?)$/ // biome-ignore format: one row

const sign = /^(?:warm|hot|cold|cool|red|pink|pale|blue|swollen|puffy|tender|sore|soft|firm|hard|dry|wet|moist|clear|clean|stiff|loose|tight|flat|raised|rough|smooth|crusty|crusted|weepy|itchy|normal|but|and|not|a|bit|very|quite|slightly|still|too|no|longer|or|more|less)$/ // biome-ignore format: one row

/** A subject that is a thing, or a question after a wish, and then the verb of the plan. */
const subjects = '(?:it|that|this|those|these|they|which) (?:would|could|can|might|may|will|should|does|did)(?: not)?(?: (?:\\w+ly|perhaps|probably|just|also|only|then))?' // biome-ignore format: one row

/** Words beside an imperative that is over when it is done. */
const aside = /\b(?:you do nothing|let me (?:do the work|take the weight|move it)|let it go (?:floppy|loose)|do not let me (?:push|pull|bend|move)|does that (?:hurt|catch|bring)|tell me (?:when|if|where) (?:it|that))\b|\bi am (?:just )?going to (?:just )?(?:lift|bend|press|push|squeeze|tap|move|twist|rock|feel|listen|shine|roll|rotate)\b|, (?:good|lovely|perfect|great|that is it|well done|brilliant|fine|full)$/ // biome-ignore format: one row
const atHome =
  /\b(?:every|daily|times|twice|once|night|morning|days?|weeks?|hours?|home|exercises?|before|after|until|till|minutes)\b/

const sentencesOf = (plain: string): readonly string[] => plain.split(/(?<=[.?!])\s+/)

/** The clinician's sentence with most words of the plan. */
function bearing(plain: string, quotes: readonly QuoteRead[]): string {
  const stems = new Set(tokensOf(plain).map(stemOf))
  const own = quotes.filter(({ speaker }) => speaker === 'clinician').flatMap(({ plain: said }) => sentencesOf(said))
  const counted = own.map((sentence) => ({ sentence, count: tokensOf(sentence).filter((token) => stems.has(stemOf(token))).length })) // biome-ignore format: short
  return counted.toSorted((a, b) => b.count - a.count)[0]?.sentence.replace(/[.!]$/, '') ?? ''
}

const stops = /^(?:please )?(?:stop|cease|discontinue|come off|withhold)\b/
const ends = /\b(?:stop\w*|ceas\w*|discontinu\w*|withh\w+|off|quit|bin|ditch|drop\w*|lose|scrap|no more|not|without|instead|rather than|replac\w*|swap\w*|switch\w*|chang\w*|goes|go|out|done with|finish\w*|hold|leave|skip|pause\w*|give up|cut|wean\w*|taper\w*|last|enough|never)\b/ // biome-ignore format: one row

/** "First one, aspirin. You're on Eliquis, so aspirin on top gives you no gain. Stop that from today.": the order takes up the medicine that the turn is about. */
function isTopicStopped(display: string, { speaker, plain }: QuoteRead): boolean {
  if (speaker !== 'clinician') return false
  const sentences = sentencesOf(plain).map((words) => ({ words, names: conceptsIn(tokensOf(words)).filter(isMedicine).map((one) => one.display) })) // biome-ignore format: short
  const topic = sentences.find(({ names }) => names.length > 0)
  return (
    topic?.names[0] === display &&
    topic.names.length === 1 &&
    sentences.some(({ words, names }, at) => names.length === 0 && /^(?:(?:so|just|please|and|yes|i would|i'd) ,? ?)*stop (?:that|it|this)\b/.test(words) && sentences[at - 1]?.names.includes(display) === true)
  ) // biome-ignore format: one condition a line
}

/** "Stop metformin." against "Metformin, keep.": no sentence that names the medicine, or goes on about it, ends it. */
function isKeptOn(text: string, plain: string, quotes: readonly QuoteRead[]): boolean {
  if (!stops.test(plain) || isStoppedIf(text, quotes)) return false
  // "Stop the Ural while on nitrofurantoin": the second one goes on.
  const medicines = conceptsIn(tokensOf(text.split(/ while (?:on|taking)\b/)[0] ?? text)).filter(isMedicine)
  return medicines.some((named) => {
    const about = quotes
      .filter(({ speaker }) => speaker === 'clinician')
      .flatMap((quote, place, all) => {
        const sentences = sentencesOf(quote.plain)
        return sentences.flatMap((own, at) => (conceptsIn(tokensOf(own)).some(({ display }) => display === named.display) ? [{ own, near: `${sentences[at - 1] ?? ''} ${own} ${sentences[at + 1] ?? sentencesOf(all[place + 1]?.plain ?? '')[0] ?? ''}` }] : [])) // biome-ignore format: short
      })
    const isOther = about.every(({ near }) => conceptsIn(tokensOf(near)).some((one) => isMedicine(one) && one.display !== named.display)) // biome-ignore format: short
    return (
      about.length > 0 &&
      !quotes.some((quote) => isTopicStopped(named.display, quote)) &&
      about.every(({ own, near }) => !ends.test(own) && (isOther || !ends.test(near)))
    )
  })
}

export function checkOrdered({ text, claims }: Statement, quotes: readonly QuoteRead[]): readonly Rule[] {
  if (!claims.some(({ kind }) => planKinds.has(kind))) return []
  const plain = plainOf(bare(text)).replace(/\.$/, '')
  if (idioms.test(plain) || idleCondition.test(plain)) return ['order-not-given']
  const words = tokensOf(plain).filter((token) => /[a-z]/.test(token))
  if (words.length > 0 && words.every((word) => sign.test(word))) return ['order-not-given']
  const sentence = bearing(plain, quotes)
  if (isKeptOn(bare(text), plain, quotes)) return ['polarity-mismatch']
  const [verb = ''] = words
  if (verb === 'like' && /\byou like\b/.test(sentence)) return ['order-not-given']
  if (new RegExp(`(?:^|[,;] |\\b(?:and|but|so) )${subjects} ${verb}\\b`).test(sentence)) return ['order-not-given']
  if (aside.test(sentence) && !atHome.test(sentence)) return ['order-not-given']
  return isNotedDown(plain, sentence) ? ['order-not-given'] : []
}

/** "I'll put the ibuprofen.": the clinician writes down what was named, and orders nothing. */
const isNotedDown = (plain: string, sentence: string): boolean =>
  /^(?:start|give|prescribe)\b/.test(plain) && /\b(?:put|write|note|jot|mark|record|log|pop)(?: down)? (?:the|that|your) \w+(?: (?:down|in|as|on (?:here|the system|your (?:file|record|notes?))))?(?: too| as well)?$/.test(sentence) // biome-ignore format: short
