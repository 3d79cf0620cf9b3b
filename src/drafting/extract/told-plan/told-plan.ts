/**
 * Lines of the plan for sentences that no other reader puts plainly. Amounts and times in a sentence of their own, and a sentence whose thing is only
 * pointed at ("have them with food"), go on with the line before them. D443.
 */
import type { Claim } from '../../../core/clinical-note.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { quoteKey, tellSpoken } from '../../dialogue/wording.ts'
import { type Candidate, claim, sentenceCase, says } from '../candidates.ts'
import { isMeant, isOfOtherCase } from '../orders/own-order.ts'
import { isSupposed } from '../orders/proposals.ts'
import { openSpoken } from '../orders/spoken-orders.ts'
import { type PlanLine, readPlanLine } from './plan-lines.ts'

export type Region = {
  /** The first sentence that may belong to the plan. */
  readonly from: number
  readonly isGiven: (sentence: Sentence) => boolean
  readonly isChilds: boolean
  /** Within an examination, or a finding. */
  readonly isElsewhere: (sentence: Sentence) => boolean
  /** Coded orders of a sentence, for a line in these words. */
  readonly listOrders: (sentence: Sentence, words: string) => readonly Claim[]
}

const isQuote = ({ text }: Candidate): boolean => text.startsWith('Also said:')
const isWarning = ({ claims }: Candidate): boolean => claims.some(({ kind }) => kind === 'safety-net')

const ofOthers = /^(?:(?:so|and|but|then|well),? )*(?:he|she|they)\b/
/** "If you're not, ...": what is supposed stands in the sentence before. */
const elliptic = /^(?:(?:so|and|but|then),? )*(?:if|when|once) (?:you|he|she|it|that|they|this) (?:is|are|do|does|did|have|has|were|was)(?: not)?,/
/** A warning belongs to its own reader. */
const warning = /\b(?:ambulance|triple zero|nine nine nine|emergency|hospital|casualty|a and e|ed)\b|\b(?:ring|call|phone|come (?:back|in|and see)|let (?:me|us) know|see (?:me|us|you|him|her))\b.*\bif\b|\bif\b.*\b(?:ring|call|phone|come (?:back|in)|let (?:me|us) know)\b/ // biome-ignore format: one row

const lineOf = (sentence: Sentence, { isGiven, isChilds, isElsewhere }: Region): PlanLine | undefined => {
  const { said, segment, text } = sentence
  if (segment.speaker !== 'clinician' || text.trimEnd().endsWith('?') || isElsewhere(sentence)) return undefined
  if (!isMeant(said) || isSupposed(said) || isOfOtherCase(text) || elliptic.test(said) || warning.test(said) || (!isChilds && ofOthers.test(said))) return undefined // biome-ignore format: short
  return isGiven(sentence) ? readPlanLine(openSpoken(tellSpoken(text))) : undefined
}

const weights = { order: 70, thing: 66 } as const

/** The line with the words of a sentence that goes on with it. */
function lengthen(candidate: Candidate, sentence: Sentence, text: string): Candidate {
  const words = `${candidate.text.replace(/[.]$/, '')}, ${text}`
  const [plan, ...rest] = candidate.claims
  return plan === undefined ? candidate : { ...candidate, text: `${words}.`, claims: [{ ...plan, display: words }, ...rest], quotes: [...candidate.quotes, ...says(sentence)] } // biome-ignore format: short
}

const mostQuoted = 4

const wordsOf = (text: string): number => text.split(' ').length

/** A line of advice whose sentence tells more, or whose thing is only pointed at. */
function isPoorer(plan: Candidate, region: Region): boolean {
  const [quote, ...others] = plan.quotes
  const [only, ...coded] = plan.claims
  if (quote === undefined || others.length > 0 || only?.kind !== 'plan' || coded.length > 0) return false
  const line = lineOf(quote.sentence, region)
  return line !== undefined && (line.isPointing || (line.isOrder && wordsOf(line.text) > wordsOf(plan.text) + 1))
}

/** The lines of a plan with those that its other sentences tell. */
export function withToldPlan(plans: readonly Candidate[], dialogue: readonly Sentence[], region: Region): readonly Candidate[] {
  const plain = plans.filter((plan) => !isQuote(plan) && !isPoorer(plan, region))
  const read = new Set(plain.flatMap(({ quotes }) => quotes.map(({ sentence }) => sentence)))
  const lines: Candidate[] = [...plain]
  const told = new Set<Sentence>()
  const holderOf = (sentence: Sentence | undefined): number => (sentence === undefined ? -1 : lines.findLastIndex((line) => !isWarning(line) && line.quotes.some((quote) => quote.sentence === sentence))) // biome-ignore format: short
  for (const [place, sentence] of dialogue.entries()) {
    const line = place < region.from || read.has(sentence) ? undefined : lineOf(sentence, region)
    if (line === undefined) continue
    const before = dialogue[place - 1]
    const holder = before?.segment === sentence.segment ? holderOf(before) : -1
    const last = lines[holder]
    if (line.isPiece || line.isPointing) {
      if (last === undefined || last.quotes.length >= mostQuoted) continue
      lines[holder] = lengthen(last, sentence, line.text)
      told.add(sentence)
    } else if (line.isOrder) {
      const display = sentenceCase(line.text)
      lines.push({
        text: `${display}.`,
        claims: [claim('plan', { key: quoteKey([sentence]), display }), ...region.listOrders(sentence, display)],
        quotes: says(sentence),
        weight: line.isThing ? weights.thing : weights.order,
        at: sentence.at,
      })
      told.add(sentence)
    }
  }
  const isTold = (plan: Candidate): boolean => plan.quotes.some(({ sentence }) => told.has(sentence))
  return [...lines, ...plans.filter((plan) => isQuote(plan) && !isTold(plan))]
}
