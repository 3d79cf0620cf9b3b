/**
 * A patient's sentence in the third person, as a note has it: "I can't walk to the shops" is "Cannot walk to the shops."
 * A note leaves the subject out if it is the patient; the verb stays in the third person. A sentence that fits none of these forms stays a quote.
 */
import { sentenceCase } from '../candidates.ts'
import { openWords } from './conditions.ts'

/** Verbs of the body and of daily life, in their base form, that take a plain -s. */
const plainVerbs =
  'need get feel keep take use see hear sleep walk work live eat drink cough sneeze vomit bleed bruise itch sweat shake wake want tend sit lie stand run breathe bend lean lift move struggle wear lose gain bring pass forget cry smoke look put avoid ache hurt start stop come sound think find notice'.split(' ') // biome-ignore format: a list
const pasts =
  'had was noticed felt started stopped vomited fell twisted took tried went woke slept ate drank lost got became came saw heard hit cut burned burnt coughed fainted collapsed tripped slipped landed hurt injured lifted bent pulled strained hurt passed bled found used travelled traveled put gained cried could struggled managed needed kept began threw sprained banged knocked bumped rolled stepped'.split(' ') // biome-ignore format: a list

const agree: Readonly<Record<string, string>> = { have: 'has', do: 'does', go: 'goes', try: 'tries', cry: 'cries', pass: 'passes', am: '', can: 'can', cannot: 'cannot', could: 'could', had: 'had', was: 'was', did: 'did' } // biome-ignore format: a table
const thirdOf: ReadonlyMap<string, string> = new Map([
  ...plainVerbs.map((verb) => [verb, agree[verb] ?? `${verb}s`] as const),
  ...pasts.map((verb) => [verb, verb] as const),
  ...Object.entries(agree),
])

const gerundOf = (verb: string): string | undefined => {
  if (!plainVerbs.includes(verb) && !['go', 'cough', 'try'].includes(verb)) return undefined
  if (/^(?:get|run|sit|put|cut|stop)$/.test(verb)) return `${verb}${verb.at(-1)}ing`
  if (verb === 'lie') return 'lying'
  return /[^e]e$/.test(verb) ? `${verb.slice(0, -1)}ing` : `${verb}ing`
}

/** Adverbs between subject and verb: those that say how often are kept. */
const fillers = '(?:(?:just|really|actually|kind of|sort of|literally|definitely|basically) )*'
const kept = '((?:(?:also|always|often|sometimes|usually|still|never|only|even|now|recently|first) )*)'
const ownClause = new RegExp(
  `(^|, |\\b(?:and|but|so|because|that|where|which|,) )I ${fillers}${kept}${fillers}(\\w+)\\b`,
  'gi',
)
const boundClause = new RegExp(`\\b(when|while|after|before|whenever|if) I ${fillers}(\\w+)\\b`, 'gi')

/** "I'd" is "I had" before a participle or "better"; else "I would". */
const hadShort =
  /\bI'd\b(?= (?:\w+ly |just |already |never |always |only |also |not |even )*(?:better|been|had|got|gone|done|seen|felt|come|become|begun|run|put|cut|hurt|hit|left|lost|met|made|kept|slept|told|thought|brought|caught|bought|\w+ed|\w{2,}en)\b(?! (?:it|that|this)$))/g

/** Words by which a sentence is not about the patient's state, or is about the talk itself. */
const unplain =
  /\[|["?]|\.\.\.|\b(?:i|i'm|i've|i'd|i'll|me|we|us|our|you|your|myself|he|she|they|them|him|her|um|uh|er|guess|mean|maybe|might|probably|perhaps|thinks?|thought|worried|scared|if|should|would|know|sure|suppose|reckon|wonder\w*|hope\w*|wish|thanks?|please|sorry|doctor|stuff|whatever|etc|thing|things|said|told|mentioned|actually|honest|honestly|basically|obviously|anyway|like|yeah|tr(?:y|ies) and|like that|or something)\b/i
const startsLoose =
  /^(?:it|that|this|these|those|there|which|because|so|and|but|or|then|than|also|like|since|just|only|even|if|when|yes|no|not really)\b/i
const endsLoose = /\b(?:and|or|but|so|because|if|to|the|a|an|of|is|are|with|for|like|then|when|that|my|was|has|in|on)$/i
/** A negation beside a comma, "and" or the like: the sentence stays a quote, because only its reader can decide how far the negation reaches. */
const negative = /\b(?:not|no|never|cannot|without|nothing|none|neither|nor)\b/i
const joint = /,|\b(?:and|or|but|so|because|although)\b/i
/** The patient, or a part of the patient's body, is the subject. */
const ownLead =
  /^(?:(?:and|so|but|then|now|also|usually|sometimes|recently|lately|yesterday|last night|this morning),? )*(?:I\b|my\b)/i
const mostWords = 20
const fewestWords = 2

/** The sentence without its full stop; undefined if it cannot be put so. `words` are the patient's, cleaned. */
export function tellThirdPerson(words: string): string | undefined {
  let isKnown = true
  const refer = (verb: string): string => {
    const third = thirdOf.get(verb.toLowerCase())
    if (third === undefined) isKnown = false
    return third ?? verb
  }
  const said = openWords(
    words
      .replaceAll(/\bI'm\b/g, 'I am')
      .replaceAll(/\bI've\b/g, 'I have')
      .replaceAll(hadShort, 'I had')
      .replaceAll(/\bI'd\b/g, 'I would'),
  )
  const text = said
    .replaceAll('can not', 'cannot')
    .replaceAll(boundClause, (whole, link: string, verb: string) => {
      const gerund = gerundOf(verb.toLowerCase())
      if (gerund === undefined) isKnown = false
      return gerund === undefined ? whole : `${link} ${gerund}`
    })
    .replaceAll(ownClause, (_, lead: string, adverb: string, verb: string) => `${lead}${adverb}${refer(verb)}`)
    .replace(/^my /i, '')
    .replaceAll(/(?<=\b(?:and|but), |\b(?:and|but|so) )my /gi, '')
    .replaceAll(/\bmy own\b/gi, 'own')
    .replaceAll(/\bmy\b/gi, 'the')
    .replaceAll(/^ ?not /gi, 'not ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  const count = text.split(' ').length
  const isOwn = ownLead.test(words) && !(negative.test(text) && joint.test(text))
  const isPlain = isKnown && isOwn && !unplain.test(text) && !startsLoose.test(text) && !endsLoose.test(text)
  return isPlain && count >= fewestWords && count <= mostWords ? sentenceCase(text) : undefined
}
