/**
 * A part of the body and what is wrong with it in one sentence: "It's me right shoulder, it's been giving me a hell of a time." The line
 * says pain for an idiom of pain. It keeps the words of an idiom of trouble or of a state, and leaves out the words behind them. D373.
 */
import { relatives } from '../../dialogue/context.ts'
import { plainText } from '../../dialogue/dialogue.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { cleanWords, quoteKey } from '../../dialogue/wording.ts'
import { bodyWord } from '../../vocabulary/clinical-words.ts'
import { keyOf } from '../../vocabulary/phrases.ts'
import { generalKeys, type Mention, plainly } from '../mention.ts'
import { tellThirdPerson } from '../plain/third-person.ts'

const opening = 12
const particles = '(?:(?:oh|so|well|um|uh|er|erm|yes|yeah|hi|hello|right|look|okay|ok|doctor|doc|sorry|basically|actually),? )*' // biome-ignore format: a list
const whole = new RegExp(`^${particles}(?:it is|it is about|i have come about|the problem is|the trouble is) (?:just )?(?:my|me|this|these|the) ((?:[a-z]+ ){0,2}?[a-z]+?)(?: again| here| of mine)?,? (?:doctor,? |doc,? )?(?:and )?(?:it|they) (.+?)[.!]*$`) // biome-ignore format: one row

const lead = '(?:(?:has|have|is|are) been|is|are|keeps?) (?:really |just |still |always )?'
/** Idioms that say trouble, and no more. */
const trouble = new RegExp(`^${lead}(?:(?:giving|causing) me (?:(?:a|some|such|so|real|right|bit|lot|lots|of|much|hell of a|no end|absolute|bloody) )*(?:hell|grief|gyp|jip|trouble|problems|bother|what for|hard time|bad time|rough time|terrible time|time)|playing (?:me |us )?up|bothering me|troubling me|driving me (?:mad|crazy|nuts|up the wall|round the bend|round the twist))\\b`) // biome-ignore format: one row
const pain = new RegExp(`^${lead}(?:(?:giving|causing) me (?:[a-z]+ ){0,2}pain|killing me|hurting|aching|painful)\\b`)

const state = '(?:tight|red|sore|swollen|stiff|hot|puffy|numb|itchy|painful|tender|tingly|bruised|weak|blocked|purple|white|cold|lumpy|sticky|weepy|scaly|dry|cracked|shiny|hard|yellow|bloodshot|watery)' // biome-ignore format: a list
const states = new RegExp(`^(?:(?:has|have|is|are) (?:all )?(?:gone|got|become|been)|is|are|feels?|looks?) ((?:(?:all|really|very|so|a bit|quite) )*${state}(?:(?:,? and|,) (?:(?:all|really|very|so|a bit|quite) )*${state})+)(?=$|[.,]| (?:since|for|and|but|now|these|this|today)\\b)`) // biome-ignore format: one row

const notWrong =
  /\b(?:not|no longer|fine|okay|better|normal|used to|was|were|if|my (?:mum|wife|husband|son|daughter))\b/

function nameOf(part: string, told: string): string | undefined {
  const bare = part.replace(/^(?:bad|poor|old|dodgy) /, '')
  if (pain.test(told)) return `${bare} pain`
  const idiom = trouble
    .exec(told)?.[0]
    .replace(/^is (?=been)/, 'has ')
    .replace(/^are (?=been)/, 'have ')
  if (idiom !== undefined)
    return `${bare} ${idiom.replace(/(?<=(?:giving|causing|playing)) (?:me|us)\b/, '').replace(/\bme\b/, 'them')}`
  const listed = states.exec(told)?.[1]
  return listed === undefined ? undefined : tellThirdPerson(`my ${bare} ${/s$/.test(bare) ? 'are' : 'is'} ${listed}`)
}

/** The complaint of a sentence of the opening that names a part first. */
export function readOneBreath(dialogue: readonly Sentence[]): readonly Mention[] {
  for (const sentence of dialogue) {
    if (sentence.segment.speaker !== 'patient' || sentence.at > opening || sentence.isQuestion || sentence.text.includes('[')) continue // biome-ignore format: short
    const [, part = '', told = ''] = whole.exec(plainText(cleanWords(sentence.text))) ?? []
    if (part === '' || !bodyWord.test(part) || part.split(' ').some((word) => relatives.has(word)) || notWrong.test(told)) continue // biome-ignore format: short
    if (sentence.terms.filter(({ kind, key }) => kind === 'symptom' && !generalKeys.has(key)).length > 1) continue
    const display = nameOf(part, told)
    if (display === undefined) continue
    const quotes = [{ sentence, role: 'statement' as const }]
    const term = { kind: 'symptom' as const, key: keyOf(quoteKey([sentence])), display, from: 0, to: 0 }
    return [{ term, polarity: 'present', ...plainly, quotes, at: sentence.at, isExplicit: true }]
  }
  return []
}
