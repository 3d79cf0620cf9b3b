/** A complaint by what does not work, or by what was seen: "It's my memory.", "There's been blood. When I poo." No table has such a name. D489. */
import { nameOthers } from '../../dialogue/context.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { type Quote, says } from '../candidates.ts'

type Found = { readonly display: string; readonly quotes: readonly Quote[] }

const particles = '(?:(?:oh|so|well|um|uh|yes|yeah|hi|hello|right|look|okay|doctor|doc|actually|no),? )*'
const faculty = '(memory|hearing|eyesight|sight|vision|balance|breathing|sleep|bowels?|water ?works|bladder|periods?|mood|voice|concentration|speech|swallowing|hormones)' // biome-ignore format: a list
const named = new RegExp(`^${particles}(?:it is|it is about|i (?:have )?c[ao]me about|i am here about|i am worried about|about) (?:just |mainly |all about )?(?:my|me) ${faculty}(?:,? (?:doctor|doc|really|again|mainly|i think|you see|this time))*[.!]*$`) // biome-ignore format: one row
const nameOf = (word: string): string =>
  `${word.replace('water works', 'waterworks').replace(/^(bowel|period|hormone)s$/, '$1')} problems`

const tellsSymptom = ({ terms }: Sentence): boolean => terms.some(({ kind }) => kind === 'symptom')

/** Unless the next sentences of the turn tell a trouble by its own name. */
function readFaculty(sentences: readonly Sentence[], index: number): Found | undefined {
  const sentence = sentences[index]
  const word = sentence === undefined ? undefined : named.exec(sentence.said)?.[1]
  if (sentence === undefined || word === undefined) return undefined
  const rest = sentences.slice(index + 1, index + 4).filter(({ at }) => at <= sentence.at + 2)
  return rest.some(tellsSymptom) ? undefined : { display: nameOf(word), quotes: says(sentence) }
}

/** Blood, by a verb of having or seeing. */
const blood = /\b(?:there (?:is been|is|was|has been|have been|keeps being)|i (?:have |keep )?(?:been )?(?:noticed|noticing|seen|seeing|saw|found|finding|had|having|got|getting|passed|passing))(?: (?:a|an|some|this|quite|bit of|little|lot of|fresh|bright|dark|red|bright red|streaks? of|spots? of|drops? of))* blood\b/ // biome-ignore format: one row
// biome-ignore format: one row a line
const places: readonly (readonly [name: string, said: RegExp])[] = [
  ['blood in urine', /\b(?:wee\w*|pee\w*|urine|pass(?:ing)? water|waterworks|number ones?)\b/],
  ['coughing up blood', /\b(?:cough\w*|phlegm|spit\w*)\b/],
  ['blood in stool', /\b(?:number twos?|poo\w*|poop\w*|stools?|motions?|bowels?|toilet paper|wip(?:e|ed|ing)|back passage|bum|bottom|on the paper)\b/],
]
const mostLater = 3

/** "In my husband's number twos", "in the cat's poo". */
const isOfAnother = ({ text, words }: Sentence): boolean =>
  /\b(?:my|our|the|his|her|their) (?:[a-z]+ )?[a-z]+['\u2019]s\b/i.test(text) ||
  nameOthers(words.map((word) => word.text))

/** The place of the blood stands in the same sentence, or in the next ones of the same turn. */
function readBlood(sentences: readonly Sentence[], index: number): Found | undefined {
  const sentence = sentences[index]
  if (sentence === undefined || !blood.test(sentence.said) || /\b(?:no|not|never|any|test|tests|pressure)\b/.test(sentence.said)) return undefined // biome-ignore format: one row
  const turn = sentences.slice(index, index + mostLater + 1).filter(({ segment }) => segment === sentence.segment)
  for (const next of turn) {
    if (next.isQuestion || /\b(?:no|not|never)\b/.test(next.said) || isOfAnother(next)) break
    const place = places.find(([, said]) => said.test(next.said))
    if (place !== undefined) return { display: place[0], quotes: [...new Set([sentence, next])].flatMap(says) } // biome-ignore format: one row
  }
  return undefined
}

export const readByFunction = (sentences: readonly Sentence[], index: number): Found | undefined => readFaculty(sentences, index) ?? readBlood(sentences, index) // biome-ignore format: one row
