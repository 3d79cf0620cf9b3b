/** A talk while it is written: lines in order, and the facts and traps that they carry. */
import type { Case, Exchange, ExchangeKind, FurtherKind, Grammar } from './grammar.ts'
import type { Random } from './random.ts'
import type { Concept, Fact, Trap } from './truth.ts'

export type DraftFact = Omit<Fact, 'segments'>
export type DraftTrap = Omit<Trap, 'segments'>
export type Carried = DraftFact | DraftTrap

export type Line = {
  readonly speaker: 'clinician' | 'patient' | 'other'
  readonly text: string
  readonly carries: readonly Carried[]
}

export type Slots = Readonly<Record<string, string>>

type FactGiven = Pick<DraftFact, 'kind' | 'concept'> & Partial<DraftFact>

const speakers = { C: 'clinician', P: 'patient', O: 'other' } as const

const pronouns = {
  woman: { he: 'she', him: 'her', his: 'her' },
  man: { he: 'he', him: 'him', his: 'his' },
} as const

const upperFirst = (text: string): string => text.replace(/^\s*\w/, (letter) => letter.toUpperCase())

/** Slots may hold slots: "my {side} knee". */
export function fill(pattern: string, slots: Slots): string {
  const filled = pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = slots[name] ?? slots[name[0]?.toLowerCase() + name.slice(1)]
    if (value === undefined) throw new Error(`No slot ${name} in "${pattern}"`)
    return /^[A-Z]/.test(name) ? upperFirst(value) : value
  })
  return filled.includes('{') ? fill(filled, slots) : filled
}

/** "any a tremor" is said as "a tremor", and "no something" as "nothing". */
const articles: readonly (readonly [RegExp, string])[] = [
  [/\bno (?:a|an|the) /gi, 'no '],
  [/\bthe (?:a|an) /gi, 'the '],
  [/\bany (a|an|the|something|anything|use of|getting|waking|heaviness|being) ?\b/gi, '$1 '],
  [/\bno (?:something|anything) /gi, 'nothing '],
]

const sentences = (text: string): string =>
  articles
    .reduce((plain, [pattern, words]) => plain.replace(pattern, words), text)
    .replace(/(^|[.?!] +)([a-z])/g, (_, before: string, letter: string) => before + letter.toUpperCase())

const mine: readonly (readonly [RegExp, string])[] = [
  [/\b(wakes|to|for|with) you\b/g, '$1 me'],[/\byour\b/g, 'my'], [/\byou're\b/g, "I'm"], [/\byou\b/g, 'I']] // biome-ignore format: short
const yours: readonly (readonly [RegExp, string])[] = [[/\bmy\b/g, 'your'], [/\bI'm\b/g, "you're"], [/\bI've\b/g, "you've"], [/\b(?:I|me)\b/g, 'you']] // biome-ignore format: short

/** A patient says "my" where a clinician says "your". */
const turnSlots = (slots: Slots, isPatient: boolean, turned: RegExp): Slots =>
  Object.fromEntries(
    Object.entries(slots).map(([name, value]) => {
      const turns = isPatient && name.startsWith('asked') ? mine : !isPatient && turned.test(name) ? yours : []
      return [name, turns.reduce((text, [pattern, word]) => text.replace(pattern, word), value)]
    }),
  )

/** "<I've had|I've got> a cough": one of the alternatives is said. */
const choose = (text: string, random: Random): string =>
  text.replace(/<([^<>]*)>/g, (_, words: string) => random.pick(words.split('|')))

/** Sentences of a variant take the place of those of the grammar. */
function vary(grammar: Grammar, chosen: Case): Grammar {
  const variant = chosen.variant === undefined ? undefined : grammar.variants?.[chosen.variant]
  if (variant === undefined) return grammar
  return { ...grammar, ...variant, exchanges: { ...grammar.exchanges, ...variant.exchanges } }
}

export class Script {
  readonly lines: Line[] = []
  readonly facts: DraftFact[] = []
  readonly traps: DraftTrap[] = []
  readonly random: Random
  readonly grammar: Grammar
  /** Exchanges that were used. One is used again only after all others of its kind. */
  readonly #used = new Set<Exchange>()

  readonly #isWoman: boolean
  readonly name: string
  /** The problem of the talk, if the grammar has variants: its variant must be known before the greeting. */
  readonly chosen?: Case
  /** The medicine, tests and review of the plan, for the summary at the end. */
  readonly planned: { readonly slots: Slots; readonly fact: DraftFact }[] = []

  constructor(grammar: Grammar, random: Random) {
    this.random = random
    this.#isWoman = random.chance(50)
    this.name = random.pick(this.#isWoman ? grammar.women : grammar.men)
    if (grammar.variants !== undefined) this.chosen = random.pick(this.listCases(grammar))
    this.grammar = this.chosen === undefined ? grammar : vary(grammar, this.chosen)
  }

  listCases({ cases }: Grammar): readonly Case[] {
    const sex = this.#isWoman ? 'women' : 'men'
    return cases.filter(({ only }) => only === undefined || only === sex)
  }

  /** True in about `percent` of 100 draws, if the grammar has the kind. Draws nothing if it has not. */
  may(kind: FurtherKind, percent: number): boolean {
    return this.grammar.exchanges[kind] !== undefined && this.random.chance(percent)
  }

  /** The items that this patient can have. */
  fitting<Item extends Concept>(items: readonly Item[]): readonly Item[] {
    return this.#isWoman ? items : items.filter(({ concept }) => !this.grammar.ofWomen.includes(concept))
  }

  fact(given: FactGiven): DraftFact {
    const fact: DraftFact = {
      id: `f${this.facts.length + 1}`,
      polarity: 'present',
      person: 'patient',
      time: 'current',
      certainty: 'certain',
      optional: false,
      ...given,
    }
    this.facts.push(fact)
    return fact
  }

  trap(trap: DraftTrap): DraftTrap {
    this.traps.push(trap)
    return trap
  }

  /** Adds an exchange of the kind to the talk; its lines carry the facts. */
  play(kind: ExchangeKind | FurtherKind, slots: Slots, ...carries: Carried[]): void {
    const all = this.grammar.exchanges[kind] ?? []
    const fresh = all.filter((exchange) => !this.#used.has(exchange))
    const exchange = this.random.pick(fresh.length > 0 ? fresh : all)
    this.#used.add(exchange)
    this.say(exchange, slots, carries)
  }

  say(exchange: Exchange, slots: Slots, carries: readonly Carried[]): void {
    const known = { name: this.name, ...pronouns[this.#isWoman ? 'woman' : 'man'], ...slots }
    for (const line of exchange) {
      const [, letter = 'C', mark, text = ''] = /^([CPO])([:~]) (.*)$/.exec(line) ?? []
      this.lines.push({
        speaker: letter === 'P' ? (this.grammar.speaks ?? 'patient') : speakers[letter as keyof typeof speakers],
        text: sentences(
          fill(
            choose(text, this.random),
            turnSlots(known, letter === 'P', this.grammar.variants === undefined ? /^told/ : /^(?:told|cond|vaccine)/),
          ),
        ),
        carries: mark === ':' ? carries : [],
      })
    }
  }
}
