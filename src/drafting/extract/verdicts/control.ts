/** How well an illness that is known is controlled: "your asthma isn't well controlled", "blood pressure's where we want it", "kidneys are stable". D440. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { quoteKey } from '../../dialogue/wording.ts'
import { type Candidate, claim, says, sentenceCase } from '../candidates.ts'

const known =
  "((?:type (?:one|two|1|2) )?diabetes|blood pressure|pressure|asthma|(?:blood )?sugars?|cholesterol|thyroid(?: level)?s?|kidneys?|kidney function|liver|heart failure|heart rhythm|copd|emphysema|epilepsy|seizures|gout|eczema|psoriasis|reflux|angina|arthritis|migraines?|mood|depression|anxiety|iron(?: level)?s?|anaemia|hypertension|coeliac|crohn's|colitis|glaucoma|osteoporosis)"
const degree =
  '(?:(?:really|quite|very|all that|still|just|now|currently|a bit|a little|a touch|slightly|nicely|pretty|fairly|completely|not|no longer|rather|both|all) )*'
const aim =
  "(?:where (?:we|i|you) (?:(?:would|'d) )?(?:want|like|need)(?: (?:it|them))?(?: to be)?|as (?:good|low|well controlled|tight) as (?:we|i) (?:would|'d) like(?: it)?|(?:to|at|on|above|below|off) target|(?:under|out of|in) (?:good |poor )?control|(?:well |poorly |badly |perfectly |properly )?controlled|stable|steady|uncontrolled|in remission|underactive|overactive|flared(?: up)?|flaring(?: up)?|playing up|not (?:so|that|too|very|as) (?:good|great|well controlled)|(?:doing|going) (?:really |very )?well)"
const rest =
  "((?: (?:now|too|as well|again))?(?: (?:on|with|despite|at the moment|overall|for (?:now|him|her)|since)(?: [a-z'-]+){0,5})?)"
const opening =
  "(?:(?:so|and|well|now|but|ok|okay|right|then|i think|i would say|i'd say|good news|unfortunately|clearly|obviously|to me|first|firstly|second|secondly),? )*"
const clause = new RegExp(
  `^${opening}(?:(?:your|his|her|the) )?${known} (is|are|has been|have been|has|have|looks?|remains?) (${degree}${aim})${rest}$`,
)
/** "Type two diabetes, not to target." */
const bare = new RegExp(`^${opening}${known}, (${degree}${aim})$`)
/** "That's clearly asthma, and it's not well controlled." */
const ofIt = new RegExp(`\\b${known},? (?:and|but) it is (${degree}${aim})$`)
const unsure = /\b(?:if|once|until|when|whether|unless|make sure|want to|hope\w*|might|may|could|should|would (?!like|say)|need to|keep(?:ing)? (?:it|your|the))\b/ // biome-ignore format: a list

const clausesOf = (said: string): readonly string[] => said.replace(/(?<=[a-z])'s (?=(?:not|where|well|stable|under|out|at|to|on|in|as|really|still|just|all|poorly|badly|uncontrolled|nicely|a bit|a little|a touch|slightly|perfectly|properly|no longer)\b)/, ' is ').replace(/[.!]+$/, '').split(/(?:; |: |, (?=(?:i (?:think|reckon|suspect|would|am)|and|but|so|because|since|which|cause) )|(?:,)? (?:and|but) (?=(?:your|his|her|the) ))/) // biome-ignore format: short

/** The lines of control in a sentence of the clinician's. */
export function readControl(sentence: Sentence): readonly Candidate[] {
  if (sentence.isQuestion || unsure.test(sentence.said)) return []
  const said = sentence.said.replace(/[.!]+$/, '')
  const [, thing, how] = bare.exec(said) ?? bare.exec(said.split(/, (?=and )/)[0] ?? '') ?? ofIt.exec(said) ?? []
  const told = thing === undefined ? clausesOf(said).flatMap((one) => { const [, what, verb, state, more = ''] = clause.exec(one) ?? []; return what === undefined ? [] : [`${what} ${/been|remain/.test(verb ?? '') ? `${verb} ` : ''}${state}${more}`] }) : [`${thing} ${how}`] // biome-ignore format: short
  return told.map((text, at) => ({ text: `${sentenceCase(text.replace(/^copd\b/, 'COPD'))}.`, claims: [claim('impression', { key: `${quoteKey([sentence])}-control${at}`, display: text })], quotes: says(sentence), weight: 90, at: sentence.at })) // biome-ignore format: short
}
