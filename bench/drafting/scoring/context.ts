/** Reads what a clause says about a thing that it names: whether it is there, whose it is, when it was, how sure it is. Reads the rendered words alone. */

export type Reading = {
  readonly isAbsent: boolean
  readonly isRelative: boolean
  readonly relatives: ReadonlySet<string>
  /** "resolved", "previously": it is over. */
  readonly isOver: boolean
  /** "had", "was": it may be over. */
  readonly isPast: boolean
  readonly isHedged: boolean
  /** "if", "return": a condition, or what to do then. */
  readonly isConditional: boolean
  readonly sides: ReadonlySet<'left' | 'right' | 'both'>
  readonly change?: 'started' | 'stopped' | 'changed' | 'continued'
  readonly isOrder: boolean
}

const relativeWords: Readonly<Record<string, string>> = {
  mother: 'mother', mum: 'mother', mom: 'mother', mam: 'mother', father: 'father', dad: 'father', brother: 'brother', sister: 'sister', grandmother: 'grandmother',
  gran: 'grandmother', nan: 'grandmother', nanna: 'grandmother', grandma: 'grandmother', grandfather: 'grandfather', grandad: 'grandfather', grandpa: 'grandfather', pop: 'grandfather',
  aunt: 'aunt', auntie: 'aunt', aunty: 'aunt', uncle: 'uncle', son: 'son', daughter: 'daughter', cousin: 'cousin',
} // biome-ignore format: a list

const sideWords: Readonly<Record<string, 'left' | 'right' | 'both'>> = {
  left: 'left',
  right: 'right',
  both: 'both',
  bilateral: 'both',
  bilaterally: 'both',
}

const negators = new Set([
  'no',
  'nil',
  'not',
  'without',
  'denies',
  'denied',
  'deny',
  'never',
  'non',
  'none',
  'neither',
  'negative',
  'absent',
  'absence',
  'free',
])
/** After one of these a new predicate begins, outside the scope of the negation. */
const breakers = new Set([
  'but',
  'however',
  'although',
  'though',
  'except',
  'reports',
  'reported',
  'has',
  'having',
  'some',
  'also',
  'does',
  'present',
  'then',
  'while',
  'apart',
])
/** "not getting better" denies the getting, "no longer" denies the present: neither denies the thing itself. */
const notNegations = /\b(?:no|not) (?:longer|worse|better|improving|getting better|only|sure|settling|responding)\b/

const over =
  /\b(?:resolved|settled|stopped|ceased|gone|previously|previous|formerly|former|no longer|used to|ex|history of|past|cleared|subsided|now better|initially|at (?:the )?(?:start|onset|first|beginning)|earlier|gave up|given up|quit|ended|went away|not any more|discontinued|prior|until)\b/
const past = /\b(?:had|was|were|came|tried|started with)\b/
const hedge =
  /\b(?:probabl[ey]|possibl[ey]|likely|may|might|maybe|perhaps|suspected?|query|queried|uncertain|unsure|not sure|unclear|could be|impression of|consider|considered|appears?|seems?|presumed|differential|thought to be|suggestive|suggests|consistent with|wonders?)\b/
const conditional =
  /\b(?:if|should|unless|when|return|come back|seek|safety|red flags?|emergency|urgent(?:ly)?|review sooner|worsen(?:s|ing)?|develops?|return precautions|warned to)\b/
const order =
  /\b(?:arrange|organise|order(?:ed)?|request(?:ed)?|refer(?:red|ral)?|send|sent|plan(?:ned)?|advise[ds]?|recommend(?:ed)?|start(?:ed)?|commenced?|prescribed?|take|trial|give[n]?|check|obtain|book(?:ed)?|perform|do|due|organised|arranged|encouraged?|continue|stop|increase|reduce|avoid|use|try|rest|review|follow)\b/

const changes: readonly (readonly [RegExp, NonNullable<Reading['change']>])[] = [
  [/\b(?:stop(?:ped)?|cease[d]?|discontinued?|withhold|withheld|come off)\b/, 'stopped'],
  [
    /\b(?:increase[d]?|reduce[d]?|change[d]?|decrease[d]?|titrate[d]?|adjust(?:ed)?|up to|down to|go (?:up |down )?to|switch(?:ed)?|raise[d]?|lower(?:ed)?|halved?|doubled?)\b/,
    'changed',
  ],
  [
    /\b(?:start(?:ed)?|commenced?|prescribed?|begin|began|initiated?|trial|give[n]?|issued?|script|prescription|course of)\b/,
    'started',
  ],
  [/\b(?:continued?|keep taking|carry on|maintain)\b/, 'continued'],
]

const ago = /\b(?:\d+ |an? )(?:hour|day|week|month|year)s? history of\b/g
const lengths =
  /\b(?:past|last|previous) (?:\d+ )?(?:few |couple of )?(?:hour|day|night|week|fortnight|month|year)s?\b/g

/** True if a negator governs the place, or stands just after it: "fever: no", "fever denied". */
export function isAbsentAt(words: readonly string[], places: readonly number[]): boolean {
  if (places.some((at) => negators.has(words[at] as string))) return true
  const first = places[0] ?? 0
  const last = places.at(-1) ?? first
  for (let at = first - 1; at >= 0; at -= 1) {
    const word = words[at] as string
    if (word === '.' || word === ';' || breakers.has(word)) break
    if (negators.has(word) && !places.includes(at) && !notNegations.test(words.slice(at, at + 3).join(' '))) return true
  }
  const behind = words.slice(last + 1, last + 5).join(' ')
  return /^(?:: )?(?:no|nil|none|absent|denied|negative|excluded|unlikely|ruled out|not present|(?:is |was |were |are )?not (?:present|reported|noted|felt|heard|found|likely)|(?:is|was|were|are) (?:absent|denied|negative|excluded|unlikely))\b(?! \w+ing)/.test(behind) && !/^no(?:t)? (?:longer|sure)/.test(behind) // biome-ignore format: short
}

/** The words between the commas around the place. */
function phraseOf(words: readonly string[], places: readonly number[]): readonly string[] {
  const before = words.lastIndexOf(',', places[0] ?? 0)
  let end = words.indexOf(',', places.at(-1) ?? 0)
  // "Vomiting, now resolved": the words after the comma speak of the vomiting too.
  const rest = end === -1 ? '' : words.slice(end + 1).join(' ')
  if (
    /^(?:now|since|which|this|has|all|but)? ?(?:has |is |was )?(?:now |since )?(?:resolved|settled|stopped|ceased|gone|cleared|better)\b/.test(
      rest,
    )
  )
    end = -1
  return words.slice(before + 1, end === -1 ? words.length : end).filter((_, at) => !places.includes(before + 1 + at))
}

export function readContext(words: readonly string[], places: readonly number[], section: string): Reading {
  const write = (some: readonly string[]): string => some.join(' ').replace(lengths, '').replace(ago, '')
  const text = write(words)
  const phrase = write(phraseOf(words, places))
  const named = words.flatMap((word) => relativeWords[word] ?? [])
  const change = changes.find(([pattern]) => pattern.test(text))?.[1]
  const sides = words.flatMap((word) => sideWords[word] ?? [])
  return {
    isAbsent: isAbsentAt(words, places),
    isRelative: named.length > 0 || /family/.test(`${section} ${text}`) || /\brelatives?\b/.test(text),
    relatives: new Set(named),
    isOver: over.test(phrase),
    isPast: past.test(phrase),
    isHedged: hedge.test(text) || words.includes('?'),
    isConditional: conditional.test(text) || /safety|seek/.test(section),
    sides: new Set(sides),
    ...(change === undefined ? {} : { change }),
    isOrder: order.test(text) || /plan|manag|action|treat|advice/.test(section),
  }
}
