/** The pressure of another posture in the same sentence: "lying down is one thirty-eight over seventy, and standing it's one oh four over sixty". D484. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { quoteKey } from '../../dialogue/wording.ts'
import { type Candidate, claim, says } from '../candidates.ts'
import { readVital, vitalRows } from './vital-signs.ts'

const posture = /^(?:standing|upright|sitting|lying)$/
const second = /^(?:and|then|but|,|on|when|now)$/
const row = vitalRows.find(({ key }) => key === 'blood-pressure')

/** A line of the narrative: its value belongs to the posture, so that it is no pressure of the record. */
export function readStandingPressure(sentence: Sentence): readonly Candidate[] {
  const { words } = sentence
  const at = words.findLastIndex(({ text }, index) => index > 5 && posture.test(text) && second.test(words[index - 1]?.text ?? '')) // biome-ignore format: short
  if (at < 0 || row === undefined || !row.says.test(sentence.said)) return []
  const rest = words.slice(at)
  const [named] = words.slice(0, at).filter(({ text }) => row.says.test(text) || /^(?:pressure|bp)$/.test(text))
  const own = { ...sentence, words: named === undefined ? rest : [named, ...rest], said: ['blood pressure', ...rest.map(({ text }) => text)].join(' ') } // biome-ignore format: short
  const [reading] = readVital(own, undefined, row)
  const value = /\d+\/\d+ mmHg/.exec(reading?.text ?? '')?.[0]
  if (value === undefined) return []
  const display = `${words[at]?.text ?? ''} blood pressure ${value}`
  return [{ text: `${display.charAt(0).toUpperCase()}${display.slice(1)}.`, claims: [claim('finding', { key: `${quoteKey([sentence])}-posture`, display })], quotes: says(sentence), weight: 89, at: sentence.at }] // biome-ignore format: short
}
