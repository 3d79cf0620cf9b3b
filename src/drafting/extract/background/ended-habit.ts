/** When smoking ended: "Gave it up. Four years.", "I gave up. Ten years ago.", "Gave up in eighty-four." The time may be the next sentence. D432. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { findDuration } from '../../vocabulary/amounts.ts'
import type { Candidate } from '../candidates.ts'

const inYear = /\b(in (?:(?:nineteen|twenty|two thousand(?: and)?) ?)?(?:\w+(?:[ -]\w+)?|\d{2,4}))(?=[.,!]| when|$)/
/** "At forty", "when I was thirty": an age. */
const atAge = /\b(at (?:about |around )?(?:sixteen|seventeen|eighteen|nineteen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?|[1-8]\d)|when (?=i was (?:twenty|thirty|forty|fifty|sixty|seventy|eighty|[1-8]\d))i was [a-z0-9]+(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?)(?=[.,!]|$)/ // biome-ignore format: one row
/** "Two thousand and fifteen." */
const bareYear = /^((?:two thousand(?: and)?|twenty|nineteen) (?:oh )?[a-z]+(?:[ -][a-z]+)?|(?:19|20)\d\d)[.!]*$/
const isYear =
  /\b(?:nineteen|twenty|two thousand|fifty|sixty|seventy|eighty|ninety|\d{2,4}|sixties|seventies|eighties|nineties|noughties)\b/

function readTime(sentence: Sentence, end: string): string | undefined {
  const lead = /\b(?:gave|given|stop\w*|quit\w*)\b/.test(end) ? 'stopped ' : ''
  const duration = findDuration(sentence.words)
  if (duration !== undefined) return duration.sense === 'ago' ? `${lead}${duration.text} ago` : `for ${duration.text}`
  const bare = bareYear.exec(sentence.said)?.[1]
  if (bare !== undefined) return `${lead}in ${bare}`
  const age = atAge.exec(sentence.said)?.[1]
  if (age !== undefined) return `${lead}${age}`
  const year = inYear.exec(sentence.said)?.[1]
  return year !== undefined && isYear.test(year) ? `${lead}${year}` : undefined
}

/** "I smoked twenty a day for thirty years." */
const smoked = /^(?:(?:and|but|well|so|oh),? )*(?:i )?(?:(?:had )?(?:smoked|was (?:smoking|on)|used to smoke|did|had|would have (?:had|smoked|been on))) (?:about |around |maybe |up to )?((?:an? |\w+ )?(?:packs?|packets?|\w+) a day(?: for (?:about |nearly |over |maybe )?\w+(?: \w+)? years)?)\b/ // biome-ignore format: one row

const isBareTime = ({ said, words }: Sentence): boolean =>
  words.length <= 7 && !/\b(?:i|he|she|we|they|my|a day|smoked)\b/.test(said)

/** The line of an ex-smoker with the time that the same turn tells. `following`: the sentences after it. */
export function addEnd(candidate: Candidate, following: (sentence: Sentence) => readonly Sentence[]): Candidate {
  const sentence = candidate.quotes.at(-1)?.sentence
  if (candidate.text !== 'Ex-smoker.' || sentence === undefined) return candidate
  const next = following(sentence).find(({ segment, isQuestion }) => segment === sentence.segment && !isQuestion)
  const own = /\b(?:smoked|for \w+ years? (?:before|until))\b/.test(sentence.said)
    ? undefined
    : readTime(sentence, sentence.said)
  const later = own === undefined && next !== undefined && isBareTime(next) ? readTime(next, sentence.said) : undefined
  const time = own ?? later
  const amount = following(sentence).filter(({ segment, isQuestion }) => segment === sentence.segment && !isQuestion).find(({ said }) => smoked.test(said)) // biome-ignore format: short
  const told = amount === undefined ? undefined : smoked.exec(amount.said)?.[1]
  if (amount !== undefined && told !== undefined) {
    const added = [...candidate.quotes, ...(later === undefined || next === undefined || next === amount ? [] : [{ sentence: next, role: 'answer' as const }]), { sentence: amount, role: 'answer' as const }] // biome-ignore format: short
    return { ...candidate, text: `Ex-smoker${time === undefined ? '' : `, ${time}`}, smoked ${told}.`, quotes: added }
  }
  if (time === undefined) return candidate
  const quotes = later === undefined || next === undefined ? candidate.quotes : [...candidate.quotes, { sentence: next, role: 'answer' as const }] // biome-ignore format: short
  return { ...candidate, text: `Ex-smoker, ${time}.`, quotes }
}
