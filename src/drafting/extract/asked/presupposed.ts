/** Symptoms that an open question takes for granted. */
import { questionKind } from '../../dialogue/questions.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { answers } from '../candidates.ts'
import { generalKeys, type Mention, plainly } from '../mention.ts'

/** "When did the cough start?": presupposed by an open question, and not denied by the answer. */
export function readPresupposed(question: Sentence): readonly Mention[] {
  const kind = questionKind(question)
  const [reply] = question.answers
  const said = question.said
  if (kind === 'yes-no' && !/^(?:\w+,? )*tell me\b/.test(said)) return []
  if (
    reply === undefined ||
    isBareReply(reply) ||
    /\b(?:no|not|never|none|nope|nah|what|gone|stopped)\b/.test(reply.said)
  )
    return []
  return question.terms.flatMap((term): Mention[] => {
    const before = question.words[term.from - 1]?.text ?? ''
    const isTaken =
      /^(?:the|your|this|that|these|those)$/.test(before) ||
      (/\bhow many times (?:have|did) you\b/.test(said) && kind === 'open')
    if (
      term.kind !== 'symptom' ||
      generalKeys.has(term.key) ||
      !isTaken ||
      /\bif\b|\bmedic|\btablet|\bprescri/.test(said)
    )
      return []
    return [
      { term, polarity: 'present', ...plainly, quotes: answers(question, reply), at: reply.at, isExplicit: false },
    ]
  })
}

const isBareReply = (reply: Sentence): boolean =>
  reply.words.every(({ text }) =>
    /^(?:yes|yeah|yep|yup|aye|ok|okay|mm|hmm|um|uh|right|it|is|does|that|so|[,.?!])$/.test(text),
  )
