/**
 * What a clinician says is to be done if a danger comes, in the words of one chunk between two commas: a verb ("ring us", "go up to casualty"), a
 * verdict without a verb ("those are all ED", "that's a today job"), or the clinician's wish ("I'd want her back in here"). D382.
 */
type Row = { readonly text: string; readonly pattern: RegExp }

/** The order of haste, from the least. */
export const rankOf = (text: string): number => ranks.findIndex((rank) => rank.test(text))
const ranks: readonly RegExp[] = [
  /^call$/,
  /^get help/,
  /^(?:return|get|be|needs|see)\b/,
  /^ring one/,
  /^go /,
  /ambulance/,
]

const verdict = '(?:(?:that|this|those|these|it|they|which|all of (?:that|those|these))(?: all)? (?:is|are|would be|will be|means?)(?: all)?(?: for)? ?)' // biome-ignore format: one row
const place = '(?:(?:the |your |our |an? )?(?:(?:nearest|local|closest|big|eye|women.s|dental|base) )?(?:a ?(?:and|&) ?e|e ?d|emergency(?: department| room| ward)?|casualty|hospital|children.s(?: hospital)?|(?:birth|birthing|delivery|maternity|labour) (?:suite|ward|unit)|infirmary|royal))' // biome-ignore format: one row
const number = '(?:nine nine nine|999|triple (?:zero|o|0)|000|nine one one|911|(?:an? |the )?ambulance|the nines)'
const whom = '(?:you|him|her|them|it|that|this)'
const wish = '(?:i|we)(?: would| will| do| am|\'d)?(?: (?:be|still|really|always|definitely|much))* ?(?:want|wanting|need|like|love|rather|expect|ask)(?: you)?(?: to)?' // biome-ignore format: one row

// biome-ignore format: one row a line
const rows: readonly Row[] = [
  { text: 'call an ambulance', pattern: new RegExp(`\\b(?:(?:dial|call|ring|phone|get|want|need|calling|ringing|dialling)(?: for)? ${number}(?: again)?|${verdict}${number}|(?:is|are|means?) (?:an? )?(?:ambulance|999|000|nine nine nine|triple (?:zero|o|0)))\\b|^(?:(?:the same|same|then|so|straight|and|or|that is|straight to),? )*${number}\\b`, 'i') },
  { text: 'go to the emergency department', pattern: new RegExp(`\\b(?:(?:go|goes|come|get|head|present|take (?:him|her|it)|bring (?:him|her)|be|(?:she|he) would go)(?: (?:straight|right|up|down|over|off|in|back|the road|directly|yourself|to|along))* ?(?:to|into|in|at) ${place}|straight (?:up |down |over |round |back )*(?:the road )?(?:in)?to ${place}|${verdict}(?:straight (?:in)?to )?${place}|(?:is|are|means?) (?:for )?(?:straight (?:in)?to )?${place})\\b|^(?:(?:then|so|and|or|straight|off|same|the same),? )*(?:straight |up |off |in)*(?:to )?(?:the )?(?:a ?(?:and|&) ?e|e ?d|casualty|emergency|(?:birth|birthing|delivery|maternity|labour) (?:suite|ward|unit))$`, 'i') },
  { text: 'ring one one one', pattern: /\b(?:ring|call|phone|dial|or) (?:nhs )?(?:one one one|111)(?: at night| and press two| option two)?\b/i },
  { text: 'return', pattern: new RegExp(`\\b(?:${wish} (?:see|examine|have a look at|check|look at) ${whom}|${wish} (?:an? |another )?look at ${whom}|${wish} ${whom}(?: (?:straight|right))?(?: (?:back|in|seen|looked at|checked|here))+|(?:(?<=^)|(?<=\\b(?:you|please|just|then|so|him|her|do|must|should|would|or|thing) )|(?<=\\byou to ))(?<!and then )come(?: (?:back|straight|right|in|here|early|sooner|earlier))+|see (?:us|me)(?= (?:straight|the same|same|that|today|again|sooner|if)\\b|$)|(?:get|needs? to be) (?:seen|checked|looked at|reviewed)|book (?:back )?in|needs? (?:an? )?(?:look|seeing|checking|review)|bring ${whom} (?:back|in|straight back))\\b|^(?:so |and )?back (?:here|in|to (?:me|us))\\b|^(?:(?:and|then|so|you|come|bring him|bring her),? )*straight back(?: (?:here|in|to (?:me|us)))?$|${verdict}an? (?:today|same day|now) (?:job|thing|appointment|visit)`, 'i') },
  { text: 'return', pattern: /(?:^|\b(?:and|you|then|please|just) )(?:come|pop|bring (?:him|her)) in(?= (?:the same day|that day|straight ?away|right away|today|urgently|early|sooner)\b)/i },
  // "I'll see you then. Sooner if you're having lows."
  { text: 'return', pattern: /^(?:(?:or|and|but|obviously|and obviously),? )*(?:come (?:in |back )?)?(?:sooner|earlier|before then)(?= if\b)/i },
  { text: 'see $1', pattern: /\bsee (?:the|your|a) (?:own )?(gp|doctor|midwife|dentist|optometrist|pharmacist)\b/i },
  { text: 'let $1 know', pattern: /\blet (?:the|your) (midwife|nurse|district nurse|pharmacist|chemist|hospital|team|clinic|school|obstetrician|specialist|surgeon) know\b/i },
  { text: 'call $1', pattern: /\b(?:on the phone to|ring|call|phone|contact) (the (?:labour|maternity|birth|delivery|assessment|day) (?:ward|unit|suite)|the (?:crisis|mental health|out of hours|duty|on call) (?:team|line|doctor)|samaritans|lifeline)\b/i },
  // "Lifeline is thirteen eleven fourteen" is whom to call, and no danger.
  { text: 'call $1', pattern: /\b(?:lifeline|samaritans|beyond blue|kids helpline)\b(?=,? (?:is |on |at )?(?:on )?(?:thirteen|one|oh|zero|\d))[^,;.]*/i },
  { text: 'get help', pattern: /\b(?:get|seek) (?:urgent |immediate |medical )*help\b/i },
  { text: 'call', pattern: /\b(?:ring|rings|call|phone|telephone|message|contact) (?:me|us|in|the (?:surgery|clinic|practice|house|rooms|desk|number|nurse))\b|(?:^|\b(?:you|then|and|or|so|just|please) )(?:ring|phone|telephone|call)(?= ?(?:$|straight|right|that day|the same|today|if\b))|\blet (?:me|us) know\b|\bget in touch\b|\b(?:i|we) (?:would|will|do)? ?(?:want|need|like) to (?:know|hear)\b|\b(?:i|we) (?:would|will|do)? ?want a (?:phone )?call\b|\bgive (?:me|us) a (?:ring|call|bell|shout|buzz)\b/i },
]

/** Says how soon, and what is not to be waited for. */
const when =
  /\b(straight ?away|straight off|right away|immediately|at once|the same day|same day|that day|on the day|the same week|same week|today|sooner|early|before (?:eight|nine|ten) o'?clock|urgently)\b/i // biome-ignore format: one row

/** What somebody else does is nobody's order. */
const ofOthers =
  /\b(?:they|somebody|someone|the (?:crew|team|hospital|surgeons?|ambulance)|(?:i|we)(?= (?:will|would|can|are|am)\b(?! want)))\b(?: [a-z']+){0,4} $/i
const forbidden = /\b(?:do not|never|no need to|need not|not|rather than|instead of|would not) (?:just |even |try to |bother to |want (?:you |him |her )?to |be )*$/i // biome-ignore format: one row

/** The words of the action: a place, and how the patient is to be seen, as they were said. */
function nameAction(text: string, said: string): string {
  if (text === 'return') return /\b(?:(?:get|be) (?:seen|checked|looked at|reviewed)|needs (?:an? )?(?:look|check|review))\b/i.exec(said)?.[0].toLowerCase() ?? text // biome-ignore format: short
  if (text.includes('$1')) return text.replace('$1', (/\b(?:labour|maternity|birth|delivery|assessment|day) (?:ward|unit|suite)|(?:crisis|mental health|out of hours|duty|on call) (?:team|line|doctor)|samaritans|lifeline|beyond blue|kids helpline|midwife|nurse|district nurse|pharmacist|chemist|hospital|team|clinic|school|obstetrician|specialist|surgeon|gp|doctor|dentist|optometrist/i.exec(said)?.[0] ?? '').replace(/^(?!samaritans|lifeline|beyond blue|kids helpline)/i, 'the ')) // biome-ignore format: short
  if (!text.startsWith('go')) return text
  const to =
    /\b(?:(?:(?:eye|women's|dental|base|heart) )?hospital|(?:eye )?casualty|(?:the )?children.s(?: hospital)?|(?:the )?infirmary|(?:the )?(?:birth|birthing|delivery|maternity|labour) (?:suite|ward|unit))\b/i.exec(
      said,
    )?.[0]
  const taken = /^(?:take|bring) (?:him|her|it)\b/i.exec(said)?.[0].toLowerCase()
  return to === undefined && taken === undefined ? text : `${taken ?? 'go'} to ${to ?? 'the emergency department'}`
}

export type NetAction = { readonly text: string; readonly from: number; readonly to: number }

/** The most urgent action of a chunk; undefined if it has none, or if it is forbidden. */
export function findAction(chunk: string): NetAction | undefined {
  for (const { text, pattern } of rows) {
    const match = pattern.exec(chunk)
    const before = chunk.slice(0, match?.index)
    if (match !== null && !forbidden.test(before) && !ofOthers.test(before))
      return { text: nameAction(text, match[0]), from: match.index, to: match.index + match[0].length }
  }
  return undefined
}

export const findWhen = (said: string): string | undefined => when.exec(said)?.[1]?.toLowerCase()
