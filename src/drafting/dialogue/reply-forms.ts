/** Forms of a reply that stand for a whole clause: ellipsis, quantifiers, ordinals, amounts. Each row is a construction of English. */

export type Covered = 'all' | 'first' | 'last'

export type ReplyForm = {
  readonly says: 'yes' | 'no'
  /** Of several things asked: those that the reply means. */
  readonly covers?: Covered
  /** The reply has a verb of its own: it keeps its polarity after a negative question ("No fever?" - "There is."). */
  readonly isOwn?: true
  readonly said: RegExp
}

const stop = '(?:[.,!]|$)'
const subject = '(?:i|it|there|they|that|this|those|these|we|he|she|mine)'
const auxiliary = '(?:have|has|had|do|does|did|am|is|are|was|were|would|could|can|will|might)'
const softly =
  '(?: (?:been|actually|really|indeed|definitely|yes|yeah|at all|no|either|though|doctor|doc|thankfully|luckily|touch wood|sadly|unfortunately))*'
const some =
  '(?:a (?:bit|little|lot|touch|few)|a (?:fair|good|little|wee|tiny) bit|some|sometimes|quite a (?:bit|lot|few)|plenty|loads|lots|tons|heaps|like (?:mad|crazy|anything)|something (?:awful|terrible|shocking)|no end|non[ -]?stop|constantly)'
const often =
  '(?:on and off|off and on|now and (?:then|again)|every (?:now and (?:then|again)|so often)|from time to time|once in a while|here and there|at times|sometimes|occasionally|constantly|all the time|most(?:ly| of the time)|(?:most|some|many|all|every) (?:days?|nights?|mornings?|evenings?|weeks?)|(?:once|twice) or (?:twice|thrice)|a (?:couple|few) (?:of )?times|(?:once|twice)(?! (?:a|per|every)))'
const tagYes =
  '(?:,? (?:yes|yeah|yep|actually|too|as well|i (?:do|have|am|would|did|get)|when\\b[^.]*|especially\\b[^.]*|doctor|to be honest|sadly|unfortunately|mainly\\b[^.]*|mostly\\b[^.]*|since\\b[^.]*))*'
const degree = '(?:(?:yes|yeah|yep|only|just|mostly|mainly|usually|especially|particularly|always|often|well|oh),? )*'
/** Adverbials of the present: no past, no condition. */
const occasion =
  "(?:when|whenever|every time|each time|after|before|while) (?:i|it|he|she|we|they|the|my) (?:(?!\\b(?:was|were|had|did|used|ago|young|child|kid|last|came|went|got|took|fell|broke|ate|drank|ran|felt|left|gave|began|\\w{3,}ed)\\b)[a-z' ])+|(?:after|before|with|during) (?:meals?|food|eating|exercise|exertion|breakfast|lunch|dinner|sleep|bed|walking|coughing)|(?:at|in|during|of|through) (?:the )?(?:nights?|mornings?|evenings?|afternoons?|night ?time|bed ?time|day ?time)|first thing(?: (?:in|of) (?:the|a) (?:morning|day))?|last thing at night|on (?:the )?(?:stairs|hills?|exertion|standing|waking|walking|bending)|since (?:yesterday|last (?:night|week)|this morning|(?:mon|tues|wednes|thurs|fri|satur|sun)day|it (?:all )?(?:started|began))|(?:this|these) (?:morning|week|last few days|past few days)|(?:yesterday|today|last night)"
const them = '(?:them|those|these|that|the above|it|the two)'

/** Replies by grammar, after the openers. The first that fits counts. */
// biome-ignore format: one row a line
export const replyForms: readonly ReplyForm[] = [
  // An ordinal picks one of the things asked, and may deny the other.
  { says: 'yes', covers: 'last',      said: /^(?:(?:no|not|nope),? )(?:to )?the (?:first|former)(?: one| thing)?,? (?:but )?(?:yes|yeah|just|only|i (?:do|have))? ?(?:to |with )?the (?:second|last|latter)/ },
  { says: 'yes', covers: 'first',     said: /^(?:(?:yes|yeah|yep),? )?(?:to )?the (?:first|former)(?: one| thing)?,? (?:but |and )?(?:yes,? )?(?:no|not)(?: to)? the (?:second|last|latter|other)/ },
  { says: 'yes', covers: 'first',     said: /^(?:(?:yes|yeah|yep),? )?(?:just |only )?(?:yes to )?the (?:first|former)(?: (?:one|thing|of (?:those|them|these|the two)))?,?(?: (?:yes|yeah|only|i (?:have|do|did)|but))*(?:[.,]|$)/ },
  { says: 'yes', covers: 'last',      said: /^(?:(?:yes|yeah|yep),? )?(?:just |only )?(?:yes to )?the (?:second|last|latter)(?: (?:one|thing|of (?:those|them|these|the two)))?,?(?: (?:yes|yeah|only|i (?:have|do|did)|but))*(?:[.,]|$)/ },
  // A quantifier over the things asked.
  { says: 'no',  covers: 'all',       said: new RegExp(`^(?:i (?:have|do|get|am) )?(?:(?:no|nope|nah),? )?(?:from |of )?(?:neither|none|not (?:one|any|either)|nothing)(?: (?:of ${them}|nor|would|do|does|is|are|has|have|one|either|on that list))*${stop}`) },
  { says: 'no',  covers: 'all',       said: new RegExp(`^(?:(?:no|that is a no|it is a no) to (?:both|all|the lot|either|everything)(?: (?:of )?${them})?|double no|no and no|no,? no and no|all (?:negative|no|clear)|both no|no sign of (?:${them}|either|any))${softly}${stop}`) },
  { says: 'no',  covers: 'all',       said: new RegExp(`^(?:i )?(?:can|could) not say i (?:have|do|get)(?: had| got| get)? (?:either|any)(?: of ${them})?${stop}`) },
  { says: 'yes', covers: 'all',       said: /^(?:(?:yes|yeah|yep|i have|i do|i get|from|of),? )?(?:had |get |got |to )?(?:(?:a )?bit of both|both|all of (?:them|those|the above|that|it)|all (?:two|three|four)|the (?:lot|pair of them|full house|whole lot|two of them)|everything (?:on that list|you (?:said|named|listed)))\b(?! (?:no|not|sides?|ears?|eyes?|legs?|arms?|knees?|hands?|feet))/ },
  // Ellipsis: subject and auxiliary, or the auxiliary alone, stand for the whole clause that was asked.
  { says: 'no',  isOwn: true, said: new RegExp(`^(?:not,? )?(?:${subject} )?${auxiliary} not(?: been| got| had| get| have| noticed| suffered?| find| say so)?(?: (?:that|it|any|them|those|from (?:that|it)|one))?(?: one)?${softly}${stop}`) },
  { says: 'yes', isOwn: true, said: new RegExp(`^(?:yes,? |yeah,? |well,? |actually,? |but )*(?:i am afraid )?${subject} (?:have|has|do|does|did|am|is|are|was|were|had|would|might)(?: (?:been|actually|indeed|definitely|yes|yeah|often|certainly|${some}|${often}|unfortunately))*${tagYes}${stop}`) },
  { says: 'yes', isOwn: true, said: /^(?:yes,? |yeah,? )?i (?:have|do|did|am) (?:(?:had|noticed|felt|get|got|find|been (?:getting|having|feeling)) )?(?:(?:a (?:bit|little|lot|few)|some|that|those|them|it|one|quite a (?:few|bit|lot)|plenty|loads)(?: of (?:that|those|it|them))?)(?:,? (?:yes|yeah|actually|too|as well))*(?:[.,]|$)/ },
  { says: 'yes', isOwn: true, said: new RegExp(`^(?:yes,? |yeah,? |oh,? )*(?:that|those|these|it|them)(?:,? (?:i|we) (?:do |have |did )?(?:get|have|had|notice|noticed|feel|do|am|did)|is (?:a problem|part of it|an issue|exactly it)| too| as well)${tagYes}${stop}`) },
  { says: 'yes', isOwn: true, said: new RegExp(`^(?:yes,? |yeah,? |oh,? )*(?:now )?(?:i (?:do )?(?:get|have|notice|suffer from|feel|find|have got|experience) (?:that|it|those|them|one|some)(?: as well| too)?|(?:that|it) is (?:a problem|part of it|an issue|exactly it|right)|part of it|also yes|(?:that|those) (?:too|as well))${tagYes}${stop}`) },
  // A denial of knowing, perceiving or being troubled.
  { says: 'no',  isOwn: true, said: /^(?:i )?(?:can not|could not|would not) say (?:that )?(?:i (?:have|do|am|did|had)|so|it (?:has|does|is)|there (?:is|has))\b/ },
  { says: 'no',  isOwn: true, said: /^(?:and )?not (?:that (?:i|we|one)|as far as (?:i|we)|so far as (?:i|we)|to (?:my|our) knowledge|in the (?:least|slightest)|one bit|one of (?:those|them|these)|once|a (?:thing|bit of it|drop|trace|hint|single|sausage)|any\b(?! ?(?:more|longer)\b)|anything|ever\b|so far|yet\b|at all|at present|as such|particularly|especially|noticeably|with (?:him|her|me|us)\b|for me\b|me\b|(?:really|to speak of)[.,]? ?(?:no\b|$))/ },
  { says: 'no',  isOwn: true, said: /^i (?:do not|would not) (?:really )?(?:think|believe|say) so\b|^i doubt it\b/ },
  { says: 'no',  isOwn: true, said: new RegExp(`^(?:no,? )?(?:never|have never|i have never|not once)(?: (?:had|seen|noticed|come across|suffered(?: from)?|felt|got|experienced|touched|known))?(?: (?:that|it|them|any|one|those|once|yet))?${softly}${stop}`) },
  { says: 'no',  isOwn: true, said: new RegExp(`^(?:that|this|it|those)(?: one)? (?:has|have|is|was|are) (?:not|never) (?:been |really )*(?:a (?:problem|worry|thing)|an issue|something i (?:get|have)|bothered me|there)${softly}${stop}|^(?:that|those)(?: one)?,? (?:no|nope|nah|never|not)${stop}|^(?:no (?:issues?|problems?|trouble|bother|worries)|nothing|all (?:fine|good|clear|well|normal)) (?:there|with (?:that|those|them)|on that (?:front|score|side)|in that department)${softly}${stop}`) },
  { says: 'no',  isOwn: true, said: new RegExp(`^(?:i (?:am|have been) )?(?:(?:clear|free) of|spared|safe from|lucky (?:with|there)|not (?:bothered|troubled) (?:by|with)) ?(?:(?:all )?(?:that|it|those|them)|there|so far)?${softly}${stop}`) },
  { says: 'no',  isOwn: true, said: new RegExp(`^(?:you can(?: ask)?,? but no|no sign of (?:it|that|them|any)|because there (?:is|are) (?:none|no)\\b[^.]*|there (?:is|are|was|were|has been|have been) (?:none|nothing)(?: of (?:it|that|them))?|(?:none|nothing)(?: (?:that i (?:have|know|can)|of the (?:sort|kind)|whatsoever|along those lines|like that|at all|we (?:saw|noticed)|i (?:have )?noticed|to speak of|so far))\\b[^.]*|no such (?:thing|luck)|rarely if ever|(?:thankfully |luckily |of course )?not(?=[.,]|$)|thankfully no|luckily no|still (?:none|no|nothing)|also no)${softly}${stop}`) },
  // A pronoun with "either" or "neither" denies the thing too.
  { says: 'no',  isOwn: true, said: new RegExp(`^(?:no,? )?(?:not (?:that|those|it)(?: one)?(?:,? either)?|(?:that|those|it) neither|neither (?:that|those|it)|nor that)${softly}${stop}`) },
  // A time, an occasion or a place alone modifies the clause that was asked, and so affirms it: "When I climb stairs.", "Mostly at night."
  { says: 'yes', isOwn: true, said: new RegExp(`^${degree}(?:${occasion})${tagYes}${stop}`) },
  // A predicate about the thing: it comes, it is bad, it is the worst.
  { says: 'yes', isOwn: true, said: new RegExp(`^(?:yes,? |yeah,? )?(?:(?:it|that|they) (?:comes? and goes?|(?:is|are) (?:the worst (?:of it|bit|part|thing)|terrible|awful|horrible|horrendous|constant|dreadful|unbearable|there all the time|always there)|never (?:stops|lets up|goes away))|more than (?:i would like|i (?:would )?care for|i used to|usual)|tell me about it|(?:terrible|awful|horrendous|dreadful|constant)(?=[.,!]|$)|(?:quite|pretty|very|fairly|too) (?:often|frequently|a lot|much so)|all (?:day|night)(?: long)?|(?:day|morning) and night|non ?stop)${tagYes}${stop}`) },
  // A number of times of today or of a day, and a comparison that exaggerates.
  { says: 'yes', isOwn: true, said: new RegExp(`^(?:yes,? |yeah,? |oh,? |just |only |about |maybe |at least |a good )*(?:two|three|four|five|six|seven|eight|ten|a dozen|a couple of|a few|several|\\d+)(?: or (?:two|three|four|five|six))? times (?:today|this (?:morning|afternoon|week)|last night|overnight|yesterday|since (?:yesterday|last night|this morning)|(?:a|each|every|per) (?:day|night|week|hour))${tagYes}${stop}`) },
  { says: 'yes', isOwn: true, said: new RegExp(`^(?:yes,? |yeah,? )?like (?:a (?:train|steam train|freight train|chainsaw|trooper|tap|leaf|fountain)|mad|crazy|anything|nobody's business)${stop}`) },
  // An expression of regret agrees.
  { says: 'yes', isOwn: true, said: /^(?:i am )?afraid (?:so|i (?:do|have|am))\b|^(?:unfortunately|sadly),? (?:yes|yeah|so|i do|it does|it is)\b|^(?:i would|you would|you) (?:be|are) (?:so )?right\b|^(?:that|this) is (?:exactly it|it exactly)\b|^(?:very|too) (?:much so|right)\b/ },
  // Amount and frequency of the thing asked.
  { says: 'yes', isOwn: true, said: new RegExp(`^(?:just |oh,? |well,? |only |yes,? |yeah,? |there is |a )*(?:${some}|${often}|(?:bit|lot|fair bit) of (?:that|it)|more and more|a great deal|very much(?: so)?)(?: of (?:it|that|them|those|the time))?${tagYes}${stop}`) },
]

/** Words that agree with a whole sentence, whatever its polarity: "No fever?" - "Correct." */
export const agreement =
  /^(?:(?:yes|yeah|yep),? )?(?:correct|exactly|that is (?:right|correct|it)|it is (?:right|correct)|right|indeed|spot on|you (?:assume|hope|guess|have it|heard|got it) ?(?:right|correctly)?|you (?:are|would be) (?:so )?right|(?:very|too) right)\b/

/** A question whose verb denies the thing: "You've been spared headaches?" */
export const asksAbsence = /\b(?:spared|free (?:of|from)|clear of|rid of|avoided|escaped|dodged)\b/

export const people =
  '(?:husband|wife|partner|mum|mother|dad|father|brother|sister|son|daughter|kids?|children|mate|friend|neighbour|boss|dog|cat|flatmate|twins?|nan|nanna|grandma|grandpa|grandson|granddaughter|bub|baby|missus|hubby|aunt|uncle|cousin|little one|youngest|eldest)'
/** A yes or a no at the beginning that answers something else. */
// biome-ignore format: one row a line
const noReplies: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^(?:yes|yeah|yep|no|nope)[,.]? (?:please|coming|in a (?:minute|second|sec|moment)|just a (?:minute|second|sec|moment)|hang on|hold on|wait|one (?:moment|second|sec)|i will (?:hold|wait|be there)|speaking|go ahead)\b/, 'the call, or somebody at the door'],
  [/^no[,.]? (?:put|give|leave|stop (?:it|that)|come (?:here|back|on)|get (?:down|off|out|away)|sit|drop|do not (?:touch|do|you|eat|pull|put|press|hit|throw|climb|run|open)|not the \w+ one)\b/, 'an order to somebody else'],
  [/[,.] (?:mum|mummy|daddy|darling|sweetheart|sweetie)[.!]?$/, 'somebody else is spoken to'],
  [/^(?:(?:oh|yeah|yes|sure),? )*(?:yeah,? right|yes,? right|as if|you wish|would not that be (?:nice|lovely|great))[.!]?$/, 'irony'],
  [new RegExp(`^(?:yes|yeah|no|nope)[,.]? (?:but )?(?:that|it) (?:is|was|would be) (?:just |only )?(?:my|our|the) (?:\\w+ )?${people}\\b`), 'somebody else has it'],
  [/^(?:(?:yes|yeah|well),? )?only (?:when|whenever|every time|if|from|at|after|because of|my|the|with)\b.*\b(?:mother in law|in laws|kids|bills?|traffic|tax(?:es|man)?|politicians?|the news|football|footy|rent|mortgage|boss|seeing you|see you|talk to you)\b/, 'a joke about what causes it'],
]
/** "Yes, my husband." No such yes to a question after the family. */
const namesOther = new RegExp(
  `^(?:yes|yeah|yep)[,.]? (?:but |well,? )?(?:just |only |all )?(?:my|our|the|both) (?:\\w+ )?${people}(?: (?:has|have|had|does|do|did|is|was|gets?|got|suffers?|suffered)(?: (?:it|that|them|both|one|the same|from it|with it|a bit))?)?[.,!]?$`,
)
const ofFamily = /\b(?:family|famil\w+|parents|siblings|relatives?|any ?one|any ?body|some ?one|who|else|household|at home|run in|your (?:mum|dad|mother|father|brother|sister|husband|wife|partner|son|daughter|child|kids?|baby))\b/ // biome-ignore format: short
export const isOfOther = (question: string, reply: string): boolean =>
  namesOther.test(reply) && !ofFamily.test(question)

export const isNoReply = (said: string): boolean => noReplies.some(([pattern]) => pattern.test(said))
