/** Counts the speakers that are recovered after their labels were hidden: one neutral label for each of them, and none at all. Prints no word of a talk. */

import { sureFrom } from '../../src/core/talk/speakers.ts'
import { inferSpeakers } from '../../src/drafting/speakers/infer-speakers.ts'
import type { Consultation } from '../consultations.ts'

type Counted = {
  /** Talks whose labels all have the right role, surely. */
  readonly talks: number
  /** Segments with words; of those without a label: the right ones, the sure ones, and the sure ones that are right. */
  readonly segments: number
  readonly right: number
  readonly sure: number
  readonly sureRight: number
}

/** The labels name no role, and stand in the order in which the speakers are first heard. */
function isRecovered({ segments }: Consultation): boolean {
  const roles = [...new Set(segments.map(({ speaker }) => speaker))]
  const hidden = segments.map((segment) => ({ ...segment, speaker: `voice-${roles.indexOf(segment.speaker)}` }))
  const found = inferSpeakers(hidden)?.speakers ?? []
  return roles.every((role, at) => {
    const own = found.find(({ label }) => label === `voice-${at}`)
    return own?.role === role && own.confidence >= sureFrom
  })
}

function countSegments({ segments }: Consultation): Omit<Counted, 'talks'> {
  const found = inferSpeakers(segments.map((segment) => ({ ...segment, speaker: 'unknown' })))?.segments ?? []
  const told = segments.flatMap(({ text, speaker }, at) => {
    const one = found[at]
    if (one === undefined || !/[a-z]/i.test(text.replaceAll(/\[\w+\]/g, ''))) return []
    return [{ isRight: one.role === speaker, isSure: one.confidence >= sureFrom }]
  })
  return {
    segments: told.length,
    right: told.filter(({ isRight }) => isRight).length,
    sure: told.filter(({ isSure }) => isSure).length,
    sureRight: told.filter(({ isRight, isSure }) => isRight && isSure).length,
  }
}

export function countSpeakers(consultations: readonly Consultation[]): Counted {
  const counted = consultations.map(countSegments)
  const sum = (name: keyof Omit<Counted, 'talks'>): number => counted.reduce((all, one) => all + one[name], 0)
  return {
    talks: consultations.filter(isRecovered).length,
    segments: sum('segments'),
    right: sum('right'),
    sure: sum('sure'),
    sureRight: sum('sureRight'),
  }
}
