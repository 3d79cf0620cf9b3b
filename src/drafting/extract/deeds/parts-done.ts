/** Operations told by their part: "I had the knee done in 2018", "they fixed the hernia when I was thirty". The words stay as they were said. D474. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { type Candidate, claim, says } from '../candidates.ts'
import { findWhen } from './stated-when.ts'

const part = '(?:(?:left|right|other|both) )?(?:knees?|hips?|shoulders?|back|neck|ankles?|wrists?|elbows?|hands?|feet|foot|toes?|big toe|eyes?|nose|bladder|prostate|valve|carotids?|veins?|carpal tunnels?|cataracts?|ears?)' // biome-ignore format: one row
const told = new RegExp(`^(?:(?:and|so|well|oh|yes|yeah|um|no|just|only),? )*(?:(?:i|he|she) (?:have )?)?had (?:the|my|his|her|a|both|an)? ?(${part}) (done|replaced|operated on|fused|fixed|repaired|reconstructed|pinned|scoped)\\b`) // biome-ignore format: one row
const open = /\b(?:not|never|if|would|could|should|might|waiting|want\w*|x rays?|scan\w*|test\w*|checked|hair|nails|mri|ultrasound|physio)\b/ // biome-ignore format: one row

export function partsDone(sentence: Sentence): readonly Candidate[] {
  const [clause = ''] = sentence.said.split(/,? (?:and|but) (?=(?:my|the|a|an|i|they|then)\b)/)
  const found = told.exec(clause)
  const [, named = '', how = ''] = found ?? []
  const when = findWhen(clause)
  if (found === null || open.test(sentence.said) || (how === 'done' && when === undefined)) return [] // biome-ignore format: short
  const what = { key: `operation-${named.replaceAll(' ', '-')}`, display: `${named} ${how}` }
  return [{ text: `Had ${named} ${how}${when === undefined ? '' : ` ${when}`}.`, claims: [claim('procedure', what, { time: 'past', ...(when === undefined ? {} : { when }) })], quotes: says(sentence), weight: 85, at: sentence.at }] // biome-ignore format: short
}
