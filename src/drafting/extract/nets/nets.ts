/**
 * Safety nets over one or several sentences of a turn: "A knee that jams. Calf tight and swollen. Foot numb or cold. Those are all ED." is one warning
 * with four dangers. D382.
 */
import type { Sentence } from '../../dialogue/sentence.ts'
import { cleanWords, quoteKey } from '../../dialogue/wording.ts'
import { alsoSaid, type Candidate, claim, sentenceCase } from '../candidates.ts'
import { saidName } from '../medication.ts'
import { isElliptic } from '../plain/conditions.ts'
import { isWholeCondition } from '../returns/whole-conditions.ts'
import { rankOf } from './net-actions.ts'
import { isBodily } from './net-dangers.ts'
import { conditional, isIntro, joinActions, type Part, readNetParts } from './net-parts.ts'

/** Told of the past, of somebody else, or as over. */
const past =
  /\b(?:had|was|were|did|(?:has|have) (?:gone|settled|eased|stopped|cleared|improved)|(?:is|are) (?:fine|normal|common|expected|another matter|nothing|okay|settling|improving|usual)|(?:your|his|her) (?:mum|mother|dad|father|brother|sister) (?:has|had|is|gets))\b/

/** A sentence that can stand in a list whose action comes later. */
function isListed(sentence: Sentence, part: Part): boolean {
  return (
    part.action === undefined &&
    part.dangers.length > 0 &&
    !past.test(sentence.said) &&
    (isIntro(sentence.said) ||
      (part.isIf && part.dangers.some(isBodily)) ||
      part.dangers.every((danger) => isBodily(danger) || conditional.test(danger))) &&
    !/^(?:do|keep|take|use|wear|avoid|no|have|get|put|start|stop|drink|eat)\b/i.test(sentence.said)
  )
}

/** A verbless call for help names no danger: "or the puffer isn't helping, ambulance". */
const names = /^(?:(?:an|call an|call|ring|the) )?(?:ambulance|triple (?:zero|o)|000|emergency|ed|hospital)$/i

/** Points back to the dangers before it. */
const pointing = /^(?:(?:and|so|but|then|well|for|with|if (?:it is|you (?:get|have|see|notice))),? )*(?:(?:all |any |either |each )?(?:of )?(?:that|those|these|this|them)\b|you (?:do not|come|go|ring|call|would)|(?:then )?(?:ring|call|phone|go|come|straight|same|nine|triple|emergency|casualty|hospital|ed|an? ambulance|with an? [a-z]+ in)\b)/i // biome-ignore format: one row
/** Tells what the words before it mean. */
const explaining = /^(?:(?:and|so) )?(?:by that i mean|that means|such as|for example|i mean|so like)\b/i
/** The same action as in the warning before. */
const again = /(?:^|, )(?:(?:and|so) )?(?:the )?same(?: thing| again| goes)?[.!]*$/i

/** "Stop it" names what the dangers are told of: "swelling on the new tablet". */
function nameThing(deed: string, list: string): string {
  const [, thing] =
    /\b(?:on|with) (?:the )?((?:new )?(?:tablets?|spray|cream|drops|capsules?|inhaler|antibiotics?|medicine|patch))\b/i.exec(
      list,
    ) ?? []
  return thing === undefined ? deed : deed.replace(/\b(?:it|them|that)$/i, `the ${thing}`)
}

/** A course, a number or a denial, which a condition may tell without a sign of the body. */
const tellsChange = /\b(?:not|no|still|any|more|less|worse|better|again|changes?|times|every|back|under|over)\b/i

const mostParts = 8
const mostDangers = 14

export type Net = {
  readonly sentences: readonly Sentence[]
  readonly parts: readonly Part[]
  readonly candidate: Candidate
}

function netOf(sentences: readonly Sentence[], parts: readonly Part[], index = 0): Net | undefined {
  const dangers = [...new Set(parts.flatMap((part) => part.dangers))].filter((danger) => !names.test(danger))
  const deeds = parts.flatMap((part) => part.deeds)
  const actions = parts.flatMap((part) => part.action ?? [])
  const isVerdict = actions.includes('call an ambulance')
  const action = isVerdict ? 'call an ambulance' : actions.reduce((out: string | undefined, one) => joinActions(out, one), undefined) // biome-ignore format: short
  const [first] = sentences
  if (first === undefined || action === undefined || dangers.length === 0 || dangers.length > mostDangers) return undefined // biome-ignore format: short
  if (!dangers.some((danger) => isBodily(danger) || (parts.some(({ isIf }) => isIf) && tellsChange.test(danger))))
    return undefined
  // "If it keeps bleeding press on it for ten minutes": the order stands without a mark behind its condition.
  if (dangers.some((danger) => /\b(?<!(?:not|cannot|to|can|could|you|and) )(?:press|apply|hold pressure|lie down|sit down) (?:on|down|pressure|firm\w*|it)\b/i.test(danger))) return undefined // biome-ignore format: short
  if (dangers.some(isElliptic) || !dangers.every(isWholeCondition)) return undefined
  const when = rankOf(action) > 3 ? undefined : parts.flatMap((part) => part.when ?? [])[0]
  const list = dangers.length > 2 ? `${dangers.slice(0, -1).join(', ')}, or ${dangers.at(-1)}` : dangers.join(', or ')
  const acts = [...deeds.map((one) => nameThing(one, list)), `${action}${when === undefined ? '' : ` ${when}`}`].join(
    ' and ',
  )
  const even = parts.flatMap((part) => part.even ?? [])[0]
  const line = sentenceCase(`${acts} if ${list}${even === undefined ? '' : `, ${even}`}`)
  return {
    sentences,
    parts,
    candidate: {
      text: `${line}.`,
      claims: [claim('safety-net', { key: `${quoteKey(sentences)}${index === 0 ? '' : `-${index}`}`, display: line })],
      quotes: sentences.map((sentence) => ({ sentence, role: 'statement' as const })),
      weight: 88,
      at: first.at,
    },
  }
}

/** Sentences of the clinician in which the medicine may have been named. */
const mostBefore = 6

/** Of sentences in turns before: the last one, if all of them name one and the same medicine. */
const onlyNaming = (naming: readonly Sentence[]): Sentence | undefined => {
  const keys = new Set(
    naming.flatMap(({ terms }) => terms.flatMap(({ kind, key }) => (kind === 'medicine' ? key : []))),
  )
  return keys.size === 1 ? naming.at(-1) : undefined
}

/** Nobody can act on "stop it" alone: the warning stands as it was said. */
const asQuote = (net: Net): Net => ({
  ...net,
  candidate: { ...net.candidate, text: alsoSaid(net.sentences.map(({ text }) => cleanWords(text)).join(', ')) },
})

/** "Stop them": the medicine of the warning itself, or the one that was named last. */
function nameMedicine(net: Net, before: readonly Sentence[]): Net {
  const { text } = net.candidate
  if (!/^(?:Stop|Bin|Ditch|Leave off) (?:it|them)\b/.test(text)) return net
  const isNaming = ({ terms }: Sentence): boolean => terms.some(({ kind }) => kind === 'medicine')
  const named =
    net.sentences.find(isNaming) ??
    before.findLast((sentence) => sentence.segment === net.sentences[0]?.segment && isNaming(sentence)) ??
    onlyNaming(before.slice(-mostBefore).filter(isNaming))
  const names = [
    ...new Set(
      (named?.terms ?? []).flatMap((term) => (term.kind === 'medicine' ? saidName(named as Sentence, term) : [])),
    ),
  ]
  const [name] = names
  if (named === undefined || name === undefined || names.length > 1)
    return text.startsWith('Stop ') ? asQuote(net) : net
  const line = text.replace(/\b(?:it|them)\b/, name)
  const [safety] = net.candidate.claims
  const claims = safety === undefined ? [] : [{ ...safety, display: line.replace(/\.$/, '') }]
  const quotes = net.sentences.includes(named) ? net.candidate.quotes : [{ sentence: named, role: 'statement' as const }, ...net.candidate.quotes] // biome-ignore format: short
  return { ...net, candidate: { ...net.candidate, text: line, claims, quotes } }
}

/** The parts of a list, and their sentences. */
type List = { readonly sentences: Sentence[]; readonly parts: Part[] }

/** What comes before belongs to the action if the action only points to it. */
function gatherBefore(list: List, own: readonly Sentence[], place: number, nets: readonly Net[]): void {
  const sentence = own[place]
  for (let at = place - 1; at >= 0 && list.parts.length < mostParts; at -= 1) {
    const before = own[at]
    if (before === undefined || before.segment !== sentence?.segment || nets.some((net) => net.sentences.includes(before))) return // biome-ignore format: short
    const [listed, more] = readNetParts(before) ?? []
    const isEmpty = listed !== undefined && listed.dangers.length === 0 && listed.action === undefined
    const isSkipped = isEmpty && pointing.test(before.said)
    if (!isSkipped && (listed === undefined || more !== undefined || !isListed(before, listed))) return
    list.sentences.unshift(before)
    if (!isSkipped && listed !== undefined) list.parts.unshift(listed)
    if (!isSkipped && isIntro(before.said)) return
  }
}

/** "I want to see him. By that I mean a fever, or a rash.": the list follows its action. */
function gatherAfter(list: List, own: readonly Sentence[], place: number): void {
  for (let at = place + 1; list.parts.length < mostParts; at += 1) {
    const next = own[at]
    const [listed] = next === undefined ? [] : (readNetParts(next) ?? [])
    if (next === undefined || listed === undefined || next.segment !== own[place]?.segment) return
    const isFirst = at === place + 1
    if ((isFirst && !explaining.test(next.said)) || listed.action !== undefined || !listed.dangers.every(isBodily)) return // biome-ignore format: short
    list.sentences.push(next)
    list.parts.push(listed)
  }
}

/** The net of a sentence with one action; `last`: the net of the sentence directly before it. */
function readOne(part: Part, own: readonly Sentence[], place: number, nets: Net[]): void {
  const sentence = own[place] as Sentence
  const last = nets.at(-1)
  const isNext = last !== undefined && last.sentences.at(-1) === own[place - 1] && own[place - 1]?.segment === sentence.segment // biome-ignore format: short
  if (part.action === undefined) {
    if (!isNext || !again.test(sentence.said) || part.dangers.length === 0) return
    const { action } = last.parts.find((one) => one.action !== undefined) ?? {}
    const net = action === undefined ? undefined : netOf([last.sentences.at(-1) as Sentence, sentence], [{ ...part, action }]) // biome-ignore format: short
    if (net !== undefined) nets.push(net)
    return
  }
  const isPointing = part.dangers.length === 0 && pointing.test(sentence.said)
  if (isPointing && isNext) {
    const joined = netOf([...last.sentences, sentence], [...last.parts, part])
    if (joined !== undefined) nets.splice(-1, 1, joined)
    return
  }
  const list: List = { sentences: [sentence], parts: [part] }
  if (isPointing) gatherBefore(list, own, place, nets)
  gatherAfter(list, own, place)
  const net = netOf(list.sentences, list.parts)
  if (net !== undefined) nets.push(net)
}

/** The safety nets of the clinician's turns, each with its sentences. */
export function listNets(dialogue: readonly Sentence[]): readonly Net[] {
  const nets: Net[] = []
  const own = dialogue.filter(({ segment }) => segment.speaker === 'clinician')
  for (const [place, sentence] of own.entries()) {
    const [part, ...others] = readNetParts(sentence) ?? []
    if (part === undefined) continue
    const isList = part.dangers.length === 0 && part.action !== undefined && pointing.test(sentence.said)
    if (others.length === 0 || isList) readOne(part, own, place, nets)
    const rest = others.length === 0 ? [] : isList ? others : [part, ...others]
    for (const [index, one] of rest.entries()) {
      const net = netOf([sentence], [one], isList ? index + 1 : index)
      if (net !== undefined) nets.push(net)
    }
  }
  return nets.map((net) => nameMedicine(net, own.slice(0, own.indexOf(net.sentences[0] as Sentence))))
}
