/**
 * The effect of a medicine that the patient stopped for it: "it killed my sex drive so I stopped it", "I chucked it because it gave me the
 * shakes". It was trouble of that medicine, and is no symptom of today. D355.
 */
import { plainText } from '../../dialogue/dialogue.ts'
import type { Sentence } from '../../dialogue/sentence.ts'

const effect = /\b(?:killed|made|making|makes|gave|giving|gives|caused|causing|messed|knocked|upset|sent|turned|left) (?:me|my|the|us|with)\b/ // biome-ignore format: short
const ending =
  /\b(?:stopped|quit|ditched|binned|chucked|dropped|tossed|came off|got off|went off|gave up|threw|weaned)(?: (?:taking|using))?(?: (?:it|them|that|those|the \w+))?(?: (?:away|out|up|in|off))?(?=[.,!]|$| (?:after|in|about|because|since|when|before|pretty|straight|cold|a|last|myself|and)\b)|\btook me off|\b(?:swapped|switched|changed) (?:me|it|over|to)\b/
const linked = /\b(?:so|because|as|and|since|cause|which is why|that is why)\b/

export const isEndedEffect = (said: string): boolean => effect.test(said) && ending.test(said) && linked.test(said)

/** "I stopped that. Got sore legs.": why the medicine of the sentence before was stopped. */
const begunBefore =
  /\b(?:stopped|came off|gave up|quit|chucked|binned|ditched|went off) (?:taking )?(?:it|them|that|those)[.!]?\s*$/
const effectAlone = /^(?:(?:it|they|i) )?(?:just )?(?:got|gave me|made me|had|was getting|kept getting) /
const ofMedicine = /\b(?:tablets?|medic\w*|pills?|capsules?|inhalers?|puffers?|dose|statins?)\b/
export const isEffectNext = ({ said, segment, start, asked }: Sentence): boolean =>
  effectAlone.test(said) && begunBefore.test(plainText(segment.text.slice(0, start))) && asked.some(({ said: question, terms }) => terms.some(({ kind }) => kind === 'medicine') || ofMedicine.test(question)) // biome-ignore format: short

const endedLater = /\b(?:stopped|quit|ditched|binned|chucked|came off|got off|went off|gave up|threw|weaned off) (?:taking )?(?:it|them|that)\b/ // biome-ignore format: short

/** "They put me on it, but ... So I went off it.": the rest of the turn ends the medicine. */
export const isEndedLater = (sentence: Sentence): boolean => {
  const rest = plainText(sentence.segment.text.slice(sentence.end))
  return endedLater.test(rest) && !/\b(?:back on|started (?:it )?again|restarted|never|not)\b/.test(rest)
}

/** "I'm meant to take the Lasix, but I don't bother.": prescribed, and not taken. */
const notTaken =
  /\b(?:(?:meant|supposed) to (?:take|use|be on|be taking|be using|have)|prescribed)\b.*\b(?:but|though|only)\b.*\b(?:do not|never|have not|can ?not be bothered|did not)\b/
/** `key`: of a medicine that is named before these words nothing is said. */
export function isNotTaken({ words, terms }: Pick<Sentence, 'words' | 'terms'>, key: string): boolean {
  const plain = words.map(({ text }) => text).join(' ')
  const at = notTaken.exec(plain)?.index
  const [before = '', term] = [plain.slice(0, at ?? 0), terms.find((own) => own.key === key)]
  const isBefore = at !== undefined && term !== undefined && term.from < before.trim().split(' ').length - 1 && terms.some((own) => own.kind === 'medicine' && own.key !== key) // biome-ignore format: one row
  return at !== undefined && !isBefore
}
