/**
 * Relatives in a reply to a question after the family, with what the patient says of each: "My auntie, breast, she was in her seventies.",
 * "Anyone with that?" - "My sister did. In her lung.", "Dad went with his heart at sixty-one." The line keeps the patient's words. D434.
 */
import { relatives } from '../../dialogue/context.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { readChunks, withoutHedges } from '../../grammar/chunks.ts'
import type { Term } from '../../vocabulary/terms.ts'
import { answers, type Candidate, claim, type Quote, sentenceCase } from '../candidates.ts'
import { restoreNames } from './spoken-names.ts'

const asksFamily = /\bfamily\b|\bparents\b|\bsiblings\b|\bruns? in\b|\byou or (?:anybody|anyone|your)\b|\b(?:your|and) (?:mum|dad|mother|father|brothers?|sisters?)(?: \w+)?\?|\bdid (?:he|she|they|your (?:mum|dad|mother|father|brother|sister)) have\b/ // biome-ignore format: one row
/** Not after illnesses: who is at home, who comes along, who knows. */
const notIllness = /\b(?:at home|live with|lives with|know|told|tell|come with|helps?|support|look after|with you|same (?:thing|symptoms) (?:now|at the moment)|poorly|doctor|planning|start a family|family (?:doctor|life|situation)|how is the family)\b/ // biome-ignore format: one row

const names = [...relatives.keys()].join('|')
const owned = new RegExp(`^(?:(?:and|well|oh|yes|yeah|no|but|just|only|so|then|also|there is|there was|it was|i think|it is|on my \\w+'?s? side) ?,? ?)*(?:my |me |our |her |his |the )?(?:(?:older|younger|big|little|eldest|twin|half|maternal|paternal|late|own|poor|other) )*(${names})(?:'s (${names}))?(?:,? (?:\\w+ )?(?:on|from) (?:(?:my|the|his|her) )?(?:mum|dad|mother|father)'?s? side|, (?:(?:my|his|her|on my|that is) )?(?:mum|dad|mother|father)'s (?:brother|sister|mum|dad|side))?(?=[ ,.]|$)`) // biome-ignore format: one row
/** What stands between the relative and what he or she has. "Went with his heart" keeps its verb. */
const had =
  /^,? ?(?:(?:also|just|apparently|definitely|actually|sadly|she|he|they|has|have|had|got|gets|has got|have got|with|suffers? (?:from|with)|suffered (?:from|with)|was diagnosed with|is|was|takes? (?:tablets|pills) for|it was|,)(?=[ ,.]|$) ?)*/
const asksSame =
  /^(?:(?:it|that|them|one) (?:too|as well)|it|that|one|them|did|does|has|had|has (?:it|that|them)|had (?:it|that|one|them)|got it|gets (?:it|that|them)|was|is|have|yes|yeah|too|as well|both)?[.,! ]*$/
/** "Mum has asthma and my dad had a stroke." */
const nextRelative = new RegExp(
  `,? (?:and|but) (?=(?:my |me |our )?(?:(?:older|younger|big|little) )?(?:${names})\\b(?!'s))`,
)
/** Another matter than an illness. */
const barred = /\b(?:i|me|my|you|we|said|says|told|thinks?|reckons?|worr\w+|going on|gave|made|brought|noticed|drives|lives?|living|works?|smok\w+|here|fine|well|healthy|alive|nothing|not|no|never|nobody|if|could|would|might|should|probably|like|know|round|car|phone|asked|wants?|because of me|does not|okay|ok|tablets|same)\b/ // biome-ignore format: one row
const cut =
  /,? (?:but|and (?:i|he is|she is|it|that|so|they)|so|because (?!of)|which|who|that is|i think|they say|bless|god)\b.*$/
const age =
  /\b(?:in (?:his|her|their) (?:(?:early|mid|late) )?\w+ies|at (?:about |around )?(?:[a-z]+(?:[ -][a-z]+)?|\d+)|when (?:he|she) was [a-z0-9 -]+?)(?=[,.]|$)/
/** "She was in her seventies", "he was fifty eight", "at fifty-eight", "in her lung": goes on with the same relative. */
const ofAge =
  /^(?:and )?(?:(?:he|she|they) (?:was|were) (?:about |only |maybe )?)((?:in (?:his|her|their) (?:(?:early|mid|late) )?[a-z]+ies)|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -]\w+)?|\d\d)\b/
const place = /^(?:(?:at|in|on|after|with|from|before) (?:his|her|the|their|about )?[a-z0-9 -]+)[.!]*$/

/** The thing that a question names, with that question. */
type Asked = { readonly term: Term; readonly question: Sentence }
type Told = { readonly name: string; readonly words: string; readonly asked?: Asked | undefined; readonly used: readonly Sentence[]; readonly isHedged: boolean } // biome-ignore format: short

/** The thing that the questions of the turn name, if it is one: "a clot", "melanoma". */
function askedThing(question: Sentence): Asked | undefined {
  const all = (question.answers[0]?.asked ?? [question]).flatMap((each) => each.terms.map((term) => ({ term, question: each }))) // biome-ignore format: short
  const named = all.filter(({ term }) => term.kind === 'condition' || term.kind === 'symptom' || term.kind === 'procedure') // biome-ignore format: short
  return new Set(named.map(({ term }) => term.key)).size === 1 ? named[0] : undefined
}

const namedYes = /^[a-z]+,? (?:yes|yeah|did|does|has|had)(?: it| that)?$/

function tellAfter(rest: string, question: Sentence): { readonly words: string; readonly asked?: Asked | undefined } | undefined {
  const asked = askedThing(question)
  const plain = rest.replace(cut, '').replace(/[.!,]+$/g, '')
  const bare = plain.replace(had, '').trim()
  // "My uncle Ron, yes."
  if (asksSame.test(bare) || namedYes.test(bare)) return asked === undefined ? undefined : { words: asked.term.display, asked }
  // "Mum had hers out.": the thing of the question.
  const theirs = /^(?:hers|his|theirs) (?:out|done|removed|taken out)\b,? ?(.*)$/.exec(bare)
  if (theirs !== null) return asked === undefined ? undefined : { words: `${asked.question.words.slice(asked.term.from, asked.term.to + 1).map(({ text }) => text).join(' ')}${theirs[1] === '' || !age.test(theirs[1] ?? '') ? '' : `, ${theirs[1]}`}`, asked } // biome-ignore format: short
  const own = bare
    .replace(/,? (?:she|he|they) (?:was|were) (?=(?:in|about|only|at) )/, ' ')
    .replace(/,? (?:she|he) was (?=(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)\b)/, ' at ')
    .replace(/^(?:the|an?|a bit of|some) /, '')
    .replaceAll(/, (?=(?:in|at|on) )/g, ' ')
    .replace(/\bone on (?:his|her)\b/, `${asked?.term.display ?? 'one'} on`)
    .replace(/ and then (?:the )?/, ' and then ')
  if (own === '' || barred.test(own) || own.split(' ').length > 12 || /\b(?<!-)(?:it|one|that|this)$/.test(own)) return undefined
  const chunks = readChunks(own)
  const isNominal = chunks.every(({ kind, words }) => kind !== 'verb' || /^(?:died|went|passed|killed|dropped|of|had|has|found|stopped)/.test(words[0]?.text ?? '')) // biome-ignore format: short
  const isNoun = chunks.some(({ kind }) => kind === 'noun' || kind === 'place')
  const onlyAge = own.replace(age, '').trim() === ''
  if (onlyAge) return asked === undefined ? undefined : { words: `${asked.term.display} ${own}`, asked }
  if (!isNominal || !isNoun) return undefined
  return asked !== undefined && own.startsWith(asked.term.display) ? { words: own, asked } : { words: own }
} // biome-ignore format: short

/** "My mum and my sister have migraines" is one illness of both, and stays whole. */
function partByRelative(said: string): readonly string[] {
  const plain = withoutHedges(said)
  const parts = plain.split(nextRelative)
  return parts.slice(0, -1).some((part) => owned.exec(part)?.[0].length === part.length) ? [] : parts
}

/** "Dad dropped dead at fifty-four. Heart attack.": the illness alone is what it was of. */
function causeOf({ terms, words, said }: Sentence): string | undefined {
  const illness = terms.filter(({ kind }) => kind === 'condition')
  return illness.length === 1 && words.length <= 5 && !/\b(?:i|my|me|not|no|never)\b/.test(said) ? said.replace(/[.!]+$/, '').replace(/^(?:an?|it was an?|the) /, '') : undefined // biome-ignore format: short
}

/** Each relative of the reply with what follows, over the sentences of the turn. */
function readTold(question: Sentence): readonly Told[] {
  const [first] = question.answers
  const turn = question.answers.filter(({ segment, isQuestion }) => segment === first?.segment && !isQuestion)
  const told: Told[] = []
  let name: string | undefined
  const parts = turn.flatMap((sentence) => partByRelative(sentence.said).map((said) => ({ sentence, said })))
  for (const { sentence, said } of parts) {
    const found = owned.exec(said)
    const last = told.at(-1)
    if (found !== null) {
      name = found[2] === undefined ? relatives.get(found[1] ?? '') : undefined
      const after = name === undefined ? undefined : tellAfter(said.slice(found[0].length), question)
      if (last?.name === name && last?.asked?.term.display === last?.words && after !== undefined) told.pop()
      if (name !== undefined && after !== undefined) told.push({ name, ...after, used: [sentence], isHedged: /\b(?:think|maybe|might|not sure|possibly)\b/.test(sentence.said) }) // biome-ignore format: short
      continue
    }
    const cause = last === undefined || last.name !== name || !/\b(?:died|dropped dead|passed)\b/.test(last.words) ? undefined : causeOf(sentence) // biome-ignore format: short
    const years = ofAge.exec(said)?.[1]
    const more = years === undefined ? (place.test(said) && sentence.words.length <= 7 ? said.replace(/[.!]+$/, '') : cause) : /^in /.test(years) ? years : `at ${years}` // biome-ignore format: short
    if (more === undefined || last === undefined || last.name !== name || last.words.includes(more)) continue
    told.splice(-1, 1, { ...last, words: `${last.words}, ${more}`, used: [...last.used, sentence] })
  }
  return told
}

function candidateOf({ name, words, asked, used, isHedged }: Told, question: Sentence): Candidate {
  const text = restoreNames(words.replaceAll(/\b(?:his|her) (?=\w)/g, (whole, at: number) => (/\bin $/.test(words.slice(0, at)) ? whole : '')), used.map((one) => one.text).join(' ')) // biome-ignore format: short
  const terms = used.flatMap(({ terms: own }) => own).filter(({ kind }) => kind === 'condition' || kind === 'procedure')
  const naming = asked === undefined || asked.question === question ? [] : [{ sentence: asked.question, role: 'question' as const }] // biome-ignore format: short
  const quotes: readonly Quote[] = [...naming, ...answers(question, ...used)]
  const term = asked?.term ?? terms[0]
  const concept = term ?? { key: `family-${name}`, display: words }
  return {
    text: `${sentenceCase(name)}: ${isHedged ? 'possibly ' : ''}${text}.`,
    claims: [claim('family', { ...concept, display: term?.display ?? words }, { person: 'relative', ...(isHedged ? { certainty: 'uncertain' as const } : {}) })], // biome-ignore format: short
    quotes,
    weight: 79,
    at: used.at(-1)?.at ?? question.at,
  }
}

/** "My sister Noreen." names her, and no illness. */
const justName = /^[A-Za-z]+: [A-Z][a-z]+\.$/

/** What the reply tells of relatives by blood. */
export function readFamilyReply(question: Sentence): readonly Candidate[] {
  if (!question.isQuestion || !asksFamily.test(question.said) || notIllness.test(question.said)) return []
  return readTold(question).map((told) => candidateOf(told, question)).filter(({ text, claims }) => !justName.test(text) || claims.some(({ code }) => code !== undefined)) // biome-ignore format: short
}

const relativeOf = ({ text }: Candidate): string => text.split(':')[0] ?? ''
/** The line of a relative that says less of the same reply gives way. */
export const isToldInReply = (candidate: Candidate, replies: readonly Candidate[]): boolean =>
  candidate.claims[0]?.kind === 'family' &&
  candidate.claims[0].polarity === 'present' &&
  replies.some((reply) => relativeOf(reply) === relativeOf(candidate) && reply.quotes.some(({ sentence, role }) => role !== 'question' && candidate.quotes.some((quote) => quote.sentence.segment === sentence.segment))) // biome-ignore format: short
