/**
 * Dangers that are told one in a sentence, with an action at the end that points back to all of them: "Chest pain is one. Fainting is the other. Either
 * of those, call an ambulance." They become one condition with its action. An action that points back never stands alone. D344.
 */
import { plainText } from '../../dialogue/dialogue.ts'
import type { Utterance } from '../../dialogue/utterances.ts'
import { cleanWords } from '../../dialogue/wording.ts'
import { namesKind } from '../../vocabulary/terms.ts'
import { listAllActions } from '../orders/danger-actions.ts'
import { mostApart } from '../orders/medicine-orders.ts'
import { tellReturn } from './returns.ts'
import { listUnsettled } from './unsettled.ts'

/** Words that point back to a list. A lone "that" may mean what the patient has now. */
const pointer = /\b(?:(?:any|either|both|all|each|one)(?: one)? of (?:those|these|them|that|this|it|the two)|in (?:either|any|both) (?:case|event)|(?:with|for|if|on) (?:any|either)|^(?:so |and )?(?:either|any) one|those (?:two|three|things|signs|symptoms)|these (?:two|three|things|signs|symptoms))\b/i // biome-ignore format: one row
/** Words around pointer and action that add nothing. */
const idle = /\b(?:so|and|then|with|if|for|in|on|at|to|of|any|either|both|all|each|one|two|three|four|the|those|these|them|that|this|it|you|he|she|we|i|things?|signs?|symptoms?|happens?|starts?|occurs?|comes?|develops?|crops? up|get|gets|see|sees|notice|have|has|is|are|means?|needs?|would|will|do|does|be|must|should|have to|want|like|please|just|straight|right|away|now|immediately|at once|same day|day|night|urgently|case|event|no|messing|waiting|delay|about|around|back|here|reason|enough|okay|ok)\b|[^a-z]+/gi // biome-ignore format: one row

/** How a list counts its items, before or behind the danger. */
const counted =
  /^(?:(?:and|or|also|then|so|plus|but),? )*(?:(?:if|when|any|some)\b ?|(?:(?:the )?(?:first|second|third|other|last|next|main|big|biggest)(?: one| thing| sign)?|(?:number )?(?:one|two|three|four)(?=,|:| is\b)|another(?: one| thing)?|one of (?:them|those))(?: of (?:them|those|these))?(?: (?:is|would be|to (?:watch|look)(?: out)? for is))?(?: if| when)?[,: ]+)?/i
const numbered =
  /,? (?:is|are|would be|makes?|and that is|that is) (?:the |just )?(?:one|another|two|three|first|second|third|other|last)(?: one| thing| sign)?(?: (?:of|to) (?:them|those|these|watch(?: out)?(?: for)?|look (?:out )?for|remember|mention))?$/i

/** What a list begins with: "things to watch for are", "look out for". */
const announced =
  /^(?:.{0,24}?\b)?(?:things|signs|symptoms|ones|red flags?|warning signs?)(?: (?:for you |that )?(?:to|you (?:should|need to|must)|i want you to) (?:watch|look)(?: out)? for)? (?:are|is|would be|include) |^(?:(?:so|and|please|just) )*(?:watch|look)(?: out)? (?:for|out for) /i

const mostDangers = 5
const otherTalk =
  /\b(?:(?:is|are) (?:fine|normal|common|okay|ok|good|better|expected|nothing|settling|improving|easing|usual|another matter|all right)|(?:has|have) (?:gone|settled|stopped|cleared|improved|eased|healed|passed)|things|signs|warnings|watch|listen|remember|i|we|did|was|were|had|last|yesterday|ago|usually|because|take|tablets?|told|said)\b/i

/** The dangers of one sentence; undefined if it tells something else. */
function readDangers({ text }: Utterance): string | undefined {
  const whole = tellReturn(text).replace(/[.!?,; ]+$/, '')
  const bare = whole.replace(numbered, '').replace(announced, '').replace(counted, '')
  if (bare === '' || otherTalk.test(plainText(bare)) || listAllActions(tellReturn(text)).length > 0) return undefined
  const isNamed = namesKind(bare, 'symptom') || namesKind(bare, 'condition')
  return (isNamed || bare !== whole) && bare.split(' ').length <= 16 && listUnsettled(bare) !== undefined
    ? bare
    : undefined
}

/** The action of a sentence that only points back to dangers; undefined if it says anything else. */
function readPointing({ text }: Utterance): string | undefined {
  const said = tellReturn(text)
  const actions = listAllActions(said)
  if (actions.length === 0 || !pointer.test(said)) return undefined
  const rest = actions.toReversed().reduce((out, { from, to }) => `${out.slice(0, from)} ${out.slice(to)}`, said)
  if (rest.replaceAll(idle, '') !== '') return undefined
  return said.slice(actions[0]?.from ?? 0, actions.at(-1)?.to).replace(/^(?:means|that is|it is) /i, 'that is ')
}

/** The utterances, with each such list as one of them. */
export function gatherDangers(utterances: readonly Utterance[]): readonly Utterance[] {
  const out: Utterance[] = []
  for (const utterance of utterances) {
    const action = readPointing(utterance)
    const dangers: string[] = []
    const parts: Utterance[] = []
    while (action !== undefined && dangers.length < mostDangers) {
      const before = out.at(-1)
      const at = (parts[0] ?? utterance).sentences[0]?.at ?? 0
      const danger = before === undefined || at - (before.sentences.at(-1)?.at ?? 0) > mostApart ? undefined : readDangers(before) // biome-ignore format: short
      if (before === undefined || danger === undefined) break
      dangers.unshift(danger)
      parts.unshift(before)
      out.pop()
    }
    const isList = action !== undefined && dangers.length > 0
    if (isList) {
      const text = `If ${dangers.join(', or if ')}, ${action}.`
      out.push({ sentences: [...parts, utterance].flatMap(({ sentences }) => sentences), text, said: plainText(cleanWords(text)) }) // biome-ignore format: short
    } else if (action === undefined) out.push(utterance)
  }
  return out
}
