/** Actions for the patient if a danger comes: verbs of calling, going and returning, and sentences that name the danger an emergency. D286. */
import { readOnce } from '../../../core/cache/read-once.ts'

type Row = { readonly text: string; readonly pattern: RegExp }

const service = '(?:an? |the |for an )?(?:ambulance|triple (?:zero|0|o)|000|nine nine nine|999|nine one one|911|emergency services)(?: call| job| situation)?' // biome-ignore format: one row
const hospital = '(?:the |your |our |an? )?(?:(?:nearest|local|closest|children.s|eye|women.s|big) )?(?:emergency(?: department| room| ward)?|hospital|e ?d|a ?(?:and|&) ?e|casualty|accident and emergency)' // biome-ignore format: one row
const us = '(?:me|us|the (?:surgery|clinic|practice|nurse|rooms|office|out of hours)|here|reception|your (?:gp|doctor))'
/** Services that give help by phone, by their names. */
const helpline =
  '((?:lifeline|samaritans|beyond blue|healthdirect|kids ?line|the (?:crisis|mental health|poisons?|maternity) (?:line|team|information (?:line|centre)|unit|helpline)|the (?:labour|maternity) (?:ward|unit)|nurse on call|(?:nhs )?(?:one one one|111)|the (?:on call|duty) (?:doctor|team)))'
/** Who looks after the patient elsewhere. */
const regular =
  '(?:your|the|his|her) (?:own |local |usual |regular |family )*(gp|general practitioner|family doctor|dentist|midwife|obstetrician|optometrist)'
const way =
  '(?:straight|right|directly|back|immediately|over|down|off|up|in|here|sooner|again|and|to|urgently|quickly|yourself|him|her|them)'

/** Haste is the action where the sentence names no other one: "don't hang on at home if you get a fever". */
const haste = 'do not wait'
export const isHaste = (text: string): boolean => text.startsWith('do not ')
const withoutHaste = (actions: readonly DangerAction[]): readonly DangerAction[] => {
  const named = actions.filter(({ text }) => !isHaste(text))
  return named.length === 0 ? actions : named
}

// biome-ignore format: one row a line
const rows: readonly Row[] = [
  { text: 'call an ambulance', pattern: new RegExp(`\\b(?:call|ring|dial|phone|get|get on (?:the phone )?to|calling|ringing) ${service}\\b|\\b(?:that is|it is|that means|means?|that would be) (?:${service})|(?:^|, ?)(?:then |so |straight to )*(?:triple zero|000|nine nine nine|999|(?:an |the )?ambulance)(?: straight away| right away| at once| immediately| please)?[.!]?$`, 'i') },
  { text: 'go to the emergency department', pattern: new RegExp(`\\b(?:(?:go|get|head|come|present|take|bring|straight|be taken|off|trip) )(?:${way} )*(?:to|into|for) ${hospital}\\b|\\b(?:that is|it is|that would be|means?|needs?) (?:an emergency|(?:straight (?:to|back to) |a trip to )?${hospital})\\b|(?:^|, ?)(?:then |so )*(?:straight to )?(?:casualty|a ?(?:and|&) ?e|emergency|hospital)(?: straight away| at once)?[.!]?$`, 'i') },
  { text: 'seek medical help', pattern: /\b(?:seek|get) (?:urgent |immediate |prompt |some )*(?:medical )?(?:help|attention|care|advice|assistance)\b|\b(?:get|have) (?:it|that|them|this|him|her|yourself) (?:seen|checked|looked at)\b|\b(?:get|seek) help\b|\bneeds? (?:an? )?(?:same day|urgent|prompt) (?:review|appointment|assessment)\b|\bneeds? (?:seeing|checking|looking at|looked at)\b|\b(?:get|be|needs? to be) (?:seen|checked(?: out| over)?|looked at|assessed)\b/i },
  { text: 'call $1', pattern: new RegExp(`\\b(?:call|ring|phone|contact|speak to|dial) ${helpline}\\b`, 'i') },
  { text: 'see $1', pattern: new RegExp(`\\b(?:see|go (?:back )?to|go and see|(?:go |get |head )?back to|visit|book in (?:with|to see)|get in to see|make an appointment with|check in with|pop (?:in |back )?(?:in )?to(?: see)?) ${regular}`, 'i') },
  { text: 'call', pattern: new RegExp(`\\b(?:call|ring|phone|contact|speak to|talk to|let|tell|message) ${us}(?: know)?\\b|\\bgive ${us} an? (?:call|ring|bell|buzz|shout)\\b|\\bget (?:back )?(?:in touch|on the phone|on to ${us})\\b|\\bhear from you\\b|\\bpick up the phone\\b|(?:^|[,;] |\\b)(?:so|then|please|just|and) (?:call|ring|phone)(?: in)?[.!]?$`, 'i') },
  { text: 'return', pattern: new RegExp(`(?:^|[,;] )(?:then |so |you come )?straight back (?:here|in|to us)\\b|(?<!\\b(?:they|these|those|(?!always|yes|perhaps|this|unless|days|weeks|hours|months|minutes|times)[a-z]+[^s\\W]s) )\\b(?:come|coming|be|get|pop|drop) (?:(?:straight|right|sooner|directly|on) )*(?:back|in|and see|to see)\\b(?: (?:in|here|and see|to see|again|sooner|to|me|us))*|\\bbring (?:him|her|them|(?:the )?(?:baby|little one)) (?:straight |right )?(?:back|in)\\b|\\breturn(?: (?:here|to us))?\\b|\\bsee (?:${us}|a doctor|a gp|someone|somebody)\\b|\\bsee (?:you|him|her)(?: (?:back|again|sooner|straight away|(?:the |that )?same day|that day|urgently))+|\\b(?:want|need|like|love|have) (?:to see (?:you|him|her|it|that|them|those)|(?:you|him|her|it|that) (?:seen|back|in)(?! (?:for|with|on|one|two|three|four|six|a|an|about|the|two)\\b))(?: (?:in|here|again))?|\\b(?:book (?:back )?in|make an(?:other)? appointment)\\b`, 'i') },
  { text: haste, pattern: /\bdo not (?:hang (?:on|about|around)|wait|delay|sit on (?:it|that|them|this)|leave (?:it|that|them|this) (?:too long|late|alone))(?: at home)?(?: for (?:me|us))?\b(?! (?:until|till))/i },
]

/** How soon, in the words that were said. */
const urgency = /\b(straight away|right away|immediately|at once|without delay|(?:the )?same day|that day|sooner|urgently|tonight)\b/i // biome-ignore format: one row

export type DangerAction = { readonly text: string; readonly from: number; readonly to: number }

const helplines = new RegExp(helpline, 'i')
const regulars = new RegExp(regular, 'i')

/** The hospital and the haste as they were said. */
function nameAction(text: string, said: string): string {
  if (text === haste) return said.toLowerCase().replace(/ for (?:me|us)$/, '')
  if (text === 'see $1') return text.replace('$1', regulars.exec(said)?.[1]?.toLowerCase().replace('gp', 'GP') ?? '')
  if (text.endsWith('$1')) return text.replace('$1', helplines.exec(said)?.[1] ?? '').replace(/\bone one one\b/i, '111')
  const [, kind = ''] = /\b((?:eye|women.s|dental) )?hospital\b/i.exec(said) ?? []
  const named = /\bhospital\b/i.test(said) ? `go to ${kind === '' ? '' : 'the '}${kind.toLowerCase()}hospital` : text
  return /\bstraight (?:back )?(?:to|into|up|down|in)\b/i.test(said) ? named.replace(/^go to/, 'go straight to') : named
}

/** "Don't come back here, go to emergency": an action that is forbidden, or not needed, is none. */
const forbids =
  /\b(?:(?:do|does|did|would|will|should|must|need) not|[a-z]+n['’]t|never|no need to|need to not|not (?:need|have) to|rather than|instead of) (?:(?:just|simply|bother|even|to|need|have|try|be) )*$/i
const isForbidden = (said: string, from: number, text: string): boolean => !isHaste(text) && forbids.test(said.slice(0, from)) // biome-ignore format: short

/** The actions of a sentence, each with its place. "Call us or go to hospital" has two. */
export const listActions = readOnce((said: string): readonly DangerAction[] => {
  const found: DangerAction[] = []
  for (const { text, pattern } of rows) {
    const match = pattern.exec(said)
    if (match === null) continue
    const [from, to] = [match.index, match.index + match[0].length]
    if (isForbidden(said, from, text)) continue
    if (!found.some((other) => from < other.to && other.from < to)) found.push({ text: nameAction(text, match[0]), from, to }) // biome-ignore format: short
  }
  return withoutHaste(found.toSorted((one, other) => one.from - other.from))
})

const everywhere = rows.map(({ text, pattern }) => ({ text, pattern: new RegExp(pattern.source, 'gi') }))

/** Every action of a sentence, also one that is said again. A match inside another one does not count. */
export const listAllActions = readOnce((said: string): readonly DangerAction[] => {
  const found = everywhere.flatMap(({ text, pattern }) =>
    [...said.matchAll(pattern)]
      .filter(({ index }) => !isForbidden(said, index, text))
      .map((match) => ({
        text: nameAction(text, match[0]),
        from: match.index,
        to: match.index + match[0].replace(/ in$/i, '').length,
      })),
  )
  return withoutHaste(
    found
      .filter(({ from, to }, at) => !found.some((other, place) => place < at && from < other.to && other.from < to))
      .toSorted((one, other) => one.from - other.from),
  )
})

export const findUrgency = (said: string): string | undefined =>
  urgency
    .exec(said)?.[1]
    ?.toLowerCase()
    .replace(/^same day$/, 'the same day')
