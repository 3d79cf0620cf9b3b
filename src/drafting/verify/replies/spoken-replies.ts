/**
 * Replies in which every word is known, as the verifier reads them: it counts the words against the thing and the words for it, after
 * phrases that mean more than their words. A word of any other kind leaves the reply open. D317.
 */

/** What a reply is about, its listener, and words that weigh nothing. */
const idle =
  /^(?:i|me|my|mine|it|they|them|that|this|those|these|there|one|ones|other|others|another|any|anything|either|some|the|an?|and|or|on|in|at|of|to|for|from|with|by|as|so|far|you|your|we|us|he|she|do|does|did|done|have|has|had|am|is|are|was|were|be|been|get|gets|got|getting|would|will|notice|noticed|feel|felt|seen|report|declare|mention|speak|even|ever|at|all|also|too|again|well|oh|ah|um|hm|like|quite|really|actually|honestly|frankly|thankfully|luckily|fortunately|unfortunately|sadly|happily|afraid|fair|honest|doctor|thanks?|thank|god|goodness|heavens|please|counts?|fronts?|scores?|list|case|same|likewise|little|both|pair|lot|two|three|down|honour|sign|hint|trace|touch|drop|bit|jot|scrap|whisper|single|thing|slightest|least|faintest|speck|spot|squeak)$/
const against = /^(?:no|not|never|none|nothing|neither|nor|nope|nah|nil|zero|zilch|nowt|nada|against)$/
const favours = /^(?:yes|yeah|yep|yup|aye|favours)$/
const stresses = /^(?:definitely|certainly|absolutely|indeed|correct|true)$/

// biome-ignore format: one row a line
const meanings: readonly (readonly [phrase: RegExp, means: string])[] = [
  [/\b(?:can|could|will|would) not (?:really |honestly )?(?:deny|dispute|say no)\b/g, ' favours '],
  [/\b(?:no|never any) (?:denying|getting away from|question|doubt|mistake|two ways)(?: about)?\b/g, ' favours '],
  [/\b(?:lying|fibbing|a liar) (?:if|to say)(?: i (?:said|told you|say))? (?:no|not|otherwise|i (?:did|had|was|have|do) not)\b/g, ' favours '],
  [/\b(?:must|will|have to|got to|would have to|ought to|i) (?:admit|confess|own up)\b|\bguilty\b|\byou bet\b|\bmore than (?:a (?:little|bit|few)|enough|once|most)\b/g, ' favours '],
  [/\b(?:two|three|four) (?:out of|from|for) (?:two|three|four)\b|\bclean sweep\b/g, ' favours '],
  [/\b(?:leave|put|keep) (?:it|that|them|both) (?:in|on)\b|\btick (?:it|that|them|both)\b|\b(?:put|mark|count) (?:me|us|him|her) (?:down )?(?:for|with) (?=both|the (?:pair|lot)|it|that)/g, ' favours '],
  [/\b(?:put|mark|write|make|call|count|note) (?:me |it |that )?(?:down )?(?:as |for )?(?:a )?(?=(?:no|yes|none|nil)\b)/g, ' '],
  [/\b(?:leave|cross|strike|scratch|take|rule|knock) (?:it|that|them|those|both) (?:out|off)\b|\bskip (?:it|that|them)\b/g, ' against '],
  [/\b\w+ is (?:right|correct|the word)\b/g, ' favours '],
  [/\bdeny\b|\bat no (?:time|point|stage|moment)\b|\bon no occasion\b|\bin no way\b|\bby no means\b|\bno way\b|\bunder no circumstances\b|\bnot on your life\b|\b(?:not a|no) chance\b|\bno fear\b|\bnot likely\b|\bfar from it\b/g, ' against '],
  [/\bnot (?:that (?:i|we) (?:know of|am aware(?: of)?|are aware(?: of)?|can (?:think of|remember|recall))|to my knowledge|(?:as|so) far as (?:i|we) (?:know|am aware|are aware))\b/g, ' against '],
  [/\b(?:glad|happy|pleased|relieved|grateful) to (?:say|report|tell you)\b|\bthat (?:i|we) (?:know of|am aware(?: of)?|are aware(?: of)?|can (?:think of|remember|recall))\b|\b(?:as|so) far as (?:i|we) (?:know|can tell|am aware|are aware)\b|\bto my knowledge\b/g, ' '],
  [/\b(?:i )?(?:have |am |been )*(?:spared|free of|clear of|safe from)\b/g, ' against '],
]

/** The meaning of the first clause that has one; undefined if a word of it is not known. */
export function readSpokenReply(said: string): 'yes' | 'no' | undefined {
  const opened = said.replaceAll(/'d\b/g, ' would')
  const means = meanings.reduce((words, [phrase, mark]) => words.replaceAll(phrase, mark), opened)
  for (const clause of means.split(/[,.;!]/)) {
    const tokens = clause.split(' ').filter((token) => token !== '')
    if (!tokens.every((token) => idle.test(token) || against.test(token) || favours.test(token) || stresses.test(token))) return undefined // biome-ignore format: short
    const denied = tokens.some((token) => against.test(token))
    if (denied && tokens.some((token) => favours.test(token))) return undefined
    if (tokens.some((token, at) => against.test(token) && stresses.test(tokens[at + 1] ?? ''))) return undefined
    if (denied) return 'no'
    if (tokens.some((token) => favours.test(token) || stresses.test(token))) return 'yes'
  }
  return undefined
}

/** "On the contrary.": the reply turns round what the question says. */
export const turnsRound = (said: string): boolean =>
  /^(?:(?:oh|well|no|,) )*(?:on the contrary|(?:quite |just )?the (?:opposite|reverse)|wrong)\b/.test(said)
