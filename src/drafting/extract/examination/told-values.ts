/** Values that the patient reports: "it was one fifty over ninety at home". They stay in the narrative, since nobody measured them here. D261. */
import { readOnceOf } from '../../../core/cache/read-once.ts'
import { isAboutChild } from '../../dialogue/child.ts'
import { nameOthers } from '../../dialogue/context.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { quoteKey } from '../../dialogue/wording.ts'
import { type Candidate, claim, type Quote } from '../candidates.ts'
import { readVital, vitalRows } from './vital-signs.ts'

/** Words of a condition, a rule, a wish, a guess or another time: such a value is not stated. */
const notTold =
  /\b(?:if|when(?:ever)? (?:it|i(?! (?:took|checked|measured|tested|did|had|looked|got)\b))|should|would|want|normal(?:ly)?|usual\w*|used to|last (?:week|month|year|time)|years? ago|months? ago|maybe|think|guess|sure|remember|not|never|supposed|target|under|over|above|below|up to|between|or)\b/
/** A value has a number. */
const number = /\d|\b(?:ten|eleven|twelve|\w+teen|\w+ty|hundred|\w+ty \w+|two|three|four|five|six|seven|eight|nine)\b/
/** A number that counts something else. */
const ofCount =
  /\b(?:\d+|[a-z]+)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine|and a half))? (?:years?|months?|weeks?|days?|nights?|hours?|minutes?|times?|tablets?|units?|puffs?|doses?)\b/g
const about = /\b(?:about|around|roughly|nearly|almost)\b/
const places = /\b(?:at home|at the (?:pharmacy|chemist|gym)|yesterday|this morning|last night|this afternoon)\b/

/** What was lost or gained is no weight. */
const ofChange = /\b(?:lost|los(?:e|ing)|dropped|gained|put (?:it |them |weight |some )?on|shed)\b/i

/** Removes the "over" between the two numbers of a blood pressure: elsewhere the word marks a limit. */
const withoutOver = (said: string): string => said.replaceAll(/(?<=[a-z0-9]) over (?=(?:a hundred|[a-z]+ty|\d))/g, ' ')

function isOwn(sentence: Sentence, isChilds: boolean): boolean {
  const words = sentence.words.map(({ text }) => text)
  return isChilds || !(nameOthers(words) || words.some((word) => /^(?:his|her|their)$/.test(word)))
}

function toldValue(sentence: Sentence): readonly Candidate[] {
  const question = sentence.asked.at(-1)
  return vitalRows.flatMap((row) => {
    // "Any weight loss?" - "Five kilos."
    if (row.key === 'weight' && question !== undefined && /\b(?:loss|lost|los(?:e|ing)|gain\w*|put on|change[sd]?)\b/.test(question.said)) return [] // biome-ignore format: short
    // "I've lost weight. About eight kilos."
    if (row.key === 'weight' && ofChange.test(sentence.segment.text)) return []
    const isAsked = question !== undefined && row.says.test(question.said)
    const [reading, other] = readVital(sentence, isAsked ? question : undefined, row)
    if (reading === undefined || other !== undefined) return []
    // "The sugar, that's ten years now", "four days in hospital for his sugars".
    if (!number.test(sentence.said.replaceAll(ofCount, ' '))) return []
    const what = reading.text.replace(/\.$/, '')
    const soft = about.test(sentence.said) ? 'about ' : ''
    const value = what.replace(/(?=\d)/, soft)
    const place = places.exec(sentence.said)?.[0]
    const text = `Reported ${value.charAt(0).toLowerCase()}${value.slice(1)}${place === undefined ? '' : ` ${place}`}`
    const quotes: readonly Quote[] =
      isAsked && !row.says.test(sentence.said)
        ? [
            { sentence: question, role: 'question' },
            { sentence, role: 'answer' },
          ]
        : [{ sentence, role: 'statement' }]
    return [
      {
        text: `${text}.`,
        claims: [claim('finding', { key: quoteKey([sentence]), display: text })],
        quotes,
        weight: 85,
        at: sentence.at,
      },
    ]
  })
}

/** Once a talk: measured values are compared with these. */
export const draftToldValues = readOnceOf((dialogue: readonly Sentence[]): readonly Candidate[] => {
  const isChilds = isAboutChild(dialogue)
  return dialogue
    .filter(({ segment, isQuestion }) => segment.speaker === 'patient' && !isQuestion)
    .filter(({ said }) => number.test(said))
    .filter((sentence) => !notTold.test(withoutOver(sentence.said)) && isOwn(sentence, isChilds))
    .flatMap(toldValue)
    .filter(({ text }, at, all) => all.findIndex((other) => other.text === text) === at)
})
