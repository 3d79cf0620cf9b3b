/** "Within the hour, or the next morning?" - "Maybe an hour.": the reply takes one of two things, and says nothing of the other one. D449. */
import { stemOf } from '../words.ts'

const end = /^[.?!]$/
/** Words that tell two things apart: no grammar, and no word that both of them may have. */
const tells = (token: string): boolean => token.length > 2 && !/^(?:the|any|and|are|you|your|was|is|it|that|this|have|has|had|get|got|did|does|like|more|just|would|could|will|say|with|for|from|when|feel|been|some|all|way|one|too|bit|out|off|can|not|yes|yeah|sort|kind|there|they|them)$/.test(token) // biome-ignore format: one row

const stemsOf = (tokens: readonly string[]): ReadonlySet<string> => new Set(tokens.filter(tells).map(stemOf))

/** "Throbbing, tight, stabbing?" - "Tight.": the reply names another thing of the list, and not this one. D516. */
export function namesAnother(question: readonly string[], at: number, reply: readonly string[]): boolean {
  const from = question.slice(0, at).findLastIndex((token) => end.test(token)) + 1
  const stop = question.findIndex((token, index) => index >= at && end.test(token))
  const to = stop < 0 ? question.length : stop
  const cuts = question.flatMap((token, index) =>
    index > from && index < to && /^(?:,|or)$/.test(token) ? [index] : [],
  )
  if (cuts.length === 0) return false
  const left = cuts.findLast((index) => index < at) ?? from - 1
  const right = cuts.find((index) => index > at) ?? to
  const own = stemsOf(question.slice(left + 1, right))
  const others = stemsOf([...question.slice(from, left + 1), ...question.slice(right, to)])
  const said = stemsOf(reply)
  const first = reply.slice(0, reply.findIndex((token) => end.test(token)) + 1 || reply.length)
  const isBare =
    first.length <= 5 &&
    !first.some((token) => /^(?:no|not|never|both|and)$/.test(token)) &&
    first.filter(tells).every((token) => others.has(stemOf(token)))
  return (
    isBare && [...others].some((stem) => !own.has(stem) && said.has(stem)) && ![...own].some((stem) => said.has(stem))
  )
}

/** True if the question offers two things by "or", and the reply has words of the other one and none of this one. */
export function takesOther(question: readonly string[], at: number, reply: readonly string[]): boolean {
  const from = question.slice(0, at).findLastIndex((token) => end.test(token)) + 1
  const stop = question.findIndex((token, index) => index >= at && end.test(token))
  const sentence = question.slice(from, stop < 0 ? question.length : stop)
  const or = sentence.lastIndexOf('or')
  if (or <= 0 || /^(?:any|no|not|ever)$/.test(sentence[0] ?? '') || sentence.includes('any')) return false
  const [before, after] = [stemsOf(sentence.slice(0, or)), stemsOf(sentence.slice(or + 1))]
  const [own, other] = at - from < or ? [before, after] : [after, before]
  const said = stemsOf(reply)
  const has = (stems: ReadonlySet<string>, less: ReadonlySet<string>): boolean => [...stems].some((stem) => !less.has(stem) && said.has(stem)) // biome-ignore format: short
  return has(other, own) && !has(own, other)
}
