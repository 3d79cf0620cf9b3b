/** Which illnesses pass, and which belong to the allergies. */
import type { Term } from '../../vocabulary/terms.ts'

/** These pass; a present one belongs to the impression, not the history. */
const acute =
  /infection|influenza|cold|gastroenteritis|poisoning|pneumonia|bronchitis|itis$|COVID|pregnancy|sprain|strain|fracture|reaction|dehydration|sepsis|flare-up|concussion|conjunctivitis|blood clot|problems$/

const chronicItis = /arthritis|colitis|dermatitis|rhinitis|hepatitis|diverticulitis/

export const isAcute = (term: Term): boolean => acute.test(term.display) && !chronicItis.test(term.display)

/** Belongs to the allergies. */
export const isAllergy = ({ display }: Term): boolean => /allergy$|intolerance$/.test(display)
