/** Which names of the tables may be a diagnosis. */
import type { Term } from '../../vocabulary/terms.ts'

/** Symptoms that clinicians also use as a diagnosis. */
const asDiagnosis =
  /^(?:anxiety|panic attacks|low mood|vertigo|sciatica|haemorrhoids|constipation|indigestion|ringing in ears|hot flushes|nosebleed|insomnia|stress|fainting|boil|wart|head lice|leg ulcer|burn|erectile dysfunction|heavy periods|lower back pain|period pain)$/

/** A condition, or a symptom that is stated as one. */
export const isDiagnosis = ({ kind, display }: Term): boolean =>
  (kind === 'condition' && !/pregnan|problems$|^cancer$/.test(display)) || asDiagnosis.test(display)
