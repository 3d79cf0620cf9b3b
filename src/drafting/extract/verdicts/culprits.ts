/** A cause that is named by its part, or by what the patient has done to it: "I reckon it's your gallbladder", "I think you've cracked a rib". D439. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { quoteKey } from '../../dialogue/wording.ts'
import { type Candidate, claim, says } from '../candidates.ts'

const parts = '(?:gall ?bladder|appendix|prostate|thyroid|hips?|neck|lower back|back|spine|sinus(?:es)?|stomach|bowels?|kidneys?|heart|liver|ovar(?:y|ies)|womb|nerves?|muscles?|tendons?|ligaments?|cartilage|meniscus|rotator cuff|shoulder|jaw|teeth|tooth|inner ear|middle ear|ears?|eyes?|lungs?|bladder|pelvic floor|hernia|hormones|sciatic nerve|achilles|hamstring|calf|knee|ankle|disc|ribs?|piles)'
const thinks = "(?:i (?:do )?(?:think|reckon|suspect|believe)|my (?:guess|money|hunch|feeling) is|i would (?:say|think|guess)|i'd (?:say|think|guess)|probably|most likely|chances are|sounds? like|looks? like|seems? like)"
const source = new RegExp(`\\b${thinks},? (?:that )?(?:(?:it|this|that|the pain|the problem|the trouble|all this|all of this) (?:is|comes?) )?((?:all |mostly |mainly |just )?(?:coming )?from |down to |(?:just |more likely |probably )?)(?:your|the) (?:(left|right) )?(${parts})(?= and\\b| that\\b|,| playing up\\b| rather\\b| again\\b|[.!]|$)`)
const harms = '(cracked|broken|torn|pulled|strained|sprained|ruptured|bruised|dislocated|popped|tweaked|perforated|burst|irritated|inflamed|pinched|trapped|chipped|fractured)'
const object = "((?:a|an|the|your|some|one of (?:the|your)) (?:[a-z'-]+ ){0,3}[a-z'-]+)(?= and\\b| when\\b| from\\b| but\\b| there\\b|[,.!]|$)"
const likely = new RegExp(`\\b(?:i (?:do )?(?:think|reckon|suspect|believe)|probably|most likely|looks? like|sounds? like|chances are),? (?:that )?(?:what )?(?:you have|he has|she has|you've|you) (?:probably |just |actually |most likely )?${harms} ${object}`)
const possible = new RegExp(`\\b(?:you|he|she) (?:may|might|could)(?: well)? have (?:just )?${harms} ${object}`)
const unsure = /\b(?:not|if|unless|people|before|years? ago|last (?:time|year|week)|mum|dad|brother|sister|or)\b/

const tell = (sentence: Sentence, lead: string, what: string): readonly Candidate[] => {
  const display = what.replaceAll(/\b(?:your|his|her)\b/g, 'the')
  return [{ text: `${lead} ${display}.`, claims: [claim('impression', { key: `${quoteKey([sentence])}-cause`, display }, { certainty: 'uncertain' })], quotes: says(sentence), weight: 95, at: sentence.at }] // biome-ignore format: short
}

/** The cause of a sentence of the clinician's that names no illness. */
export function readCulprit(sentence: Sentence): readonly Candidate[] {
  const { said } = sentence
  if (sentence.isQuestion || unsure.test(said)) return []
  const [, verb, what] = likely.exec(said) ?? []
  if (verb !== undefined && what !== undefined) return tell(sentence, 'Likely', `${verb} ${what}`)
  const [, may, thing] = possible.exec(said) ?? []
  if (may !== undefined && thing !== undefined) return tell(sentence, 'May have', `${may} ${thing}`)
  const [, way = '', side, part] = source.exec(said) ?? []
  if (part === undefined) return []
  const isFrom = /from|down to/.test(way)
  return tell(sentence, 'Likely', `${isFrom ? `${/down/.test(way) ? 'down to' : 'coming from'} the ` : ''}${side === undefined ? '' : `${side} `}${part}`) // biome-ignore format: short
}
