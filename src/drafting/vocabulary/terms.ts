/** Finds the terms of the tables in a sentence: longest phrase first, and pain or swelling with its site. */
import { madeOnce } from '../../core/cache/made-once.ts'
import { readOnce } from '../../core/cache/read-once.ts'
import { concepts } from './concepts.ts'
import { medicines } from './medicines.ts'
import { findMeaning, foldPhrase, keyOf, type Meaning, type PhraseNode, type TermKind } from './phrases.ts'
import { procedures } from './procedures.ts'
import { joints, limbs, painWords, siteLinks, sites, stiffWords, swellingWords, weaknessWords } from './sites.ts'
import { vaccines } from './vaccines.ts'
import { copulas, type FlowWord, readFlow, readWords, type Word } from './words.ts'

/** `from` and `to` are indexes of the sentence's words, both inclusive. */
export type Term = Meaning & { readonly from: number; readonly to: number }

type Node = {
  readonly next: Map<string, Node>
  readonly step: (word: string) => Node | undefined
  meaning?: Meaning
  site?: string
}

const openNode = (): Node => {
  const next = new Map<string, Node>()
  return { next, step: (word) => next.get(word) }
}

function addPhrase(root: Node, phrase: string, fill: (node: Node) => void): void {
  let node = root
  for (const word of foldPhrase(phrase)) {
    const next = node.next.get(word) ?? openNode()
    node.next.set(word, next)
    node = next
  }
  fill(node)
}

function buildTrie(): Node {
  const root = openNode()
  for (const [key, kind, display, code, says] of [...concepts(), ...procedures, ...vaccines])
    for (const phrase of says.split('|'))
      addPhrase(root, phrase, (node) => {
        node.meaning = { kind, key, display, ...(code === '' ? {} : { code }) }
      })
  for (const [name, says] of medicines)
    for (const phrase of says.split('|'))
      addPhrase(root, phrase, (node) => {
        node.meaning = { kind: 'medicine', key: keyOf(name), display: name }
      })
  return root
}

function buildSiteTrie(): Node {
  const root = openNode()
  for (const [site, , , says] of sites)
    for (const phrase of says.split('|'))
      addPhrase(root, phrase, (node) => {
        node.site = site
      })
  return root
}

const trie = madeOnce(buildTrie)
const siteTrie = madeOnce(buildSiteTrie)

/** For a thread that will read a talk, before its first: to make the tables takes a tenth of a second. */
export function makeTerms(): void {
  trie()
  siteTrie()
}

const siteRows = new Map(sites.map((row) => [row[0], row]))

type Match<Kind> = { readonly node: Kind; readonly from: number; readonly to: number }
/** A node that may continue, and may itself end a phrase. */
type Walked<Kind> = {
  readonly step: (word: string) => Kind | undefined
  readonly meaning?: unknown
  readonly site?: unknown
}

/** A reader passes over as many verbs inside a phrase. */
const mostPassed = 3

/** The longest match from flow index `from`. A verb inside a phrase may belong to it, or be passed over. */
function matchAt<Kind extends Walked<Kind>>(
  root: Kind,
  flow: readonly FlowWord[],
  from: number,
): Match<Kind> | undefined {
  let best: Match<Kind> | undefined
  const walk = (node: Kind, at: number, passed: number): void => {
    const word = flow[at]?.text
    if (word === undefined) return
    const next = node.step(word)
    if (next !== undefined) {
      if ((next.meaning !== undefined || next.site !== undefined) && (best === undefined || at > best.to)) best = { node: next, from, to: at } // biome-ignore format: short
      walk(next, at + 1, passed)
    }
    if (at > from && passed < mostPassed && copulas.has(word)) walk(node, at + 1, passed + 1)
  }
  walk(root, from, 0)
  return best
}

function matchAll<Kind extends Walked<Kind>>(root: Kind, flow: readonly FlowWord[]): readonly Match<Kind>[] {
  const found: Match<Kind>[] = []
  for (let at = 0; at < flow.length; at++) {
    const match = matchAt(root, flow, at)
    if (match === undefined) continue
    found.push(match)
    at = match.to
  }
  return found
}

/** "pain ... in the lower tummy", "tummy pain", "tummy is sore": the head word and the site with nothing but links between. */
function matchSited(flow: readonly FlowWord[]): readonly Named[] {
  const found: Named[] = []
  for (const { node, from, to } of matchAll(siteTrie(), flow)) {
    const row = siteRows.get(node.site ?? '')
    if (row === undefined) continue
    const head = findHead(flow, from, to)
    if (head === undefined) continue
    if (head.kind === 'weakness' && !limbs.has(row[0])) continue
    if (head.kind === 'stiffness' && !joints.has(row[0])) continue
    const display = head.kind === 'pain' ? row[1] : `${row[0]} ${head.kind}`
    const code = head.kind === 'pain' ? row[2] : ''
    const meaning: Meaning = { kind: 'symptom', key: keyOf(display), display, ...(code === '' ? {} : { code }) }
    found.push({ from: Math.min(from, head.at), to: Math.max(to, head.at), meaning })
  }
  return found
}

function findHead(
  flow: readonly FlowWord[],
  from: number,
  to: number,
): { at: number; kind: 'pain' | 'swelling' | 'weakness' | 'stiffness' } | undefined {
  for (const step of [-1, 1] as const) {
    let at = step < 0 ? from - 1 : to + 1
    for (let gap = 0; gap < 6; gap++, at += step) {
      const word = flow[at]?.text ?? ''
      if (painWords.has(word)) return { at, kind: 'pain' }
      if (swellingWords.has(word)) return { at, kind: 'swelling' }
      if (weaknessWords.has(word)) return { at, kind: 'weakness' }
      if (stiffWords.has(word)) return { at, kind: 'stiffness' }
      if (!siteLinks.has(word)) break
    }
  }
  return undefined
}

const sitedKeys = new Set(['passing-urine-swelling', 'swallowing-swelling'])

type Named = { readonly meaning: Meaning; readonly from: number; readonly to: number }

const matchNames = (root: PhraseNode, flow: readonly FlowWord[]): readonly Named[] =>
  matchAll(root, flow).flatMap(({ node: { meaning }, from, to }) =>
    meaning === undefined ? [] : [{ meaning, from, to }],
  )

/** A row without a code takes the code of its name among loaded ones. Medicines get theirs at release. */
function withLoadedCode(meaning: Meaning, loaded: PhraseNode | undefined): Meaning {
  if (loaded === undefined || meaning.code !== undefined || meaning.kind === 'medicine') return meaning
  const known = findMeaning(loaded, meaning.display)
  return known?.code === undefined || known.kind === 'medicine' ? meaning : { ...meaning, code: known.code }
}

/** "Fit" is a seizure only as a noun: "a fit", "fits". Elsewhere it says that somebody is well, or has a size. */
const isAdjective = (words: readonly Word[], at: number): boolean =>
  words[at]?.text === 'fit' && !/^(?:a|an|the|one|another|had|having|any|of)$/.test(words[at - 1]?.text ?? '')

const remedies = /^(?:pills?|tablets?|medicines?|medications?|meds|syrup|drops|spray|killers?|relief|relievers?|clinic|specialist|remedy|lozenges?|patch|patches)$/ // biome-ignore format: short
/** "Pain pills": a symptom before a remedy says what the remedy is for. */
const isOfRemedy = (words: readonly Word[], to: number, { kind }: Meaning): boolean =>
  kind === 'symptom' && remedies.test(words[to + 1]?.text ?? '')

/** "The pill" is the contraceptive only with its article, in the singular, and with nothing that says what it is for. */
const isOtherPill = (words: readonly Word[], at: number, { kind }: Meaning): boolean =>
  kind === 'medicine' && /^pills?$/.test(words[at]?.text ?? '') &&
  (words[at]?.text === 'pills' || words[at - 1]?.text !== 'the' || /^(?:for|that|which|you|i|he|she|they|from|to|box|organiser|cutter)$/.test(words[at + 1]?.text ?? '')) // biome-ignore format: short

/** Every term of the sentence, in order, none inside another: the longest, and of equal ones our own. */
export function findTerms(words: readonly Word[], loaded?: PhraseNode): readonly Term[] {
  const flow = readFlow(words)
  const sited = matchSited(flow).filter(({ meaning }) => !sitedKeys.has(meaning.key))
  const all = [...matchNames(trie(), flow), ...sited, ...(loaded === undefined ? [] : matchNames(loaded, flow))].filter(
    ({ from, to, meaning }) =>
      !isOfRemedy(words, flow[to]?.at ?? 0, meaning) &&
      (from !== to || !(isAdjective(words, flow[from]?.at ?? 0) || isOtherPill(words, flow[from]?.at ?? 0, meaning))),
  )
  const longestFirst = all.sort((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from)
  const taken: Named[] = []
  for (const item of longestFirst)
    if (!taken.some((other) => item.from <= other.to && other.from <= item.to)) taken.push(item)
  return taken
    .sort((a, b) => a.from - b.from)
    .map(({ meaning, from, to }) => ({
      ...withLoadedCode(meaning, loaded),
      from: flow[from]?.at ?? 0,
      to: flow[to]?.at ?? 0,
    }))
}

/** True if the text names a term of the kind. */
export const namesKind = (text: string, kind: TermKind): boolean => termsOf(text).some((term) => term.kind === kind)

const termsOf = readOnce((text: string): readonly Term[] => findTerms(readWords(text)))
