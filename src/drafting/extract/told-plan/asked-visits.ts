/** "When do we come again?" - "One week, with me.": the time that answers a question after the next visit. D502. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { quoteKey } from '../../dialogue/wording.ts'
import { type Candidate, claim } from '../candidates.ts'
import { readVisit } from '../orders/visits.ts'

/** The patient asks for the time of the next visit, and of nothing else. */
const asksVisit =
  /\b(?:when|how soon) (?:do|should|shall|will|would|can|am|are|is) (?:i|we|you|he|she|they)\b.*\b(?:come|see|seeing|back|return|again|next|follow|checked|review\w*)\b|\bwhen(?: is|'s| will be) (?:my|our|the|his|her) (?:next|follow)\b|\b(?:do|should) (?:i|we) (?:need to |have to )?(?:come back|see you again|book again|book in again)\b/
/** "A week of readings before I see you." - "When's that?" */
const asksThat =
  /^(?:(?:and|so|ok|okay|right|oh),? )*(?:when(?:'s| is| will| would)|how soon (?:is|will|would)) (?:that|it|this)(?: be)?\??$/
const tellsVisit =
  /\b(?:see you|see me|seeing (?:you|me)|come back|next (?:visit|appointment|time)|review|follow ?-?up|catch up)\b/
/** Of work, sport, tablets, or a return to something else. */
const ofElse = /\b(?:work|school|sport|gym|training|footy|driv\w+|tablets?|medicine|results?|swim\w*|fly\w*|come off|come out|stitches|cast|normal|pain|it)\b/ // biome-ignore format: one row

const count = '(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|a couple of|\\d{1,2})'
/** The time at the beginning of the reply. */
const time = new RegExp(
  `^(?:(?:oh|um|so|well|say|probably|let us say|i would say|make it|come back|see me),? )*(?<due>(?:in |within )?(?:about |around |roughly )?(?:${count}(?: (?:or|to) ${count})? (?:days?|weeks?|months?)|a fortnight)|next (?:week|month|[a-z]+day)|tomorrow|(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?=[,.!]|$| (?:with|please|time|for a|to (?:check|see|go|look))\\b)`,
)
/** The reply fixes no time. */
const open = /\b(?:if|unless|depends?|maybe|perhaps|not|no|never|ago|after)\b/

function readReply(reply: Sentence, asked: Sentence): Candidate | undefined {
  const due = open.test(reply.said) ? undefined : time.exec(reply.said)?.groups?.['due']
  if (due === undefined) return undefined
  const [with_] = /\bwith (?:your (?:own )?(?:gp|doctor)|the nurse)\b/.exec(reply.said) ?? []
  const visit = readVisit(`come back ${/^(?:in|within|next|tomorrow|on)\b|day$/.test(due) ? '' : 'in '}${due}`)
  if (visit === undefined) return undefined
  const who = with_ === undefined ? '' : with_.includes('nurse') ? ' with the nurse' : ' with the GP'
  const display = visit.text.replace(/^Review/, `Review${who}`)
  const [followUp] = visit.claims
  return {
    text: `${display}.`,
    claims: [claim('plan', { key: quoteKey([reply]), display }), ...(followUp === undefined ? [] : [{ ...followUp, display: `${display.charAt(0).toLowerCase()}${display.slice(1)}` }])], // biome-ignore format: short
    quotes: [
      { sentence: asked, role: 'question' },
      { sentence: reply, role: 'statement' },
    ],
    weight: 82,
    at: reply.at,
  }
}

/** The visits that clinicians fix in reply to a question, each with the sentence that fixes it. */
export function listAskedVisits(dialogue: readonly Sentence[]): ReadonlyMap<Sentence, Candidate> {
  const found = new Map<Sentence, Candidate>()
  for (const [place, asked] of dialogue.entries()) {
    const reply = dialogue[place + 1]
    const isAsked = asked.segment.speaker !== 'clinician' && asked.text.trimEnd().endsWith('?')
    if (!isAsked || reply?.segment.speaker !== 'clinician' || !(asksVisit.test(asked.said) ? !ofElse.test(asked.said.replace(/\bis it\b/, '')) : asksThat.test(asked.said) && dialogue[place - 1]?.segment.speaker === 'clinician' && tellsVisit.test(dialogue[place - 1]?.said ?? ''))) continue // biome-ignore format: short
    const visit = readReply(reply, asked)
    if (visit !== undefined) found.set(reply, visit)
  }
  return found
}

/** The line without the reply that another reader has taken for a piece of it; undefined if nothing else is left. */
export function withoutReply(line: Candidate, visits: ReadonlyMap<Sentence, Candidate>): Candidate | undefined {
  const reply = line.quotes.find(({ sentence }) => visits.has(sentence))?.sentence
  if (reply === undefined) return line
  const quotes = line.quotes.filter(({ sentence }) => sentence !== reply)
  const due = time.exec(reply.said)?.groups?.['due'] ?? ''
  const at = line.text.toLowerCase().indexOf(`, ${due}`)
  const [plan, ...rest] = line.claims
  if (quotes.length === 0 || plan === undefined || due === '' || at < 0) return undefined
  const display = line.text.slice(0, at)
  return { ...line, text: `${display}.`, claims: [{ ...plan, display }, ...rest], quotes }
}
