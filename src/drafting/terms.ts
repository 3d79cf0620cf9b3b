/** Finds what the tables name in a sentence: longest phrase first, and pain or swelling together with its site. */
import { concepts } from './concepts.ts'
import { medicines } from './medicines.ts'
import { joints, limbs, painWords, siteLinks, sites, stiffWords, swellingWords, weaknessWords } from './sites.ts'
import { type FlowWord, readFlow, readWords, type Word } from './words.ts'

export type TermKind = 'symptom' | 'condition' | 'medicine'

/** `from` and `to` are indexes of the sentence's words, both inclusive. */
export type Term = {
  readonly kind: TermKind
  readonly key: string
  readonly display: string
  readonly code?: string
  readonly from: number
  readonly to: number
}

type Meaning = Pick<Term, 'kind' | 'key' | 'display' | 'code'>
type Node = { readonly next: Map<string, Node>; meaning?: Meaning; site?: string }

export const keyOf = (display: string): string =>
  display
    .toLowerCase()
    .replaceAll("'", '')
    .replaceAll(/[^a-z0-9]+/g, '-')

const foldPhrase = (phrase: string): readonly string[] => readFlow(readWords(phrase)).map(({ text }) => text)

function addPhrase(root: Node, phrase: string, fill: (node: Node) => void): void {
  let node = root
  for (const word of foldPhrase(phrase)) {
    const next = node.next.get(word) ?? { next: new Map() }
    node.next.set(word, next)
    node = next
  }
  fill(node)
}

function buildTrie(): Node {
  const root: Node = { next: new Map() }
  for (const [key, kind, display, code, says] of concepts)
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
  const root: Node = { next: new Map() }
  for (const [site, , , says] of sites)
    for (const phrase of says.split('|'))
      addPhrase(root, phrase, (node) => {
        node.site = site
      })
  return root
}

const trie = buildTrie()
const siteTrie = buildSiteTrie()
const siteRows = new Map(sites.map((row) => [row[0], row]))

type Match = { readonly node: Node; readonly from: number; readonly to: number }

/** Verbs that speech puts inside a phrase: "my throat is sore", "nose has been running". */
const copulas = new Set(
  'is are was been be has have had feel feeling felt get getting got gone became become still all a now'.split(' '),
)

/** The longest match that starts at flow index `from`; up to three copulas within it are passed over. */
function matchAt(root: Node, flow: readonly FlowWord[], from: number): Match | undefined {
  let node: Node = root
  let best: Match | undefined
  let passed = 0
  for (let at = from; at < flow.length; at++) {
    const word = flow[at]?.text ?? ''
    const next = node.next.get(word)
    if (next === undefined) {
      if (at === from || passed === 3 || !copulas.has(word)) break
      passed += 1
      continue
    }
    node = next
    if (node.meaning !== undefined || node.site !== undefined) best = { node, from, to: at }
  }
  return best
}

function matchAll(root: Node, flow: readonly FlowWord[]): readonly Match[] {
  const found: Match[] = []
  for (let at = 0; at < flow.length; at++) {
    const match = matchAt(root, flow, at)
    if (match === undefined) continue
    found.push(match)
    at = match.to
  }
  return found
}

/** "pain ... in the lower tummy", "tummy pain", "tummy is sore": the head word and the site with nothing but links between. */
function matchSited(flow: readonly FlowWord[]): readonly (Match & { meaning: Meaning })[] {
  const found: (Match & { meaning: Meaning })[] = []
  for (const { node, from, to } of matchAll(siteTrie, flow)) {
    const row = siteRows.get(node.site ?? '')
    if (row === undefined) continue
    const head = findHead(flow, from, to)
    if (head === undefined) continue
    if (head.kind === 'weakness' && !limbs.has(row[0])) continue
    if (head.kind === 'stiffness' && !joints.has(row[0])) continue
    const display = head.kind === 'pain' ? row[1] : `${row[0]} ${head.kind}`
    const code = head.kind === 'pain' ? row[2] : ''
    const meaning: Meaning = { kind: 'symptom', key: keyOf(display), display, ...(code === '' ? {} : { code }) }
    found.push({ node, from: Math.min(from, head.at), to: Math.max(to, head.at), meaning })
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

/** Every term of the sentence, in order, none inside another. */
export function findTerms(words: readonly Word[]): readonly Term[] {
  const flow = readFlow(words)
  const phrases = matchAll(trie, flow).flatMap(({ node, from, to }) =>
    node.meaning === undefined ? [] : [{ meaning: node.meaning, from, to }],
  )
  const sited = matchSited(flow).filter(({ meaning }) => !sitedKeys.has(meaning.key))
  const longestFirst = [...phrases, ...sited].sort((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from)
  const taken: typeof phrases = []
  for (const item of longestFirst)
    if (!taken.some((other) => item.from <= other.to && other.from <= item.to)) taken.push(item)
  return taken
    .sort((a, b) => a.from - b.from)
    .map(({ meaning, from, to }) => ({ ...meaning, from: flow[from]?.at ?? 0, to: flow[to]?.at ?? 0 }))
}
