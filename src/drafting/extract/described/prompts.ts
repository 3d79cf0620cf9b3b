/** The words of the clinician that a sentence of the patient answers. */
import type { Sentence } from '../../dialogue/sentence.ts'

const mostApart = 4

/** The clinician's sentences just before each sentence of the patient, in order; other turns of the patient may stand between. */
export function listPrompts(dialogue: readonly Sentence[]): ReadonlyMap<Sentence, readonly Sentence[]> {
  const prompts = new Map<Sentence, readonly Sentence[]>()
  let block: Sentence[] = []
  let isSpeaking = false
  for (const sentence of dialogue) {
    if (sentence.segment.speaker === 'clinician') {
      if (!isSpeaking) block = []
      isSpeaking = true
      block.push(sentence)
    } else if (sentence.segment.speaker === 'patient') {
      isSpeaking = false
      const [first] = block
      if (first !== undefined && sentence.at - (block.at(-1)?.at ?? 0) <= mostApart) prompts.set(sentence, block)
    }
  }
  return prompts
}

/** A turn of the patient, with the clinician's sentences before it. */
export type Turn = { readonly prompts: readonly Sentence[]; readonly sentences: readonly Sentence[] }

/** The turns of the patient, each with the clinician's sentences before it. */
export const listTurns = (
  dialogue: readonly Sentence[],
  prompts: ReadonlyMap<Sentence, readonly Sentence[]>,
): readonly Turn[] =>
  [
    ...Map.groupBy(
      dialogue.filter(({ segment }) => segment.speaker === 'patient'),
      (sentence) => prompts.get(sentence),
    ),
  ].map(([own = [], sentences]) => ({ prompts: own, sentences }))
