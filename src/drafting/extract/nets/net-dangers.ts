/** The dangers of a safety net in the words that were said, without the persons around them: "you can't pee" is "cannot pee". D382. */
import { namesKind } from '../../vocabulary/terms.ts'
import { listDangers } from '../orders/dangers.ts'

const lead =
  /^(?:(?:so|and|or|but|also|then|now|either|even|especially|particularly|obviously|maybe|say|like|well|look|with it|for|with|when|if|should|in case(?: of)?|by that i mean|things like|anything like|that is|if ever|in the meantime|suddenly|before then|before that|after that|any(?: of (?:the|your|his|her))?|some|actually|just|on the road there|one day|at any time|ever|short of that)\b,? ?)+/i
const person = '(?:you|he|she|they|it|there)'

// biome-ignore format: one row a line
const forms: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/^(?:(?:you|he|she) (?:were to|ever|find|finds|notice|notices|think|feel like|feel that|get|gets|start|starts)(?: that)? )?(?:you|he|she) (?:just |really |properly )*can not /i, 'cannot '],
  [/^(?:you|he|she|they) (?:(?:ever|do|also|were to|just|suddenly|actually|then) )*(?:get|gets|got|have|has|have got|has got|notice|notices|find|finds|develop|develops|see|sees|start with|starts with|come up in|comes up in|come out in|comes out in|start getting)(?: (?:any|some))? (?!(?:that|to|it|you|he|she|up|better|worse)\b)/i, ''],
  [/^(?:you|he|she|they) (?:(?:ever|do|were to|find|finds|notice) )?(?:that )?(?:(?:you|he|she) )?(?:are|is) (?:(?:really|properly|just|still|so) )*/i, ''],
  [/^there (?:is|are) (?:any |some )?/i, ''],
  [new RegExp(`^${person} (?:starts?|begins?) (?:to )?(?=[a-z]+ing\\b)`, 'i'), ''],
]

/** Two clauses about the same person, and words of time or degree that say nothing more. */
const tidies: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/ and (?:you|he|she) (?:have|has) (?:got )?(an? )/gi, ' with $1'],
  [/ and (?:you|he|she) (?:are|is) /gi, ' and '],
  [/ and (?:you|he|she) can not /gi, ' and cannot '],
  [/\b(?:the worst|worst) of your life\b/gi, 'the worst ever'],
  [/\bthat (sudden|bad|severe) one\b/gi, 'a $1 one'],
  [/,? at any (?:time|point)\b|,? on you$|,? too$/gi, ''],
  [/^(?:you|he|she) (?:have|has|is) had no /i, 'no '],
  [/^(?:you|he|she) would feel /i, 'feeling '],
  [/^it is (?=[a-z]+ that (?:is|are)\b)/i, ''],
]

const changed = (text: string): string => {
  const bare = text.replace(lead, '').replace(lead, '')
  const form = forms.find(([pattern]) => pattern.test(bare))
  return form === undefined ? bare : bare.replace(form[0], form[1])
}

const mostWords = 20
/** What is expected, and what others do. */
const outside =
  /\b(?:ought to|should|supposed to|meant to) be\b|^(?:for (?:some|any) )?(?:i|we|they)\b|\bthey (?:send|find|say|tell|let)\b/i
const personal = /\b(?:i|me|my|we|us|our)\b|[?"[\]]/i

/** One danger, or no words where only a link stands; undefined if it is about the clinician or is no danger. */
export function tellNetDanger(item: string): string | undefined {
  const bare = tidies.reduce((out, [pattern, to]) => out.replaceAll(new RegExp(pattern.source, 'gi'), to), item.replace(lead, '').trim()) // biome-ignore format: short
  if (/^(?:you|he|she) (?:actually |ever |do )?(?:go|goes) (?:over|down|off)\b/i.test(bare)) return bare
  if (/^(?:(?:the|main|big|my|usual) )*(?:red flags?|(?:danger|warning) signs?)$/i.test(bare)) return ''
  if (bare === '' || outside.test(bare)) return bare === '' ? '' : undefined
  const [only, other] = listDangers(bare) ?? []
  const told = only !== undefined && other === undefined && !/\b(?:you|he|she)\b/i.test(only) ? only : changed(bare)
  const text = told
    .replaceAll(
      /\b(?:your|his|her)\b(?=(?: own)? [a-z'-]+)(?! (?:is|are|to|up|and|or|at|in|on|off|out|down|back|with|for|when|if|from|about|that|like)\b)/gi,
      'the',
    )
    .replaceAll(/\bcan not\b/gi, 'cannot')
    .replaceAll(/\b(?:really|just|actually|properly|though) /gi, '')
    .replaceAll(/ {2,}/g, ' ')
    .replace(/[,. ]+$/, '')
    .trim()
  const count = text.split(' ').length
  return text === '' || personal.test(text) || count > mostWords ? undefined : text
}

/** Where a list goes on with another danger. */
const joints =
  /,? (?:or|and) (?:then )?if (?:ever )?|,? or (?=(?:you|he|she|it|they|your|his|her|there|any|the|she's|he's)\b)|, and (?=(?:you|he|she|there) (?:can|start|get|are|is)\b(?! with))/i

/** "An arm or leg or your speech isn't working" is one danger, since its first part has no danger of its own. */
export function splitDangers(chunk: string): readonly string[] {
  const items: string[] = []
  let held = ''
  for (const item of chunk.split(joints).filter((one) => one.trim() !== '')) {
    const whole = held === '' ? item : `${held} or ${item}`
    held = isBodily(whole) || /^(?:(?:if|or|and|so) )*(?:you|he|she|it|they)\b/i.test(whole) ? '' : whole
    if (held === '') items.push(whole)
  }
  return held === '' ? items : [...items, held]
}

/** Words of a bodily change that no table of symptoms needs to have. */
const change =
  /\b(?:numb|blue|grey|gray|mottled|floppy|drows\w+|confus\w+|muddled|unsteady|faint\w*|collaps\w+|black(?:s|ed)? out|pass(?:es|ed|ing)? out|fits?|seizures?|stiff|swell\w*|swollen|swells|red|redness|hot|pus|bleed\w*|blood\w*|leaking|locked?|jams?|weak\w*|droop\w*|drops?|slurr\w+|speech|spread\w*|spots?|rash|lump|worse|worsening|spinning|breath\w*|fluid|waters?|tightenings?|contractions?|movements?|moving|chest|fever\w*|temperature|shak\w+|vomit\w*|sick|wee|pee|nappy|feeds?|drink\w*|eat\w*|wake|waking|vision|sight|eye|hearing|ears?|discharge|falls?|motions?|stools?|poo|headache|pain\w*|sore|cold|toes?|calf|calves|ankles?|legs?|arms?|foot|feet|hands?|throat|tummy|belly|weight|heart|tongue|neck|better|thoughts?|soaking|opening|apart|lips?|colour|sense|stand|heat|low|high|above|below|under|over)\b/i

export const isBodily = (item: string): boolean =>
  namesKind(item, 'symptom') || namesKind(item, 'condition') || change.test(item)
