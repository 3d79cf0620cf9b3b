/** "Anyone in the family with prostate cancer?" - "My brother had it.": the reply names who has the thing of the question. D478. */
import type { QuoteRead } from '../evidence.ts'
import { ownRelatives } from '../tables.ts'

const asksFamily = /\b(?:famil\w+|anyone|anybody|relatives?|parents|mum|dad|mother|father|brothers?|sisters?)\b/
const own = '(?:(?:oh|well|um|yes|yeah|yep|just|only|and|so|,) ?,? ?)*(?:my |our |me |his |her )?(?:own |late |older |younger |big |little |twin )?' // biome-ignore format: one row
const verb = '(?:did|does|do|had (?:it|one|that|the same|them|some)|has (?:got )?(?:it|one|that|the same|them)|have (?:got )?(?:it|one|that|them)|got (?:it|one|that)|gets (?:it|them)|gets that|died (?:of|from) (?:it|one|that))\\b' // biome-ignore format: one row
const has = new RegExp(`^${own}([a-z]+)(?: and (?:my |her |his )?([a-z]+))? (?:also |both |just |only )?${verb}`)

/** True if the reply gives the thing to a relative. */
export function isOfRelative(question: QuoteRead, answers: readonly QuoteRead[]): boolean {
  const [reply] = answers
  if (question.role !== 'question' || reply === undefined || !asksFamily.test(question.plain)) return false
  const [, ...named] = has.exec(reply.plain) ?? []
  return named.some((name) => name !== undefined && ownRelatives.get(name) !== undefined)
}
