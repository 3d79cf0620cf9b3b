/** Makes segments of lines: with hesitation, repeats, answers that the other person's "OK" splits, sounds, unsure hearing and times. */
import type { Segment } from '../../../src/core/clinical-note.ts'
import type { Manner } from './grammar.ts'
import type { Random } from './random.ts'
import type { Carried, Line } from './script.ts'

/** Who listens to the clinician: the patient, or a parent. */
type Listener = Exclude<Line['speaker'], 'clinician'>

type Spoken = { readonly speaker: Segment['speaker']; readonly text: string; readonly carries: readonly Carried[] }

/** Nobody pauses inside a number, or between a number and its unit. */
const ofNumbers =
  /^(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|point|over|and|milligrams?|micrograms?|mils?|grams?|puffs?|units?|tablets?|drops?)\b/i
const isInNumber = (before: string, word: string): boolean => ofNumbers.test(before) && ofNumbers.test(word)

/** Adds fillers and repeated words where a speaker may pause: between two words without a comma. */
function hesitate(text: string, speaker: Line['speaker'], manner: Manner, random: Random): string {
  const words = text.split(' ')
  return words
    .flatMap((word, at) => {
      const before = words[at - 1] ?? ''
      const isInside = /^[a-z']+$/.test(word) && /^[\w']+$/.test(before) && !isInNumber(before, word)
      const isSoft = speaker === 'patient' && /^(?:it's|been|just|got|having|getting|feel|was)$/.test(before)
      if (isInside && isSoft && random.chance(manner.hesitates)) return [random.pick(manner.softeners), word]
      if (
        isInside &&
        !/^(?:of|to|on|in|than|ago|it|me|you|them|that)$/.test(word) &&
        random.below(1000) < manner.hesitates * 4
      )
        return [random.pick(manner.fillers), word]
      const isRepeated = /^(?:I|it's|the|my|you|is|any|have|so)$/i.test(word) && random.below(1000) < manner.repeats * 8
      return isRepeated ? [`${word},`, word === 'I' ? word : word.toLowerCase()] : [word]
    })
    .join(' ')
}

/** The place after which a long line breaks: a comma or a joining word, not near its ends. */
function findBreak(words: readonly string[], random: Random): number | undefined {
  const places = words
    .map((word, at) => ({ word, at }))
    .filter(
      ({ word, at }) =>
        at >= 3 &&
        at < words.length - 3 &&
        (/[,.?]$/.test(word) || /^(and|but|so|because|which)$/.test(words[at + 1] ?? '')) &&
        !isInNumber(word.replace(/\W$/, ''), words[at + 1] ?? ''),
    )
    .map(({ at }) => at)
  return places.length === 0 ? undefined : random.pick(places)
}

function split({ speaker, text, carries }: Line, manner: Manner, random: Random, hearer: Listener): readonly Spoken[] {
  const words = text.split(' ')
  const place = words.length > 9 && random.chance(manner.splits) ? findBreak(words, random) : undefined
  if (place === undefined) return [{ speaker, text, carries }]
  const asked = text.endsWith('?') ? (manner.listenerSounds ?? manner.patientSounds) : manner.patientSounds
  const sound = speaker === 'clinician' ? asked : manner.clinicianSounds
  const listener = speaker === 'clinician' ? hearer : ('clinician' as const)
  return [
    { speaker, text: words.slice(0, place + 1).join(' '), carries },
    { speaker: listener, text: random.pick(sound), carries: [] },
    { speaker, text: words.slice(place + 1).join(' '), carries },
  ]
}

/** Adds a sound of the listener after a line that the same speaker continues. */
function confirm(lines: readonly Spoken[], manner: Manner, random: Random, hearer: Listener): readonly Spoken[] {
  return lines.flatMap((line, at) => {
    const next = lines[at + 1]
    if (line.text.length < 30 || line.text.endsWith('?') || next === undefined || !random.chance(manner.sounds))
      return [line]
    const isClinician = line.speaker === 'clinician'
    if (next.speaker !== line.speaker) return [line]
    return [
      line,
      {
        speaker: isClinician ? hearer : ('clinician' as const),
        text: random.pick(isClinician ? manner.patientSounds : manner.clinicianSounds),
        carries: [],
      },
    ]
  })
}

function mishear(text: string, random: Random): string {
  if (random.chance(55)) return text
  return random.chance(50) ? `[unintelligible] ${text}` : `${text} [unintelligible]`
}

export type Uttered = {
  readonly segments: readonly Segment[]
  readonly carriers: ReadonlyMap<Carried, readonly string[]>
}

export function utter(lines: readonly Line[], manner: Manner, random: Random, hearer: Listener = 'patient'): Uttered {
  const spoken = confirm(
    lines.flatMap((line) => split(line, manner, random, hearer)),
    manner,
    random,
    hearer,
  )
  const carriers = new Map<Carried, string[]>()
  let clock = 1200 + random.below(2000)
  const segments = spoken.map(({ speaker, text, carries }, at): Segment => {
    const id = `s${at + 1}`
    for (const carried of carries) carriers.set(carried, [...(carriers.get(carried) ?? []), id])
    const uncertain = random.chance(manner.unsure)
    const hesitant = text.length > 12 ? hesitate(text, speaker, manner, random) : text
    const startMs = Math.max(0, clock - (random.chance(37) ? random.below(900) : -random.below(700)))
    clock = startMs + 400 + text.length * 62
    return { id, speaker, startMs, endMs: clock, text: uncertain ? mishear(hesitant, random) : hesitant, uncertain }
  })
  return { segments, carriers }
}
