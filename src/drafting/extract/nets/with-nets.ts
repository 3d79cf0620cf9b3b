/** Puts the warnings that are read chunk by chunk among the lines of the plan. D382. */
import type { Candidate } from '../candidates.ts'
import { isBodily } from './net-dangers.ts'
import type { Net } from './nets.ts'

const isQuote = ({ text }: Candidate): boolean => text.startsWith('Also said:')
const isNet = ({ claims }: Candidate): boolean => claims.some(({ kind }) => kind === 'safety-net')

/** A number to call among the dangers, a medicine that is only pointed at, or an action with what is forbidden beside it. */
const flawed =
  /\bif .*\b(?:one one one|nine nine nine|triple zero|or say)\b|^(?:Stop|Bin) (?:it|them)\b|^(?:Call|Return) do not\b|^Do not wait\b|\bor same thing\b|\bif .*, or (?:go to|call|ring|dial) |\b(?:Lifeline|lifeline|Samaritans|samaritans) is\b/

const listOf = ({ text }: Candidate): readonly string[] => text.replace(/^.*? if /, '').split(/,? or |, /)
const wordsOf = (plan: Candidate): readonly string[] =>
  listOf(plan)
    .join(' ')
    .toLowerCase()
    .match(/[a-z]{4,}/g) ?? []

/** What only points at a danger, or tells to look for it. */
const unnamed = /\b(?:watch|look) out\b|\byou (?:notice|see|get|have) (?:it|that|this|them)\b/i

/** "Return if pins and needles" of "if the pins and needles come back, or your face droops": a danger is lost. */
function isPoorer(plan: Candidate, { candidate }: Net): boolean {
  const [told, whole] = [wordsOf(plan), wordsOf(candidate)]
  const more = listOf(candidate).filter((item) => isBodily(item) && !unnamed.test(item) && !(item.toLowerCase().match(/[a-z]{4,}/g) ?? []).every((word) => told.includes(word))) // biome-ignore format: short
  return (
    listOf(candidate).length > listOf(plan).length &&
    more.length > 0 &&
    told.filter((word) => !whole.includes(word)).length < 2
  )
}

/** A warning that the other readers have read whole stays; quotes and halves of a warning give way to the whole one. */
export function withNets(plans: readonly Candidate[], nets: readonly Net[]): readonly Candidate[] {
  const own = nets.filter((net) => {
    const read = plans.filter((plan) => isNet(plan) && !isQuote(plan) && plan.quotes.some(({ sentence }) => net.sentences.includes(sentence))) // biome-ignore format: short
    return !read.some(
      (plan) => plan.quotes.length >= net.sentences.length && !flawed.test(plan.text) && !isPoorer(plan, net),
    )
  })
  const within = (plan: Candidate): boolean =>
    own.some(({ sentences }) => plan.quotes.length > 0 && plan.quotes.every(({ sentence }) => sentences.includes(sentence))) // biome-ignore format: short
  return [...plans.filter((plan) => !within(plan)), ...own.map(({ candidate }) => candidate)]
}
