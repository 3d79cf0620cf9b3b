/** Everyday names of an illness, which are words of other talk too: "it's just a cold", "it'll be a virus", "it's muscular". They need the whole clause. D439. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { quoteKey } from '../../dialogue/wording.ts'
import { type Candidate, claim, says, sentenceCase } from '../candidates.ts'

const opening = "(?:(?:so|and|well|right|ok|okay|look|now|yes|yeah|i am happy|i am sure|i am confident|nothing (?:serious|sinister|nasty|to worry about)),? (?:that )?)*" // biome-ignore format: one pattern
const guess =
  '(?:(?:i (?:do )?(?:think|reckon|suspect|believe)|i would say|probably|most likely|my guess is|chances are),? (?:that )?)?'
const light = '(?:(?:just|probably|most likely|likely|only|really|all|mostly|mainly|purely|still|a bit of|some sort of|some kind of|simple|common|nasty|bad|ordinary) )*' // biome-ignore format: one pattern
const names =
  '(?:an? (?:(?:bad|nasty|common|simple|head|heavy|ordinary) )*(?:cold|virus|bug|tummy bug|chill)(?! sore)|muscular|a muscular (?:thing|problem|pain)|hormonal|viral|bacterial|an allergy|growing pains|trapped wind|a bruise|bruising|burnout|stress|the menopause|exhaustion)'
const form = new RegExp(`^${opening}(${guess})(?:it|this|that|what you have(?: got)?|what (?:he|she) has(?: got)?) (is|will be|would be|must be|has to be|looks? (?:like )?|sounds? (?:like )?) ?(${light})(?:an? (?=muscular))?(${names})(?: (?:really|to me|i think|i would say|going round|that is all|in (?:the|your) [a-z]+))*(?:[,.!]|$)`) // biome-ignore format: one pattern
const unsure = /\b(?:if|not|no|never|whether|might|could|may|or|unlikely|before|last|mum|dad|brother|sister)\b/

/** "What you've got is a condition called hordeolum": the frame says that the name of an illness follows, so any name counts. */
const called = new RegExp(`^${opening}(?:what (?:you|he|she) (?:have|has|is)(?: got)?(?: there| here)? is|you have(?: got)?|(?:this|that|it) is) (?:an? (?:[a-z]+ )?condition (?:(?:that )?(?:we|doctors) call|(?:that is )?called|known as)|what (?:we|doctors) call)(?: an?| the)? ((?:[a-z'-]{3,} ){0,2}[a-z'-]{4,})(?=[,.!]|$| and\\b| which\\b| because\\b| where\\b)`) // biome-ignore format: one pattern
const noName =
  /\b(?:tablets?|cream|tests?|scan|clinic|exercise|manoeuvre|technique|result|thing|number|biopsy|procedure|operation)\b/

function readCalled(sentence: Sentence): readonly Candidate[] {
  const [, what] = called.exec(sentence.said) ?? []
  if (
    what === undefined ||
    noName.test(what) ||
    unsure.test(sentence.said) ||
    sentence.terms.some(({ kind }) => kind === 'medicine')
  )
    return []
  return [{ text: `${sentenceCase(what)}.`, claims: [claim('impression', { key: `${quoteKey([sentence])}-called`, display: what })], quotes: says(sentence), weight: 95, at: sentence.at }] // biome-ignore format: short
}

/** The diagnosis of a sentence that is the verdict and no more. */
export function readPlainName(sentence: Sentence): readonly Candidate[] {
  if (sentence.isQuestion) return []
  const [all = '', guessed = '', verb = '', degree = '', name] = form.exec(sentence.said) ?? []
  if (name === undefined) return readCalled(sentence)
  if (unsure.test(all.replace(/\bnothing\b/, ''))) return []
  const isLikely = guessed !== '' || /probably|likely|would|will|must|look|sound/.test(`${degree} ${verb}`)
  const what = name.replace(/^an? /, '').replace(/^muscular (?:thing|problem)$/, 'muscular')
  const text = isLikely ? `Likely ${what}` : sentenceCase(what)
  return [{ text: `${text}.`, claims: [claim('impression', { key: `${quoteKey([sentence])}-plain`, display: what }, isLikely ? { certainty: 'uncertain' } : {})], quotes: says(sentence), weight: 95, at: sentence.at }] // biome-ignore format: short
}
