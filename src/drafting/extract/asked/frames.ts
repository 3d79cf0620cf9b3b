/**
 * Frames of a question after a thing: the words before and after its name. "Do you ever get a tremor?", "a tremor, is that part of it?" and
 * "I was going to ask about a tremor" ask for the same thing. Each row is a construction of English and holds for any name.
 */

const you = '(?:you|he|she|they)'
const adverbs =
  '(?:(?:ever|also|still|at all|sometimes|actually|happen to|really|perhaps|possibly|maybe|recently|lately|currently|now|yourself|been) )*'
const had =
  '(?:get|gets|getting|got|have|has|had|having|feel|feeling|felt|notice|noticing|noticed|experience|experiencing|experienced|see|seeing|seen|pass|passed|passing)'
const suffers =
  '(?:suffer(?:ing|ed|s)?|struggl(?:e|ing|ed)|troubled|bothered|plagued|affected)(?: at all)? (?:with|from|by)'
const meets = '(?:run(?:ning)? into|come across|prone to|aware of|conscious of|subject to)'
const trouble = '(?:trouble|problems?|issues?|bother|difficult(?:y|ies)|experience)'

/** Words before the name. Rows are taken off one after the other until none fits. */
// biome-ignore format: one row a line
const leads: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^(?:and|so|but|or|ok|okay|right|alright|all right|now|then|um|uh|er|erm|ah|oh|hm|well|also|just|next|good|great|lovely|thanks|sure|fine|yeah|yes|mm|,|\.)(?: |$)/, 'words that link the question to the talk'],
  [/^(?:along|together|as well as|apart|aside|other) ?(?:with|from|than)? (?:this|that|it|these|those|them) ?,? /, 'what was spoken of before'],
  [/^with (?:it|this|that|them) ?,? /, 'what was spoken of before'],
  [/^(?:for instance|for example|let us see|i ask everyone this|just to (?:tick it off|check|be sure|be clear)|just so i have asked|(?:i will|let me) (?:just )?(?:run through|go through|ask|fire) (?:a|you a|some|a few)[a-z ]*|bear with me|quick list|tell me|can you tell me)(?: ?,| ?\.)? /, 'an announcement of the question'],
  [new RegExp(`^(?:do|did|does|would|had) ${you} ${adverbs}(?:(?:say|find|think)(?: that)? ${you} ${adverbs})?(?:${had}|${suffers}|${meets}) `), 'a verb of having or perceiving in the second person'],
  [new RegExp(`^(?:have|has|had) ${you} ${adverbs}(?:${had}|${suffers}|${meets}|got) `), 'the same in the perfect'],
  [new RegExp(`^(?:have|has) ${you} (?:got )?(?=any |a |an |some )`), '"have" as the verb of having'],
  [new RegExp(`^(?:are|is|was|were) ${you} ${adverbs}(?:${had}|${suffers}|${meets}) `), 'the same in the progressive'],
  [new RegExp(`^(?:${adverbs})(?:getting|having|noticed|noticing|had|${suffers}) (?=any |a |an |some )`), 'the same without its subject'],
  [/^(?:is|are|was|were|has|have|had|might|would|could|will)(?: not)? there (?:(?:be|been|ever|also|still|perhaps|possibly|maybe) )*/, 'existence'],
  [/^(?:what|how) about (?:things like |anything like )?/, 'a prompt'],
  [/^(?:can|could|may|shall) i (?:just )?ask (?:you )?(?:about |if there (?:is|are|was|has been) )/, 'a prompt in the first person'],
  [/^i (?:was|am) (?:going|meaning|about|wondering|curious) ?(?:to ask)?(?: you)? about /, 'a prompt in the first person'],
  [/^(?:the )?(?:next|last|first|another)(?: (?:one|item|question|thing))? on (?:the|my) (?:list|sheet|form|page) (?:is|are|says|comes?) /, 'an item of a list'],
  [/^(?:be honest|honestly|(?:a )?straight answer|a routine question|while we are at it|(?:two|three|a few|a couple) more|out of interest|one more(?: thing)?|last one|let me ask you this|hand on heart|the truth now)(?: ?,| ?\.)? /, 'an announcement of the question'],
  [new RegExp(`^(?:(?:could|can|would|will) you (?:just |please )?(?:tell me|say|let me know)|(?:can|could|may|might) i (?:just |please )?(?:ask|check|confirm)|i (?:would|should|do|will) (?:also |just )?(?:like|need|want|have) to (?:know|ask|check)|i (?:also |just )?(?:need|want|have|ought) to (?:ask|know|check)|i (?:was|am) (?:just )?wondering|i (?:just )?wonder)(?: you)? (?:if|whether) (?:(?:${you} (?:have|has|had|are|is|do|did)? ?${adverbs}(?:${had}|${suffers}|${meets}|got)|there (?:is|are|was|were|has been|have been|had been)) )?`), 'an indirect question'],
  [/^(?:has|have|had|did|do|does|is|are|was|were) (?=(?:any|some) .* (?:been|come|came|bother\w*|troubl\w+|turn\w*|crop\w*|crept|creep\w*|occur\w*|happen\w*|develop\w*|appear\w*|set in|going on|present|around|about|part)\b)/, 'a verb of being there, with the thing as its subject'],
  [/^(?:moving |going )?on to |^turning to |^tell me about (?=.*\bif (?:you|there)\b)/, 'a prompt'],
  [/^i (?:take it|assume|gather|imagine|suppose|trust|guess)(?: that)? /, 'a supposition'],
  [/^you (?:have|had|did|do|are) not (?:(?:had|got|get|getting|noticed|mentioned?|been|having|said|suffer from|have) )+/, 'a denial that asks to be confirmed'],
  [/^(?:there (?:is|are|has been|have been|was)|you (?:have|are|get|do)(?: got| had| getting)?) (?=(?:no|not)\b)/, 'a denial that asks to be confirmed'],
  [new RegExp(`^(?:any|ever|some|no|not|neither|nor|either|nothing like|(?:any|no|a) (?:sign|signs|hint|hints|trace|history|episodes?|bouts?|feeling|sensation) of|(?:any|no|ever|ever any) ${trouble} (?:with|from)(?! (?:your|the|his|her|my)\\b)|from|of|any of|other) `), 'a quantifier'],
  [/^(?:a|an|the|your|his|her|that|this|any|some) /, 'a determiner'],
]

/** Words after the name. */
const tails: readonly RegExp[] = [
  / ?[.?!]+$/,
  / ?,? ?(?:at all|too|as well|also|either|ever|with (?:it|that|this|them|him|her)|by any chance|recently|lately|at the moment|these days|today|then|now|yourself|would you say|i hope|i (?:take it|assume|imagine|suppose|guess)|or not(?: really)?|or no|yes or no|if (?:any|you (?:get|have) (?:it|that|any))|at any (?:point|time|stage)|to speak of|of any (?:kind|sort)|maybe|perhaps|please|along with (?:it|that)|on top of (?:it|that)|in all this)$/,
  / ?,? ?(?:or )?(?:anything|something|things|any)(?: of)?(?: else)?(?: like)? ?(?:that|this|those|these)$/,
  / ?,? ?(?:any|either|neither|one|some) of (?:that|those|them|these)$/,
  / ?,? ?(?:is|was) that (?:part of (?:it|this|the picture)|something|an issue|a problem|there|one)(?: [a-z]+){0,5}$/,
  / ?,? ?(?:has|have|is|are|do|did|was) (?:there|you|he|she|it)(?: had| got| been)?(?: those| them| that| any)?$/,
  / (?:an issue|a problem|a worry|a feature|something (?:you|he|she) (?:have|has|get|gets|notice|ever)[a-z ]*|part of (?:it|this|that))$/,
]

/** Adverbials and clauses that say since when, how much, or how the thing was perceived; the name stands before them. */
// biome-ignore format: one row a line
const followers: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/ ?,? (?:since|(?:over|in|for|within|through|across) (?:the |these |this )?(?:last|past|recent)|in recent|these (?:last|past)|(?:up (?:to|until|till)|until) (?:now|today)|so far|of late) ?.*$/, 'a time that reaches to now; another time would limit the answer'],
  [/ ?,? (?:that|which) (?:you|he|she|they|has|have|had|is|are|was|were|might|would|could|may|came|comes|seems?|worr\w+|bother\w*|concern\w*|stands?|sticks?) ?.*$/, 'a relative clause'],
  [/ (?:you|he|she) (?:have |has |had |might have |may have |would )?(?:ever |also )?(?:noticed|seen|felt|been aware|can think|could think|know|remember|recall|picked up|come across|want to|care to)(?: .*)?$/, 'a relative clause without its pronoun'],
  [/ (?:been |being )?(?:going on|happening|bothering|troubling|worrying|creeping in|showing up|popping up|coming (?:on|up|along|with)|setting in|lurking|hanging around)(?: .*)?$/, 'a participle of being there'],
  [/ (?:(?:ever|also) )?(?:come|came|bother|bothered|trouble|troubled|turn|turned|crop|cropped|crept|creep|occur|occurred|happen|happened|develop|developed|appear|appeared|been (?:there|present|about|around|part|a (?:problem|worry|feature|bother|nuisance)|an issue|bothering|troubling))(?: (?:up|on|in|along|with|you|him|her|it|this|that|as|well|at|all|too|of|the|picture))*$/, 'the verb of the thing that is asked after'],
  [/ (?:to (?:report|mention|speak of|tell me (?:about|of)|talk (?:about|of)|worry about|declare|note|add|go with (?:it|this|that))|worth (?:mentioning|noting|a mention|telling me)|on (?:your|his|her) (?:part|side|end)|whatsoever|of any (?:description|nature)|in (?:your|his|her) case|in particular|or not|or so)$/, 'words that end a question'],
  [/ ?, (?:or )?(?:is|are|was|were|has|have|had|do|does|did|would|could|can|may|should|if|by|shall|that|this|you)\b(?! there ).*$/, 'a second clause'],
  [/ ?, (?:or not|or so|at|in|to|for|any(?= (?:at all|ever))|even|just|not|no(?! [a-z]+(?: [a-z]+)?(?: ?[,?.]|$)))\b.*$/, 'a limit or a degree'],
]

/** "Is a tremor something you get?": the name stands between verb and predicate. */
const predicated =
  /^(?:is|are|was|has|have) (?=.* (?:an issue|a problem|a worry|a feature|something (?:you|he|she) |part of (?:it|this|that)))/

export type Framed = { readonly from: number; readonly rest: string }

/** The name with the offset of its first character; undefined if the words have no frame that asks for a thing. */
export function takeOffFrame(said: string): Framed {
  let from = 0
  let rest = said
  const predicate = predicated.exec(rest)
  if (predicate !== null) {
    from += predicate[0].length
    rest = rest.slice(predicate[0].length)
  }
  for (let isDone = false; !isDone; ) {
    isDone = true
    for (const [lead] of leads) {
      const length = lead.exec(rest)?.[0].length ?? 0
      if (length === 0 || length >= rest.length) continue
      from += length
      rest = rest.slice(length)
      isDone = false
    }
  }
  for (let before = ''; before !== rest; ) {
    before = rest
    for (const tail of tails) rest = rest.replace(tail, '')
    for (const [follower] of followers) rest = rest.replace(follower, '')
  }
  return { from, rest }
}
