/** Joins the words of one speaker up to a full stop, even if the other says "OK" in between. */
import { plainText } from './dialogue.ts'
import type { Sentence } from './sentence.ts'
import { cleanWords } from './wording.ts'

export type Utterance = {
  readonly sentences: readonly Sentence[]
  readonly text: string
  /** Cleaned, in plain lower-case words. */
  readonly said: string
}

const isOpenEnded = (sentence: Sentence): boolean => !/[.?!]$/.test(sentence.text)
const fewWords = 4
export const isShort = (sentence: Sentence): boolean =>
  sentence.words.filter(({ text }) => /[a-z]/.test(text)).length < fewWords

const mostApart = 3

export function listUtterances(dialogue: readonly Sentence[], speaker: 'clinician' | 'patient'): readonly Utterance[] {
  const groups: Sentence[][] = []
  let isBroken = true
  for (const sentence of dialogue) {
    if (sentence.segment.speaker !== speaker) {
      isBroken ||= !isShort(sentence)
      continue
    }
    const last = groups.at(-1)
    const before = last?.at(-1)
    const isNear = before !== undefined && sentence.at - before.at <= mostApart && isOpenEnded(before)
    if (last !== undefined && isNear && !isBroken) last.push(sentence)
    else groups.push([sentence])
    isBroken = false
  }
  return groups.map((sentences) => {
    const text = sentences.map((sentence) => sentence.text).join(' ')
    return { sentences, text, said: plainText(cleanWords(text)) }
  })
}
