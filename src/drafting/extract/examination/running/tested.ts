/** A test that the examiner asks for, with its result in a later fragment: "Walk on your heels. No drama.", "Push against me. Strong." D438. */
import type { Sentence } from '../../../dialogue/sentence.ts'
import { quoteKey } from '../../../dialogue/wording.ts'
import { gerundOf } from '../../../vocabulary/order-verbs.ts'
import { type Candidate, claim, joinWords, type Quote, sentenceCase } from '../../candidates.ts'
import { cutFragments } from './fragments.ts'
import { type Test, testOf } from './topics.ts'

const lead = '(?:(?:and|so|that|it|they|these|those|is|are|which|all|both|nice and|nice|very|really|still|equally|completely|quite|perfectly|yes|yep|yeah|again),? )*' // biome-ignore format: a list
const sides = '(?:,? (?:on )?both sides| as well| too| enough)?'
/** The result of a test, in the examiner's words. "Good" alone is praise for the deed. */
const results: readonly RegExp[] = [
  new RegExp(
    `^${lead}((?:strong|powerful|full|normal|equal|intact|symmetrical|steady|weak|unsteady|wobbly|reduced|limited(?: (?:forwards?|backwards?))?|painful|restricted)${sides})(?: (?:range|power|movement))?$`,
  ),
  new RegExp(
    `^${lead}((?:a )?(?:bit|little|touch) (?:weak|weaker|unsteady|wobbly|shaky|limited|stiff|sore|painful|careful|slow|clumsy)(?: and (?:wide|slow|stiff|unsteady|careful))?(?: on (?:the )?(?:turns?|turning|stairs?))?(?:,? but (?:steady|full|equal))?)$`,
  ),
  new RegExp(`^${lead}((?:the )?same (?:on )?both sides)$`),
  new RegExp(
    `^${lead}(no (?:drama|dramas|trouble|bother|problems?|difficulty)|without (?:any )?(?:trouble|difficulty|a problem)|spot on)$`,
  ),
]
const moving = new RegExp(`^${lead}((?:working|moving)(?: (?:fine|well|nicely|properly|normally|freely))?)$`)
const praise = /^(?:(?:very|really|that is|nice|well) )*(?:good|lovely|great|fine|perfect|excellent|done|nice|thank you|thanks|okay|brilliant)$/ // biome-ignore format: a list

const tens =
  '(?:ten|fifteen|twenty|thirty|forty|forty five|fifty|sixty|seventy|eighty|ninety|(?:a |one )?hundred(?: and (?:ten|twenty|thirty|forty|fifty|sixty|seventy|eighty))?|\\d{2,3})'
const angle = new RegExp(
  `^(?:(?:so|and|that is|to|at|gets? to|stops at|goes to|only|maybe|just|nearly|almost) )*((?:about |around |roughly )?${tens})(?: degrees)?$`,
)
const lacks = /\b(?:lack\w*|short|minus|less|missing|lost|los(?:e|ing))\b/
const reach = /^(?:(?:so|and|that is|about|just|only|roughly|down|gets?) )*((?:hands?|fingers?|fingertips) (?:(?:just|about|down) )*(?:to|past|below|above) (?:the |your )?(?:mid )?(?:knees?|shins?|ankles?|toes?|floor|ground|thighs?))$/ // biome-ignore format: one pattern
const sided = /^(?:the |your )?(right|left)(?: (?:one|side|leg|arm|knee|hip|shoulder))?(?: (?:is|to|gets to))?(?: |$)/
/** "Going to the right's the sore one." */
const toSide = /^((?:going|bending|leaning|turning|twisting|tilting|looking) (?:to|towards) the (?:right|left)) (?:is|was)? ?(?:the |a bit |quite |more )*(sore|tight|stiff|painful|worse|limited|tender)(?: (?:one|side))?$/ // biome-ignore format: one pattern
/** "Bites from about seventy and lets go at a hundred and twenty." */
const arc = new RegExp(`\\bfrom (?:about )?(${tens}) (?:degrees )?(?:to|and|until|up to)\\b.{0,16}?\\b(${tens})\\b`)

type Open = { readonly tests: readonly Test[]; readonly sentences: readonly Sentence[]; readonly at: number }

const tell = (text: string, sentences: readonly Sentence[], last: Sentence): Candidate => ({
  text: `${sentenceCase(text)}.`,
  claims: [claim('finding', { key: `${quoteKey([last])}-test-${text}`, display: sentenceCase(text) })],
  quotes: [...new Set([...sentences, last])].map((sentence): Quote => ({ sentence, role: 'statement' })),
  weight: 86,
  at: last.at,
})

/** "Push your big toes up against me": the part that pushes. */
const pushing = /\b(?:push|press|pull|lift|kick|bend|straighten|squeeze)\w*(?: (?:up|down|out|in|back|with|both|hard))* (?:your|the|that|this|both) ((?:(?:right|left|big|little|whole|both|straight) )*(?:toes?|feet|foot|ankles?|knees?|legs?|thighs?|hips?|arms?|elbows?|wrists?|hands?|fingers?|thumbs?|shoulders?|head|chin))\b/ // biome-ignore format: one pattern

/** "Push against me, pull up. Strong.": strong on pushing and pulling. */
function tellPower(result: string, sentences: readonly Sentence[]): string {
  const parts = [...new Set(sentences.flatMap(({ said }) => pushing.exec(said)?.[1] ?? []))]
  const deeds = sentences.flatMap(({ said }) => said.match(/\b(?:push|press|pull|squeeze|grip|kick|lift|bend|straighten)\b/g) ?? []) // biome-ignore format: short
  const told = `${result} on ${joinWords([...new Set(deeds)].map(gerundOf), 'and')}`
  return parts.length === 1 ? `${parts[0]}: ${told}` : told
}

const resultOf = (plain: string, { tests }: Open): string | undefined => {
  const forms = tests.every(({ moves }) => moves === true) ? [...results, moving] : results
  for (const form of forms) {
    const result = form.exec(plain)?.[1]
    if (result !== undefined) return result
  }
  return undefined
}

function tellResult(result: string, { tests, sentences }: Open): string {
  const names = joinWords(tests.map(({ name }) => name), 'and') // biome-ignore format: short
  if (names === 'power') return tellPower(result, sentences)
  return /^(?:no|without) /.test(result) ? `${names}: ${result}` : `${names} ${result.replace(/ (?:forwards?|backwards?)$/, '')}` // biome-ignore format: short
}

/** The angle or the reach of a movement. */
function tellRange(plain: string, side: string | undefined, { tests }: Open): string | undefined {
  const range = tests.at(-1)?.range
  if (range === undefined) return undefined
  const bare = plain.replace(sided, '')
  const reached = reach.exec(bare)?.[1]
  if (reached !== undefined) return `${range}: ${reached.replace(/\byour\b/, 'the')}`
  const [, way, how] = toSide.exec(plain) ?? []
  if (way !== undefined) return `${way} ${how}`
  const short = /^((?:about )?(?:five|ten|fifteen|twenty|thirty|\d{1,2}) (?:degrees )?short)(?: of straight)?$/.exec(
    bare,
  )?.[1]
  if (short !== undefined) return `${range}: ${short}`
  const degrees = angle.exec(bare)?.[1]
  if (degrees === undefined) return undefined
  return /^(?:bends|straightens)/.test(range) ? `${range} to ${degrees}` : `${range} ${side === undefined ? '' : `${side} `}${degrees}` // biome-ignore format: short
}

const mostApart = 6

/** The tests of one examination with their results. */
class Bench {
  #open: Open | undefined
  #side: string | undefined
  readonly lines: Candidate[] = []

  ask(test: Test, sentence: Sentence): void {
    const open = this.#open
    const isMore = open !== undefined && open.at === sentence.at && test.range === undefined && open.tests.every(({ range, name }) => range === undefined && name !== test.name) // biome-ignore format: short
    const isSame = open?.tests.length === 1 && open.tests[0]?.name === test.name && open.at === sentence.at
    this.#open = isMore ? { tests: [...open.tests, test], sentences: [...new Set([...open.sentences, sentence])], at: sentence.at } : isSame ? { ...open, sentences: [...new Set([...open.sentences, sentence])] } : { tests: [test], sentences: [sentence], at: sentence.at } // biome-ignore format: short
    this.#side = undefined
  }

  hear(plain: string, sentence: Sentence, isKnown: boolean): void {
    const open = this.#open
    if (open === undefined || sentence.at - open.at > mostApart) return
    this.#side = sided.exec(plain)?.[1] ?? this.#side
    const range = lacks.test(sentence.said) && !/\bshort\b/.test(plain) ? undefined : tellRange(plain, this.#side, open)
    const result = range === undefined && !isKnown ? resultOf(plain, open) : undefined
    if (range !== undefined) this.lines.push(tell(range, open.sentences, sentence))
    if (result === undefined) return
    this.lines.push(tell(tellResult(result, open), open.sentences, sentence))
    this.#open = undefined
  }

  close(): void {
    this.#open = undefined
  }
}

/** "Feel that the same both sides?" - "Yep. Same." */
function readFelt(sentence: Sentence, list: readonly Sentence[]): readonly Candidate[] {
  if (!sentence.isQuestion || !/\bfeel\b.*\bsame\b/.test(sentence.said)) return []
  const reply = list.filter(({ at, segment }) => segment.speaker === 'patient' && at > sentence.at && at <= sentence.at + 1) // biome-ignore format: short
  const isSame = reply.some(({ said }) => /\bsame\b/.test(said)) && reply.every(({ said }) => /^(?:(?:yes|yep|yeah|the|same|all|both|they are|it is|feels?|sides?|on)[,. ]*)+$/.test(said)) // biome-ignore format: short
  return isSame ? [{ ...tell('Feels the same on both sides', [], sentence), quotes: [{ sentence, role: 'question' }, ...reply.map((one): Quote => ({ sentence: one, role: 'answer' }))] }] : [] // biome-ignore format: short
}

/** Tests with their results. `told`: lines that are known already, whose sentences give no second result. */
export function readTested(
  dialogue: readonly Sentence[],
  within: ReadonlySet<Sentence>,
  told: readonly Candidate[],
): readonly Candidate[] {
  const known = new Set(told.flatMap(({ quotes }) => quotes.map(({ sentence }) => sentence)))
  const bench = new Bench()
  const list = dialogue.filter((sentence) => within.has(sentence))
  const felt = list.flatMap((sentence) => readFelt(sentence, list))
  for (const sentence of list.filter(({ segment }) => segment.speaker === 'clinician')) {
    const fragments = cutFragments(sentence.text.replace(/\?$/, '')).map((fragment) => fragment.replace(/[.!?]+$/, ''))
    const [low, high] = /\bpainful arc\b/.test(sentence.said) ? (arc.exec(sentence.said)?.slice(1) ?? []) : []
    if (low !== undefined) bench.lines.push(tell(`painful arc from ${low} to ${high}`, [], sentence))
    const painful = /\b(painful from (?:about |around )?[a-z ]+? degrees)\b/.exec(sentence.said)?.[1]
    if (painful !== undefined && low === undefined && !sentence.isQuestion)
      bench.lines.push(tell(painful, [], sentence))
    for (const [at, plain] of fragments.entries()) {
      const test = testOf(plain) ?? (sentence.isQuestion ? testOf(`${plain}?`) : undefined)
      if (test !== undefined) bench.ask(test, sentence)
      else if ((praise.test(plain) && fragments.length === 1) || known.has(sentence)) bench.close()
      else if (!sentence.isQuestion || at === 0) bench.hear(plain, sentence, known.has(sentence))
    }
  }
  return [...bench.lines, ...felt]
}
