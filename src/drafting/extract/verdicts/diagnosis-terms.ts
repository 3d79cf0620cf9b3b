/** Which names of the tables may be a diagnosis. */
import type { Sentence } from '../../dialogue/sentence.ts'
import type { Term } from '../../vocabulary/terms.ts'

/** Symptoms that clinicians also use as a diagnosis. */
const asDiagnosis =
  /^(?:anxiety|panic attacks|low mood|vertigo|sciatica|haemorrhoids|constipation|indigestion|ringing in ears|nosebleed|insomnia|stress|fainting|boil|wart|head lice|leg ulcer|burn|erectile dysfunction|heavy periods|lower back pain|period pain)$/

/** A condition, or a symptom that is stated as one. */
export const isDiagnosis = ({ kind, display }: Term): boolean =>
  (kind === 'condition' && !/pregnancy$(?<!of pregnancy|ectopic pregnancy)|problems$|^cancer$/.test(display)) ||
  asDiagnosis.test(display)

/** Words by which a virus of an earlier illness causes another one. */
const lingers =
  /\b(?:old|same|wak\w+|woke\w*|reactivat\w*|dormant|asleep|sleep\w*|com(?:es|ing) back|left over|from when|stay\w*|liv(?:es|ing)|hid(?:es|ing)|sit(?:s|ting))\b/

/** "It's the old chicken pox virus waking up": the illness names its virus. "The flu virus" is one illness and not two. */
export function namesVirus({ words, said, terms }: Sentence, term: Term): boolean {
  if (term.key === 'viral-infection') return words[term.from]?.text === 'virus' && terms.some((other) => other.to === term.from - 1 && isDiagnosis(other)) // biome-ignore format: short
  return words[term.to + 1]?.text === 'virus' && lingers.test(said)
}
