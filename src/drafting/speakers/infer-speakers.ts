/** Tells clinician, patient and others apart by what they say, where a transcript has labels that are no roles, or none. docs/design/drafting.md#speakers; D264. */
import { type InferredSpeakers, isSpeakerRole, type SpeakerRole } from '../../core/talk/speakers.ts'
import { cues } from './cues.ts'
import { isRelative } from './relatives.ts'
import { forwardBackward, type Turn } from './turns.ts'

type Said = { readonly id: string; readonly speaker: string; readonly text: string }

/** Cues of one segment depend on each other, so a talk proves less than their sum. */
const damping = 0.5
/** Only so much of a segment is read, and so many segments of a label: more changes nothing. */
const readCharacters = 1000
const readSegments = 400

/** Undefined if a label names a role: then the source knows who speaks. */
export function inferSpeakers(segments: readonly Said[]): InferredSpeakers | undefined {
  const byLabel = Map.groupBy(segments, ({ speaker }) => speaker)
  if ([...byLabel.keys()].some(isSpeakerRole) || segments.length === 0) return undefined
  return byLabel.size === 1 ? inferSegments(segments) : inferLabels(byLabel, segments.length)
}

/** Apostrophes and case differ between recognisers. */
const plain = (text: string): string => text.slice(0, readCharacters).toLowerCase().replaceAll('’', "'")

/** Natural logarithm of the odds that the clinician says it. */
const weigh = (text: string): number => {
  const words = plain(text)
  return cues.reduce((sum, { pattern, weight }) => (pattern.test(words) ? sum + weight : sum), 0)
}

const chanceOf = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds))
const round = (value: number): number => Math.round(value * 1000) / 1000

type Weighed = { readonly label: string; readonly weight: number; readonly relative: boolean; readonly count: number }

/** The label that speaks most like a clinician is the clinician; who else does so strongly is another one. */
function inferLabels(byLabel: ReadonlyMap<string, readonly Said[]>, total: number): InferredSpeakers {
  const weighed = [...byLabel].map(([label, own]): Weighed => {
    const texts = own.slice(0, readSegments).map(({ text }) => text)
    const weight = damping * texts.reduce((sum, text) => sum + weigh(text), 0)
    return { label, weight, relative: texts.some((text) => isRelative(plain(text))), count: own.length }
  })
  const most = Math.max(...weighed.map(({ weight }) => weight))
  const speakers = weighed.map((one) => ({ label: one.label, ...judge(one, most) }))
  const sum = speakers.reduce((all, { confidence }, at) => all + confidence * (weighed[at]?.count ?? 0), 0)
  return { confidence: round(sum / total), speakers }
}

/** Surely a clinician's words, whoever else speaks. */
const strong = 6

function judge(
  { weight, relative }: Weighed,
  most: number,
): { readonly role: SpeakerRole; readonly confidence: number } {
  const isClinician = !relative && (weight === most || weight > strong)
  if (isClinician) return { role: 'clinician', confidence: round(chanceOf(weight)) }
  const confidence = round(Math.min(chanceOf(most), chanceOf(most - weight)))
  return { role: relative ? 'other' : 'patient', confidence }
}

function inferSegments(segments: readonly Said[]): InferredSpeakers {
  const turns = segments.map(({ text }): Turn => ({ weight: weigh(text), asks: /\?\s*$/.test(text.trimEnd()) }))
  const chances = forwardBackward(turns)
  const roles = segments.map(({ id }, at) => {
    const chance = chances[at] ?? 0.5
    const role: SpeakerRole = chance >= 0.5 ? 'clinician' : 'patient'
    return { id, role, confidence: round(Math.max(chance, 1 - chance)) }
  })
  const sum = roles.reduce((all, { confidence }) => all + confidence, 0)
  return { confidence: round(sum / roles.length), speakers: [], segments: roles }
}

/** The segments, and who speaks them by what is said; no speakers if a label names a role. */
export function withSpeakers<S extends Said>(segments: readonly S[]) {
  const inferredSpeakers = inferSpeakers(segments)
  return { segments, ...(inferredSpeakers === undefined ? {} : { inferredSpeakers }) }
}
