/** A cause that is named by its part, or by what the patient has done to it: "I reckon it's your gallbladder", "I think you've cracked a rib". D439. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { quoteKey } from '../../dialogue/wording.ts'
import { bodyWord } from '../../vocabulary/clinical-words.ts'
import { type Candidate, claim, says, sentenceCase } from '../candidates.ts'

const parts =
  '(?:gall ?bladder|appendix|prostate|thyroid|hips?|neck|lower back|back|spine|sinus(?:es)?|stomach|bowels?|kidneys?|heart|liver|ovar(?:y|ies)|womb|nerves?|muscles?|tendons?|ligaments?|cartilage|meniscus|rotator cuff|shoulder|jaw|teeth|tooth|inner ear|middle ear|ears?|eyes?|lungs?|bladder|pelvic floor|hernia|hormones|sciatic nerve|achilles|hamstring|calf|knee|ankle|disc|ribs?|piles)'
const thinks =
  "(?:i (?:do )?(?:think|reckon|suspect|believe)|my (?:guess|money|hunch|feeling) is|i would (?:say|think|guess)|i'd (?:say|think|guess)|probably|most likely|chances are|sounds? like|looks? like|seems? like)"
const source = new RegExp(
  `\\b${thinks},? (?:that )?(?:(?:it|this|that|the pain|the problem|the trouble|all this|all of this) (?:is|comes?) )?((?:all |mostly |mainly |just )?(?:coming )?from |down to |(?:just |more likely |probably )?)(?:your|the) (?:(left|right) )?(${parts})(?= and\\b| that\\b|,| playing up\\b| rather\\b| again\\b|[.!]|$)`,
)
const harms =
  '(cracked|broken|torn|pulled|strained|sprained|ruptured|bruised|dislocated|popped|tweaked|perforated|burst|irritated|inflamed|pinched|trapped|chipped|fractured)'
const object =
  "((?:a|an|the|your|some|one of (?:the|your)) (?:[a-z'-]+ ){0,7}?[a-z'-]+)(?= and\\b| when\\b| from\\b| but\\b| there\\b|[,.!]|$)"
const likely = new RegExp(
  `\\b(?:i (?:do )?(?:think|reckon|suspect|believe)|i am (?:fairly|pretty|quite|reasonably|almost|nearly) (?:sure|certain|confident|positive)|probably|most likely|looks? like|sounds? like|chances are),? (?:that )?(?:what )?(?:you have|he has|she has|you've|you) (?:probably |just |actually |most likely )?${harms} ${object}`,
)
/** "You've torn your calf muscle.": told as sure. */
const stated = new RegExp(
  `^(?:(?:so|well|and|right|ok|okay|look|yes|yeah|unfortunately|i am (?:sure|certain|confident|positive|afraid)(?: that)?),? )*(?:what )?(?:you have|he has|she has|you've|he's|she's|he is|she is) (?:just |actually |clearly |definitely |gone and )?${harms} ${object}`,
)
/** "I reckon you've done your meniscus." */
const done = new RegExp(
  `\\b${thinks},? (?:that )?(?:you have|you've|he has|she has) (?:probably |just )?done (?:your|his|her|the) ((?:[a-z'-]+ ){0,2}[a-z'-]+?)(?= and\\b| when\\b| from\\b| but\\b| there\\b|[,.!]|$)`,
)
const possible = new RegExp(`\\b(?:you|he|she) (?:may|might|could)(?: well)? have (?:just )?${harms} ${object}`)
const unsure = /\b(?:not|if|unless|people|before|years? ago|last (?:time|year|week)|mum|dad|brother|sister|or|but)\b/

const tell = (sentence: Sentence, lead: string, what: string): readonly Candidate[] => {
  const display = what.replaceAll(/\b(?:your|his|her)\b/g, 'the')
  return [{ text: `${sentenceCase(`${lead} ${display}`.trim())}.`, claims: [claim('impression', { key: `${quoteKey([sentence])}-cause`, display }, lead === '' ? {} : { certainty: 'uncertain' })], quotes: says(sentence), weight: 95, at: sentence.at }] // biome-ignore format: short
}

/** Parts of a joint, by the names that clinicians use. */
const ofJoint =
  /\b(?:acl|pcl|mcl|lcl|cruciate|anterior cruciate|meniscus|cartilage|hammy|hamstring|achilles|rotator cuff|ligaments?|labrum|quads?|biceps|groin)$/
const isPart = (words: string): boolean => bodyWord.test(words) || ofJoint.test(words)

/** "A cracked rib": the participle stands before its part. */
const harmOf = (verb: string, what: string): string =>
  `${verb} ${what.replace(/^(?:a|an|the|your|some|one of (?:the|your)) /, '')}`

/** The cause of a sentence of the clinician's that names no illness. */
export function readCulprit(sentence: Sentence): readonly Candidate[] {
  const { said } = sentence
  if (sentence.isQuestion || unsure.test(said)) return []
  const [, verb, what] = likely.exec(said) ?? []
  if (verb !== undefined && what !== undefined) return tell(sentence, 'Likely', harmOf(verb, what))
  const [, may, thing] = possible.exec(said) ?? []
  if (may !== undefined && thing !== undefined) return tell(sentence, 'Possible', harmOf(may, thing))
  const [, sure, hurt] = stated.exec(said) ?? []
  if (sure !== undefined && hurt !== undefined && isPart(hurt)) return tell(sentence, '', harmOf(sure, hurt))
  const [, injured] = done.exec(said) ?? []
  if (injured !== undefined && isPart(injured)) return tell(sentence, 'Likely', `${injured} injury`)
  const [, way = '', side, part] = source.exec(said) ?? []
  if (part === undefined) return []
  const isFrom = /from|down to/.test(way)
  return tell(sentence, 'Likely', `${isFrom ? `${/down/.test(way) ? 'down to' : 'coming from'} the ` : ''}${side === undefined ? '' : `${side} `}${part}`) // biome-ignore format: short
}
