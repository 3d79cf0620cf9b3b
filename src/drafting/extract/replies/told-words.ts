/**
 * A reply in the telegraphic words of a note: "I get up twice a night now. Used to be once." is "gets up twice a night now, used to be once". Each clause
 * loses its subject; a clause of another person, a reason, a doubt and a remark on the talk are left out. D468.
 */
import { plainText } from '../../dialogue/dialogue.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { cleanWords } from '../../dialogue/wording.ts'
import { gerundOf } from '../../vocabulary/order-verbs.ts'
import { thirdOf } from '../../vocabulary/verb-forms.ts'
import { restoreNames } from '../background/spoken-names.ts'

/** Words that open a clause and say nothing. */
const opener = /^(?:(?:oh|ooh|ah|well|um|uh|er|yeah|yes|yep|aye|right|look|god|gosh|so|and|but|then|or|only|just|actually|really|honestly|basically|normally speaking|i mean|you know|i would say|i suppose|i guess|i say|let me think|let me see|to be (?:honest|fair)|sort of|kind of|as i say|doctor|doc|mate|bro)\b[,.]? ?)+/ // biome-ignore format: one row
const filler = /\b(?:sort of|kind of|kinda|you know|i mean|i guess|i suppose|to be honest|to be fair|if i am honest|actually|really|basically|literally|honestly|a bit of a|or something|or so|or whatever|and stuff|and that(?=$|,)|in all honesty|or nothing|or anything|if anything|if you (?:like|will|get me)|though|anyway|now you say it|pretty much|like(?= (?:\d|one|two|three|four|five|six|seven|eight|nine|ten|a )))\b ?/g // biome-ignore format: one row

/** Clauses that tell nothing of the matter. */
const remark =
  /^(?:i am (?:only |just )?(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -][a-z]+)?|[a-z]+teen|\d\d)(?: now| years old| this year)?|i (?:do not know|dunno|think|thought|reckon|wonder\w*|wish|hope|know|am (?:not )?sure|do not think so|could not say|am sorry|cannot (?:say|tell|remember|complain)|can not (?:say|tell|remember|complain)|have been thinking|feel a bit of a fraud)\b.*|is it|was it|is not it|what (?:is|was) it|hang on|no hang on|wait|sorry|thanks?|thank you|god no|no way|let us .*|that is (?:it|all|the (?:thing|problem|trouble)|why.*|what.*|a good question)|you .*|do not .*|.*\b(?:is that (?:bad|weird|normal|okay|ok)|believe me|my word|what can i tell you|do you know)\b.*|as far as i.*|if (?:you|that) .*|whatever.*|what|hiya|hi|hello|i was counting|(?:i )?(?:can|could) [a-z]+ it|like\b(?! (?:every|a (?:couple|few)|once|half|two|three|four|five|six|seven|eight|nine|ten|\d)).*|was counting|.*\b(?:in the app|wr(?:ote|itten) (?:it|them) down|like to say|could|would|should|might|thinking|thought|wonder\w*|here|there)\b.*|anything like that|nothing like that|not that i .*|obviously|course)$/ // biome-ignore format: one row
const reason = /^(?:because|cause|since (?:i|he|she|it|we|they)|which|as (?:i|he|she|it)|so that|i put it down|that is (?:from|because)|it is (?:because|from))\b/ // biome-ignore format: one row
const others =
  /\b(?:he|she|they|them|him|her|his|we|us|our|you|your|mum|mom|dad|mother|father|sister|brother|wife|husband|missus|partner|boyfriend|girlfriend|friend|mate|neighbour|daughter|son|kids?|baby|boss|doctor|nurse|hospital|people|everyone|everybody|someone|somebody|anyone)\b/
/** Another matter: what was taken for it. */
const medicine = /\b(?:tablets?|pills?|capsules?|antibiotics?|paracetamol|panadol|nurofen|ibuprofen|calpol|script)\b/

const adverbs = '(?:(?:just|really|actually|still|also|always|usually|normally|sometimes|often|never|only|now|then|hardly|barely|mostly|mainly|ever|even|all|already|almost) )*' // biome-ignore format: one row
const own = new RegExp(`^i (${adverbs})([a-z]+)\\b(.*)$`)
const pronoun =
  /^(?:it|that|this|they|there|those|these) (?:is|are|has been|have been) (?:just |only |all |always |still |about |like )*/
/** "Now it is every day." */
const nowIs = /^(now|then|lately|at first) (?:it|that|they) (?:is|are)(?: (?:just|about|like|more like))* /
const pronounVerb = /^(?:it|that|this|they|those|these) (?=[a-z]+)/
const participle = /^(?:been|lost|gained|put|had|gone|got|noticed|felt|stopped|started|become|kept|found|given|taken|done|slept|eaten|drunk|[a-z]{3,}ed)$/ // biome-ignore format: a list

/** The clause without "I": undefined if its verb is none. */
function withoutSubject(clause: string): string | undefined {
  const match = own.exec(clause)
  if (match === null) {
    const it = pronoun.exec(clause)
    if (it !== null) return clause.slice(it[0].length)
    if (nowIs.test(clause)) return clause.replace(nowIs, '$1 ')
    return clause
      .replace(/^have (?=not |been |had )/, '')
      .replace(pronounVerb, '')
      .replace(/^(?:my|the) (?=[a-z])/, '')
  }
  const [, adverb = '', verb = '', rest = ''] = match
  const told = adverb.replaceAll(/\b(?:just|really|actually|also|then|even|all) /g, '')
  const next = /^ ([a-z]+)/.exec(rest)?.[1] ?? ''
  if (rest.trim() === '' || (verb === 'am' && /^ (?:an?|the|at|in) /.test(rest))) return undefined
  if (verb === 'have' && /^ just /.test(rest)) return `${told}has${rest.slice(5)}`
  if (verb === 'am') return `${told}${rest.trim()}`
  if (verb === 'have' && next === 'got') return `${told}has${rest.slice(4)}`
  if (verb === 'have' && next === 'been') return `${told}${rest.slice(1)}`.replace(/^been (?=[a-z]+ing\b)/, '')
  if (verb === 'have' && next === 'not') return `${told}${rest.trim()}`
  if (verb === 'have' && participle.test(next)) return `${told}${rest.trim()}`
  if (/^(?:can|could|will|would)$/.test(verb)) return `${told}${verb}${rest}`.replace(/^can not\b/, 'cannot')
  if (verb === 'do' && next === 'not') return `${told}does${rest}`
  if (verb === 'do') return withoutSubject(`i ${told}${rest.trim()}`)
  // Told by a parent, the verb agrees already: "clamps her mouth".
  const third = /[^su]s$/.test(verb) ? verb : thirdOf(verb)
  return third === undefined ? undefined : `${told}${third}${rest}`
}

const gerunds: Readonly<Record<string, string>> = { took: 'taking', had: 'having', started: 'starting', stopped: 'stopping', got: 'getting', went: 'going', began: 'beginning', moved: 'moving', changed: 'changing' } // biome-ignore format: a table

/** "When I cough" is "when coughing"; undefined if a person is left. */
function withoutPersons(clause: string): string | undefined {
  if (/\b(?:when|while|if|before|after) i .* and\b/.test(clause)) return undefined
  const told = clause
    .replace(/ (?:before|until|till) i can\b.*$/, '')
    .replaceAll(/\bsince i (took|had|started|stopped|got|went|began|moved|changed)\b/g, (_, verb: string) => `since ${gerunds[verb] ?? verb}`)
    .replaceAll(/\b(when|while|if|before|after|once|until|unless) i (?:am )?(?:just |really )?([a-z]+)\b/g, (whole, link: string, verb: string) => {
      if (verb.endsWith('ing')) return `${link} ${verb}`
      const third = thirdOf(verb)
      return third === undefined || third === verb ? whole : `${link} ${gerundOf(verb)}`
    }) // biome-ignore format: one row a step
    .replaceAll(/\bmy\b(?= [a-z])/g, 'the')
    .replaceAll(/\bcan not\b/g, 'cannot')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  return /\b(?:i|me|my|myself|mine)\b/.test(told) ? undefined : told
}

const loose = /^(?:it|that|this|them|there|a bit|bit|the|an?|of|so|and|or|if|when|to|in|on|at|for|with|thing|things|yes|no|not|is|was|are|has|does|do)$/ // biome-ignore format: one row
const endsLoose =
  /\b(?:and|or|but|so|because|if|to|the|an?|of|is|are|was|with|for|like|(?<!now and )then|when|that|my|has|in|at|it just|i|a bit|bit|at)$/

const mostClauses = 5
const mostWords = 24
const mostOfClause = 13

/** A clause in which the speaker began anew, or that says nothing without the one before it. */
const halting = /^(?:(?:does|has|is|did|was|can) not|cannot|seems?|one|other one|the other one|ha|this one|was it|it)$|\bwell\b(?! [a-z]+ed\b)|\b(?:this|was|got|it) like\b|\b(?:seems? to be|seems?|was the|maybe)$|^(?:was|is|has|had) the\b|^(?:when|if|while)\b|\bwas (?:last|this|going)\b|\bthe (?:one|other)\b|\bthat quiet\b|^(?:exactly|spot) / // biome-ignore format: one row
const restarts = /\b(?:no,? (?:wait|hang on|sorry|it|that|i|not)|hang on|i tell a lie|what did (?:i|she|he) say|scratch that|let me (?:think|see))\b/i // biome-ignore format: one row

/** Single words that stand behind the first clause of a reply. */
const lone = /^(?:fine|good|bad|poor|okay|ok|normal|regular|irregular|heavy|light|slow|fast|weak|strong|steady|stable|same|better|worse|milder|broken|terrible|awful|rubbish|shocking|great|constant|dribbles|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|\d+)$/ // biome-ignore format: a list
/** Single words of time and place that belong to the clause before them: "better, now". */
const joining = /^(?:now|today|lately|recently|again|still|since|yesterday|tonight|sometimes|mostly|forever)$/

const counted = /^(?:an?|one|two|three|four|five|six|half|\d+) [a-z]+$/

/** The clauses as one line: words that hang on the one before are joined to it, and lone nouns left out. */
function joinTold(told: readonly string[]): readonly string[] {
  const out: string[] = []
  for (const [at, text] of told.entries()) {
    const last = out.at(-1)
    // "Tea. Three cups.": the count is of the thing before it.
    if (last !== undefined && /^[a-z]+$/.test(text) && counted.test(told[at + 1] ?? '')) {
      out.push(text)
      continue
    }
    if (last !== undefined && joining.test(text)) out.splice(-1, 1, `${last} ${text}`)
    else if (last === undefined || text.includes(' ') || lone.test(text)) out.push(text.replace(/^was (?:like )?(?=since |for |in |on |about |last |yesterday)/, '')) // biome-ignore format: short
  }
  return out
}

export type ToldReply = { readonly text: string; readonly sentences: readonly Sentence[] }

/** A clause that breaks off goes on behind the comma: "the last one was at, what, half eight". */
const hangs = /\b(?:at|in|on|the|an?|about|for|was|is|are|were|of|to|with|around|over)$/
function joinBroken(clauses: readonly string[]): readonly string[] {
  const joined: string[] = []
  for (const clause of clauses) {
    const before = joined.at(-1)?.replace(/,? what$/, '') ?? ''
    // "Then it was, last night it was": begun anew.
    const isAnew = /^(?:then |and |so )?(?:it|that) (?:was|is)$/.test(before) && /\b(?:it|that) [a-z]+/.test(clause)
    const goesOn = hangs.test(before) && clause !== ''
    if (isAnew || goesOn) joined.pop()
    joined.push(!isAnew && goesOn ? `${before} ${clause}` : clause)
  }
  return joined
}

const clausesOf = (sentence: Sentence): readonly string[] => joinBroken(cutClauses(sentence))
const cutClauses = (sentence: Sentence): readonly string[] =>
  plainText(cleanWords(sentence.text))
    .replace(/[.?!]+$/, '')
    .replaceAll(/\b(on|in|at|to) the,? like,? (?=the )/g, '$1 ')
    .split(
      /, |,$|; |\. | but (?=[a-z])| (?=(?:because|cause) )| (?<!\bnow )and (?=(?:i|it|my|then|that|they|now)\b)| so (?=(?:i|it)\b)/,
    )
    .map((clause) => clause.trim())

/** A clause of the patient that no form fits: without it the others do not answer. */
const isMain = (clause: string): boolean => {
  const bare = clause.replaceAll(filler, '').replace(opener, '').trim()
  return bare.split(' ').length > 3 && !remark.test(bare) && !reason.test(bare)
}

function tellClause(clause: string): string | undefined {
  let bare = clause.replaceAll(filler, '').replaceAll(/ {2,}/g, ' ').trim()
  bare = bare
    .replace(opener, '')
    .replace(/^what (?=[a-z])/, '')
    .trim()
  if (bare === '' || remark.test(bare) || reason.test(bare) || medicine.test(bare)) return undefined
  if (others.test(bare)) return undefined
  const told = withoutSubject(bare)
  const plain = told === undefined ? undefined : withoutPersons(told)
  if (plain === undefined || plain === '' || plain.endsWith("'s") || loose.test(plain) || endsLoose.test(plain))
    return undefined
  return plain.split(' ').length > mostOfClause ? undefined : plain
}

/** A question of the patient's; "Ten minutes?" only says that the number is rough. */
const backwards =
  /\b(?:you|your|should|shall|what|why|how|who|which|(?:is|was) (?:it|that|there|this)|(?:are|were) (?:they|there)|do|does|can|could|would)\b/

export const asksBack = ({ isQuestion, said }: Sentence): boolean => isQuestion && backwards.test(said)

/** "Like magic." */
const likeness =
  /^(?:(?:it is|and|just|well),? )*like,? (?!(?:every|an? (?:couple|few)|once|half|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d)\b)/

const ofSpeaker = /^(?:and |but |so )?(?:i|it|my|that|they|now)\b/

/** Undefined if nothing is left. */
export function tellReply(sentences: readonly Sentence[], most = mostClauses): ToldReply | undefined {
  const told: string[] = []
  const used = new Set<Sentence>()
  // "It was coming and going. Now it's just there. Constant.": the present is not lost beside the past.
  let isOfNow = false
  for (const sentence of sentences) {
    if (/^(?:(?:but|and|so),? )?now\b/i.test(sentence.text.trim())) isOfNow = true
    if (asksBack(sentence) || sentence.text.includes('[')) continue
    let isLost = false
    for (const [index, clause] of clausesOf(sentence).entries()) {
      const text = isLost && !ofSpeaker.test(clause) ? undefined : tellClause(clause)
      // "The first three days I'm changing every hour, super tampon and a pad": what hangs on a lost clause is lost with it.
      if (text === undefined && index === 0 && told.length > 0 && isMain(clause)) isLost = true
      if (index === 0 && likeness.test(sentence.said)) continue
      // "One boyfriend, a year": all of the sentence is about another person.
      if (index === 0 && others.test(clause)) break
      // The rest of a clause that was left out hangs in the air.
      if (text === undefined && index === 0 && /^(?:if|when|because|since)\b/.test(clause)) break
      if (text === undefined && told.length === 0 && isMain(clause)) return undefined
      if (text === undefined) continue
      const count = [...told, text].join(' ').split(' ').length
      if (told.length >= most || count > mostWords) return isOfNow ? undefined : finish(told, used)
      if (!told.includes(text))
        told.push(
          isOfNow && !/\bnow\b/.test(text) && !told.some((before) => before.startsWith('used to'))
            ? `now ${text}`
            : text,
        )
      isOfNow = false
      used.add(sentence)
    }
  }
  return isOfNow ? undefined : finish(told, used)
}

function finish(told: readonly string[], used: ReadonlySet<Sentence>): ToldReply | undefined {
  const sentences = [...used]
  const spoken = sentences.map(({ text }) => text).join(' ')
  const clauses = joinTold(told)
  if (clauses.length === 0 || clauses.some((clause) => halting.test(clause)) || restarts.test(spoken)) return undefined
  return { text: restoreNames(clauses.join(', '), spoken), sentences }
}
