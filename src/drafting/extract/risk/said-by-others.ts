/** What a relative or a carer says of it: the reviewer reads it in their own words, since no quote of theirs stands in a note (D320). D355. */
import type { Segment } from '../../../core/clinical-note.ts'
import { plainText } from '../../dialogue/dialogue.ts'
import { namesRisk } from './risk-words.ts'

export const listSaidByOthers = (segments: readonly Segment[]): readonly string[] =>
  segments
    .filter(({ speaker, text }) => speaker === 'other' && namesRisk.test(plainText(text)))
    .map(({ text }) => `Said by somebody else than the patient: "${text.trim().replaceAll('"', "'")}"`)
