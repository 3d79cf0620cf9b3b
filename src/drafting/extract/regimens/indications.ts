/** "Just magnesium, for the cramps.": what a medicine is taken for is no trouble of today, if the clinician asked for the medicines. D474. */
import type { Candidate } from '../candidates.ts'
import { asksMedicines } from './forms.ts'

const ofSymptom = new Set(['symptom', 'complaint'])

export const isIndication = ({ claims, quotes }: Candidate): boolean => {
  const [only, other] = quotes.filter(({ role }) => role !== 'question')
  const sentence = only?.sentence
  if (sentence === undefined || other !== undefined || !claims.every(({ kind }) => ofSymptom.has(kind))) return false
  const isAsked = sentence.asked.slice(-1).some(({ said }) => asksMedicines(said))
  const own = sentence.terms.filter(
    ({ kind, key }) => kind === 'symptom' && claims.some(({ concept }) => concept === key),
  )
  const behindFor = own.length > 0 && own.every(({ from }) => /\bfor(?: (?:the|my|me|a|his|her))?$/.test(sentence.words.slice(Math.max(0, from - 2), from).map(({ text }) => text).join(' '))) // biome-ignore format: short
  return isAsked && behindFor && sentence.terms.some(({ kind }) => kind === 'medicine')
}
