/**
 * A patient's sentence in the third person, as a note has it: "I can't walk to the shops" is "Cannot walk to the shops."
 * A note leaves the subject out if it is the patient; the verb stays in the third person. A sentence that fits none of these forms stays a quote.
 */
import { gerundOf, isOrderVerb } from '../../vocabulary/order-verbs.ts'
import { thirdOf } from '../../vocabulary/verb-forms.ts'
import { sentenceCase } from '../candidates.ts'
import { openWords } from './conditions.ts'

/** Adverbs between subject and verb: those that say how often are kept. */
const fillers = '(?:(?:just|really|actually|kind of|sort of|literally|definitely|basically) )*'
const kept =
  '((?:(?:also|always|often|sometimes|usually|still|never|only|even|now|recently|first|almost|(?!only)[a-z]{3,}ly) )*)'
const ownClause = new RegExp(`(^|, |\\b(?:and|but|so|then|,) )I ${fillers}${kept}${fillers}(\\w+)\\b`, 'gi')
/** "I wake up and just lie there": the second verb agrees too. */
const joinedVerb = new RegExp(`(\\bI ${fillers}${kept.replace('(', '(?:')}${fillers}(\\w+)\\b(?:(?! (?:and|but|or|so) |,| I ).)*)( (?:and|or)(?: then)? )(?:just |also )?([a-z]+)(?= |$)(.{0,30})`, 'g') // biome-ignore format: one row
const behindVerb =
  /^ (?:there|down|up|out|off|on|in|at|to|for|with|from|around|about|it|the|my|a|an|well|badly|again|all|every|more|less|[a-z]+ly)\b/
const boundClause = new RegExp(`\\b(when|while|after|before|whenever|if) I ${fillers}(\\w+)\\b`, 'gi')

/** "I'd" is "I had" before a participle or "better"; else "I would". */
const hadShort =
  /\bI'd\b(?= (?:\w+ly |just |already |never |always |only |also |not |even )*(?:better|been|had|got|gone|done|seen|felt|come|become|begun|run|put|cut|hurt|hit|left|lost|met|made|kept|slept|told|thought|brought|caught|bought|\w+ed|\w{2,}en)\b(?! (?:it|that|this)$))/g

/** Words by which a sentence is not about the patient's state, or is about the talk itself. */
const unplain =
  /\[|["?]|\.\.\.|\b(?:i|i'm|i've|i'd|i'll|me|we|us|our|you|your|myself|he|she|they|them|him|her|um|uh|er|guess|mean|maybe|might|probably|perhaps|thinks?|thought|worried|scared|if|should|would|know|sure|suppose|reckon|wonder\w*|hope\w*|wish|thanks?|please|sorry|doctor|stuff|whatever|etc|thing|things|said|told|mentioned|actually|honest|honestly|basically|obviously|anyway|like|yeah|tr(?:y|ies) and|like that|or something)\b/i
const startsLoose =
  /^(?:it|that|this|these|those|there|which|because|so|and|but|or|then|than|also|like|since|just|even|if|when|yes|no|not really)\b/i
const endsLoose = /\b(?:and|or|but|so|because|if|to|the|a|an|of|is|are|with|for|like|then|when|that|my|was|has|in|on)$/i
/** "At like five": about five. */
const atAbout =
  /\b(at|for|in|after|every|until|till|by|only) like(?= (?:a |an |half |\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty))/g
/** A negation beside a comma, "and" or the like: the sentence stays a quote, because only its reader can decide how far the negation reaches. */
const negative = /\b(?:not|no|never|cannot|without|nothing|none|neither|nor)\b/i
const joint = /,|\b(?:and|or|but|so|because|although)\b/i
/** A clause with a subject of its own: no negation before it reaches into it. */
const ofOwnSubject = /,? (?:and then|and|but|so|then|because)(?= (?:I|my|it)\b)/i
const eitherNumber =
  /\b(one|two|three|four|five|six|seven|eight|nine|ten|\d+) or (?=one|two|three|four|five|six|seven|eight|nine|ten|\d)/gi
const isOpenNegation = (clause: string): boolean =>
  negative.test(clause) && joint.test(clause.replaceAll(eitherNumber, '$1 '))
/** The patient, or a part of the patient's body, is the subject. */
const ownLead =
  /^(?:(?:and|so|but|then|now|also|usually|sometimes|recently|lately|yesterday|last night|this morning),? )*(?:I\b|my\b)/i
const mostWords = 20
const fewestWords = 2

/** The words without contractions and without the fillers that stand behind the subject. */
const openOwn = (words: string): string =>
  openWords(
    words
      .replace(/,? (?:though|which I (?:\w+ly )?(?:miss|hate|love|enjoy(?:ed)?))(?=$|,)/g, '')
      .replaceAll(
        /\b(I(?:'ve|'m| have| am| can'?t| cannot| don't)) (?:(?:just|really|actually|honestly|even) )+/g,
        '$1 ',
      )
      .replaceAll(atAbout, '$1')
      .replaceAll(/\bI'm\b/g, 'I am')
      .replaceAll(/\bI've\b/g, 'I have')
      .replaceAll(hadShort, 'I had')
      .replaceAll(/\bI'd\b/g, 'I would'),
  )

/** The sentence without its full stop; undefined if it cannot be put so. `words` are the patient's, cleaned. */
export function tellThirdPerson(words: string): string | undefined {
  let isKnown = true
  const refer = (verb: string): string => {
    const third = thirdOf(verb.toLowerCase())
    if (third === undefined) isKnown = false
    return third ?? verb
  }
  const said = openOwn(words)
  const text = said
    .replaceAll('can not', 'cannot')
    .replaceAll(boundClause, (whole, link: string, verb: string) => {
      const base = verb.toLowerCase()
      const isBase = thirdOf(base) !== undefined && thirdOf(base) !== base && base !== 'am' && base !== 'have'
      if (!isBase) isKnown = false
      return isBase ? `${link} ${gerundOf(base)}` : whole
    })
    .replaceAll(joinedVerb, (whole, clause: string, verb: string, link: string, joined: string, next: string) => {
      const isPresent =
        thirdOf(verb) !== undefined && thirdOf(verb) !== verb && !/^(?:am|have|do|need|want|try)$/.test(verb)
      if (!isPresent || !isOrderVerb(joined)) return whole
      if (!behindVerb.test(next)) isKnown = false
      return `${clause}${link}${refer(joined)}${next}`
    })
    .replaceAll(
      ownClause,
      (_, lead: string, adverb: string, verb: string) =>
        `${lead}${adverb}${lead !== '' && verb === 'am' ? 'is' : refer(verb)}`,
    )
    .replace(/^my /i, '')
    .replaceAll(/(?<=\b(?:and|but), |\b(?:and|but|so) )my /gi, '')
    .replaceAll(/\bmy own\b/gi, 'own')
    .replaceAll(/\bmy\b/gi, 'the')
    .replaceAll(/^ ?not /gi, 'not ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  const count = text.split(' ').length
  const isOwn = ownLead.test(words) && !said.split(ofOwnSubject).some(isOpenNegation)
  const isPlain = isKnown && isOwn && !unplain.test(text) && !startsLoose.test(text) && !endsLoose.test(text)
  return isPlain && count >= fewestWords && count <= mostWords ? sentenceCase(text) : undefined
}
