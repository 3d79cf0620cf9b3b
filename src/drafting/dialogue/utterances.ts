/** Joins the words of one speaker up to a full stop, even if the other says "OK" in between. */
import { readOnceOf } from '../../core/cache/read-once.ts'
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
export const isShort = readOnceOf(
  (sentence: Sentence): boolean => sentence.words.filter(({ text }) => /[a-z]/.test(text)).length < fewWords,
)

const mostApart = 3

/** Words that only reply to a question in between, before the sentence goes on. */
const reply =
  /^(?:(?:no|nope|yes|yeah|yep|sure|it is|it does|it will|it won't|you can|you do|of course|not at all|a bit|exactly|correct|both|either|don't worry|that's right|that's fine)\b[,.!]? ?)+(?=[a-z])/i
/** A clause that cannot end here: a comma, or a word that needs another one. */
const cutOff =
  /,\s*$|\b(?:a|an|the|to|of|for|with|and|or|your|some|see|order|arrange|book|refer you|about|at|on|by|from|until|if)\s*$/i
const mostAsked = 9

/** True if a sentence goes on in small letters after a short question of the listener. */
function goesOn(before: Sentence, between: readonly Sentence[], sentence: Sentence): boolean {
  const words = between.reduce((sum, each) => sum + each.words.length, 0)
  return cutOff.test(before.text) && words <= mostAsked && /^[a-z]/.test(sentence.text.replace(reply, '')) && between.some(({ isQuestion, text }) => isQuestion || text.trimEnd().endsWith('?')) // biome-ignore format: short
}

export function listUtterances(dialogue: readonly Sentence[], speaker: 'clinician' | 'patient'): readonly Utterance[] {
  const groups: Sentence[][] = []
  const resumed = new Set<Sentence>()
  let isBroken = true
  let between: Sentence[] = []
  for (const sentence of dialogue) {
    if (sentence.segment.speaker !== speaker) {
      isBroken ||= !isShort(sentence)
      between.push(sentence)
      continue
    }
    const last = groups.at(-1)
    const before = last?.at(-1)
    const isNear = before !== undefined && sentence.at - before.at <= mostApart && isOpenEnded(before)
    const isReplied = isBroken && last !== undefined && isNear && goesOn(before, between, sentence)
    if (last !== undefined && isNear && (!isBroken || isReplied)) last.push(sentence)
    else groups.push([sentence])
    if (isReplied) resumed.add(sentence)
    isBroken = false
    between = []
  }
  return groups.map((sentences) => {
    const text = sentences
      .map((sentence) => (resumed.has(sentence) ? sentence.text.replace(reply, '') : sentence.text))
      .join(' ')
    return { sentences, text, said: plainText(cleanWords(text)) }
  })
}
