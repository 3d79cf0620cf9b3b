/** The heart rate of an unborn child, which is no pulse of the patient: "there's the heartbeat, a hundred and forty-four". D494. */
import { readOnceOf } from '../../../core/cache/read-once.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { quoteKey } from '../../dialogue/wording.ts'
import { type Candidate, claim, says } from '../candidates.ts'
import { readingAt } from './vital-signs.ts'

const ofPregnancy =
  /\b(?:pregnan\w+|antenatal|trimester|due date|weeks along|weeks gone|fundal height|breech|growth scan|anomaly scan|gestational|midwi(?:fe|ves)|foetal|fetal|in the womb)\b/
/** A talk about a pregnancy. */
export const isOfPregnancy = readOnceOf((dialogue: readonly Sentence[]): boolean => dialogue.some(({ said }) => ofPregnancy.test(said))) // biome-ignore format: short

const ofChild = /\b(?:bab(?:y|ies)|bub|little (?:one|fella|fellow|bean)|f(?:o)?etal|f(?:o)?etus|twins?)\b/
/** The clinician looks at the child, or listens to it. */
const looksAt = /\b(?:ultrasound|scan|probe|doppler|heartbeat|flicker|jelly|gel)\b/
const heart = /\b(?:heart|heartbeat|heartbeats)\b/
const beats = /\b(?:beats|beating|ticking|bpm)\b/
const ofPatient = /\b(?:your|her) (?:own )?(?:pulse|heart(?! ?beat))\b|\bpulse\b/
const [least, most] = [100, 200]

/** The rate, if the sentence tells one of the child. `near`: what was said just before it. */
export function readFetalHeart(sentence: Sentence, near: readonly Sentence[]): Candidate | undefined {
  if (sentence.isQuestion || ofPatient.test(sentence.said)) return undefined
  const before = near.slice(-4)
  const isOfChild = ofChild.test(sentence.said) || before.some(({ said }) => looksAt.test(said) || ofChild.test(said))
  const heard = [...before.slice(-2), sentence]
  const named = heard.findLast(({ said }) => heart.test(said)) ?? heard.findLast(({ said }) => beats.test(said))
  if (!isOfChild || named === undefined) return undefined
  const [rate] = sentence.words.flatMap((_, at) => readingAt(sentence.words, at)?.value ?? []).filter((value) => value >= least && value <= most) // biome-ignore format: short
  if (rate === undefined) return undefined
  const isNamed = heard.some(({ said }) => /\bheart ?(?:beats?|rate)\b|\brate\b|\bbeat/.test(said))
  const display = isNamed ? `fetal heart rate ${rate} bpm` : `fetal heart ${rate}`
  const shown = [...before.filter(({ said, segment }) => segment.speaker === 'clinician' && (looksAt.test(said) || ofChild.test(said))).slice(-1), named, sentence] // biome-ignore format: short
  const quoted = [...new Set(shown)]
  return { text: `F${display.slice(1)}.`, claims: [claim('finding', { key: quoteKey(quoted), display })], quotes: quoted.flatMap(says), weight: 89, at: sentence.at } // biome-ignore format: short
}
