/**
 * Sentences by which a patient says why they came. Each row is a construction of English, and takes any name: "I've come about X", "it's X
 * that brought me in", "I've put up with X for a week". Patterns are for plain lower-case text with contractions opened.
 */

/** `asserts`: the frame has a word of doubt or a question ("if", "could you"), and still tells the complaint. */
type Row = readonly [pattern: RegExp, reason: string, asserts?: 'asserts']

const have = '(?:have|had|have got|got|have had|am having|have been having|have been getting|am getting|keep getting|keep having|get|have noticed|noticed|have been noticing|have developed|developed|have picked up|picked up|seem to have (?:developed|picked up|got)|started (?:getting|having|with)|came (?:down|out) (?:with|in)|have come (?:down|out|up) (?:with|in))' // biome-ignore format: one row
const bear = '(?:battling|fighting|struggling|suffering|plagued|bothered|troubled|dealing|coping|living|putting up|fed up|having (?:a (?:nightmare|terrible time|hard time|bad time|right time)|trouble|problems|a lot of trouble))(?: at all)?(?: (?:with|from|by))?' // biome-ignore format: one row

/** Words that only open a turn. They are taken off one after the other. */
// biome-ignore format: one row a line
export const openers: readonly Row[] = [
  [/^(?:so|well|um|uh|er|erm|oh|ah|hm|yeah|yes|yep|right|look|okay|ok|now|and|but|basically|actually|honestly|really|doctor|doc|hi|hello|thanks|thank you|sorry)(?:[,.]| (?=\w)) ?/, 'particles that begin a turn'],
  [/^(?:to be honest|to tell you the truth|if i am honest|the thing is|what it is is|it is just that|it is (?:only |just )?that|all i know is)(?: with you)?,? (?:that )?/, 'a lead-in with the clause after it'],
  [/^(?:i am (?:a bit |rather )?(?:embarrassed|ashamed|sorry) to (?:say|ask|admit)(?: (?:it|this))?|you will think (?:this|i am|it is) (?:is )?(?:silly|daft|mad)|you know me|i hate (?:to bother|bothering) you|i hope i am not wasting your time|this may (?:sound|be) silly)[,.]? (?:but )?/, 'an apology for coming', 'asserts'],
  [/^(?:if you can believe it|would you believe(?: it)?|believe it or not|and all that time|all that time),? /, 'a remark on the time', 'asserts'],
  [/^i have not been (?:right|well|myself)[,.]? /, 'a general complaint before the particular one', 'asserts'],
  [/^what (?:has happened|happened|i have got|i have|i came (?:about|for|in for)|brings me|i am here (?:for|about)|bothers me) is,? (?:that )?/, 'a cleft sentence'],
  [/^my (?:\w+ )?(?:wife|husband|partner|daughter|son|mum|mother|boss) (?:sent|made|told|asked) me (?:in|come|to come)(?: in)? because /, 'who sent the patient', 'asserts'],
]

/** A verb of having or suffering, of coming, asking or existing, before the name. */
// biome-ignore format: one row a line
export const leads: readonly Row[] = [
  [/^(?:the |my )?(?:main |big |real |only |first )?(?:thing|problem|trouble|issue|complaint|reason|long and the short of it)(?: (?:i am here|i came|i have come|i called|today|really|with me))*(?:,? if (?:you|we) can call it that,?)? (?:is|was|would be),? (?:just |this |that (?=i|my|it))?/, 'a noun of trouble as the subject', 'asserts'],
  [/^(?:i (?:have|am|had)? ?(?:just )?(?:come|came|here|calling|ringing|phoning|been sent)|i (?:booked|made)(?: (?:an|the|this) appointment)?)(?: (?:in|here|today|back|to see you))* (?:about|with|for|because of|over|regarding) /, 'a verb of coming with its reason'],
  [/^(?:i )?(?:wanted|want|would like|was hoping|hoped|need|wondered if (?:i|you) could|was wondering if (?:i|you) could)(?: to)? (?:see you|talk|ask(?: you)?|speak to you|have a chat|help|have a look|look|get something)(?: (?:me|to you))?(?: (?:about|with|at|for))? /, 'a request for help with it', 'asserts'],
  [/^i would not normally (?:come(?: in)?|bother you|see anyone|be here) (?:for|about|with|over) /, 'an apology for coming', 'asserts'],
  [new RegExp(`^(?:i|we) (?:${have}) (?=\\w)`), 'a verb of having in the first person'],
  [new RegExp(`^i (?:am|have been|was|keep) (?:really |just |always |absolutely )*${bear} `), 'a verb of suffering in the first person'],
  [/^i (?:have )?(?:suffered|struggled|put up|lived|coped|battled|dealt)(?: (?:with|from|by))? /, 'a verb of suffering in the first person'],
  [/^(?:there is|there are|there has been|there have been|it (?:all )?(?:started|began) with|it is(?: only| just| all)?(?: about)?|that is|this is) (?=\w)/, 'existence, or a copula'],
  [/^(?:it|she|he|they|the form|the note|the nurse|that|my (?:son|daughter|wife|husband|partner)) (?:probably |must |will )?(?:says?|said|put) (?:that )?(?:it is )?/, 'what a note or a person said of it', 'asserts'],
  [/^(?:this|these|that|a|an|some|my) (?=\w)/, 'a determiner'],
]

/** What may follow the name: how long, how it stays, what the patient did about it. All from there on is left out. */
export const ending =
  / ?(?:,? (?:and|but|so) (?:i|it|my|we|here|nobody|that|now|they|the)\b|, (?:doctor|doc|basically|really|in a word|that is it|you know|and\b|but\b|so\b|which\b|it has|non|on and off|i (?:think|guess|suppose|reckon|would say))|\b(?:that|which) (?:i|will|would|has|have|is|are|was|just|keeps?|does|won|can|itch\w*|hurts?|comes?|goes|wakes?|doubles|nothing)\b|\b(?:has|have) (?:been|brought|got)\b|\b(?:is|are) (?:what|getting|driving|why|killing|bothering|worrying|the (?:reason|problem|thing))\b|\bfor (?:the )?(?:last|past)\b|\bsince\b|\bfor (?:about|around|roughly|nearly|over|almost|a|an|\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|several)\b(?= [a-z ]*(?:hour|day|night|week|fortnight|month|year)s?\b)|\b(?:on and off|all the time|lately|recently|of late|at the moment|these days|now|again|too|as well|non ?stop|by itself)\b|[.;?!]).*$/
