/** Words around the cited ones that limit them, end them, or take them back; each form with its linguistic reason. D315. */
import type { Rule } from '../tables.ts'

/** `plan`: an order. `denial`: a no, or a state of health. `fact`: any other statement. */
export type Bearing = 'plan' | 'denial' | 'fact'

export type Limit = {
  readonly name: string
  /** `lead`: the sentence before the cited words. `tail`: the sentence after them. `next`: the speaker's next sentence. `asked`: the other speaker's words before. `sentence`: the cited sentence before the words of the statement. */
  readonly where: 'lead' | 'tail' | 'next' | 'asked' | 'sentence'
  readonly of: readonly Bearing[]
  readonly pattern: RegExp
  /** A statement with these words says so itself. */
  readonly toldBy: RegExp
  /** A sentence that follows and leaves the statement as it is. */
  readonly spares?: RegExp
  /** The limit holds only for cited sentences of this form. */
  readonly needs?: RegExp
  readonly rule: Rule
  readonly reason: string
}

/** Beginnings without a meaning of their own. */
const begin = '^(?:(?:well|oh|no|but|and|or|so|now|actually|sorry|i mean|to be fair|ok|okay) ?,? )*'
const saysCondition = /\b(?:safety net|if|unless|when|whenever|in case|in the event|should|until|once|after|as long as|provided|except|apart|other than|only|before|positive|depend\w*|may|might|could|consider\w*|possibl\w+|sooner|earlier|with (?:any|new|worsening)|regarding|for (?:any|new|worsening)|safety netted)\b/ // biome-ignore format: one row
const saysPast = /\b(?:past|previous\w*|initial\w*|resolved|settled|gone|earlier|before|former\w*|stopped|ceased|had|was|were|used to|until|ago|early|since|no longer|ex)\b/ // biome-ignore format: one row
const saysFear = /\b(?:worr\w+|fear\w*|concern\w*|anxi\w+|afraid|scared|frightened|possibl[ey]|likely|query|exclude|rule out|wonder\w*|thought)\b/ // biome-ignore format: one row
/** "If you like" and "see if" name no condition of the order. */
const condition = '(?<!\\b(?:know|see|ask|wonder|sure|check|tell me|say|sorry|even) )(?:if(?! (?:you|i|we|that|it|possible)(?: (?:like|want|wish|would|can|could|may|might|do not mind|is (?:ok|okay|all right|alright|fine|possible)))?(?: |,)*$)|unless|in case|in the case|should (?:you|it|this|that|the|he|she)|as long as|provided)' // biome-ignore format: one row
/** A clause that has its order already has spent its condition. */
const spent =
  '(?!.*, (?:then |and |so |please )*(?:call|ring|come|go|take|let|give|i will|we will|you should|you need|you can|just)\\b)'

// biome-ignore format: one row a line
export const limits: readonly Limit[] = [
  { name: 'condition before', where: 'lead', of: ['plan'], pattern: new RegExp(`\\b${condition} ${spent}`), toldBy: saysCondition, rule: 'condition-dropped', reason: 'an order in the main clause holds only if its condition is met' },
  { name: 'condition after', where: 'tail', of: ['plan'], pattern: /^,? ?(?:or )?(?:only )?(?:if(?! (?:you (?:like|want|can|could|wish|do not mind)|that is|possible|i may))|unless|except|until|as long as|provided|in case)\b/, toldBy: saysCondition, rule: 'condition-dropped', reason: 'a clause after the order limits it' },
  { name: 'exception after an order', where: 'next', of: ['plan'], pattern: new RegExp(`${begin}(?:unless|except|until|as long as|provided|(?:but )?only (?:if|when|until))\\b`), toldBy: saysCondition, rule: 'condition-dropped', reason: 'a sentence that begins with an exception has no main clause: it belongs to the one before' },
  { name: 'exception', where: 'next', of: ['denial'], pattern: new RegExp(`${begin}(?:unless|except|apart from|other than|as long as|only)\\b`), toldBy: saysCondition, rule: 'condition-dropped', reason: 'what is excepted is not denied' },
  { name: 'exception in the sentence', where: 'tail', of: ['denial'], pattern: /^,? ?(?:but |and )?(?:unless|except|apart from|other than|as long as|provided|only|until|if|when|while)\b/, toldBy: saysCondition, rule: 'condition-dropped', reason: 'the denial holds only in that case' },
  { name: 'fear before', where: 'lead', of: ['fact'], pattern: /\b(?:worr\w+|scared|tell me (?:it|that|this) is not|afraid|fear\w*|panick\w*|terrified|keep thinking|kept thinking|google\w*|i thought|i was thinking|what if|wonder\w*)\b/, toldBy: saysFear, rule: 'not-asserted', reason: 'the verb of fear before it governs the name' },
  { name: 'another before', where: 'lead', of: ['fact'], pattern: /^(?:(?:well|and|so|but|because|you know) ?,? )*(?:someone|somebody|some people|people|(?:a|my|this|that) (?:\w+ )?(?:friend|neighbour|colleague|mate|cousin|aunt|uncle|mother|mum|dad|father|sister|brother|wife|husband|partner|boss|guy|bloke|lady|woman|man|girl|lad))\b(?!.*\b(?:i|me|my own)\b)/, toldBy: /\b(?:mother|father|sister|brother|aunt|uncle|wife|husband|partner|friend|colleague|neighbour|cousin|family|contact\w*|someone|relative)\b/, rule: 'person-mismatch', reason: 'the sentence has another subject' },
  { name: 'asked for a fear', where: 'asked', of: ['fact'], pattern: /\b(?:worr\w+|concern\w*|afraid|scared|fear\w*|dread\w*|on your mind|at the back of your mind|what (?:do|did) you think (?:it|this)|frighten\w*)\b[^?]*\?[^?]*$/, toldBy: saysFear, needs: /^(?!.*\b(?:have|has|had|got|get|gets|am|is|are|was|were|been|do|does|feel|feels|felt|came|comes|suffer\w*|take|takes|since|for)\b)/, rule: 'not-asserted', reason: 'a bare name answers the question after the fear' },
  { name: 'condition in the sentence', where: 'sentence', of: ['plan'], pattern: new RegExp(`^(?:(?:so|and|but|now|ok|okay|then|also) ?,? )*${condition} ${spent}`), toldBy: saysCondition, rule: 'condition-dropped', reason: 'an order in the main clause holds only if its condition is met' },
  { name: 'over', where: 'next', of: ['fact'], pattern: new RegExp(`${begin}(?:it|that|they|this|those|these)\\b(?! (?:\\w+ )?not\\b)(?!.*\\b(?:still|back|again|came back|worse)\\b).{0,30}\\b(?:gone(?! (?:in|into|to|up|down|on|over|through|under|across|red|blue|green|hard|numb|stiff))|went(?: away| off(?! to)| again)?(?= ?[,.?!]|$| after| by | within| in )|stopp?ed|cleared|settled|finished|resolved|better now|fine now|over now|passed)\\b`), toldBy: saysPast, rule: 'time-mismatch', reason: 'a pronoun takes the thing up, and its verb ends it' },
  { name: 'until then', where: 'next', of: ['fact'], pattern: new RegExp(`${begin}(?:i|it|they|that) (?:did|was|were|had|used to)\\b.*\\buntil\\b|${begin}(?:they|he|she|the doctor|i) (?:stopped|took me off|came off|changed|finished)\\b(?=.*\\b(?:it|that|them|those|off)\\b)`), toldBy: saysPast, rule: 'time-mismatch', reason: 'an elliptic past sentence corrects the one before' },
  { name: 'taken back', where: 'next', of: ['plan'], pattern: /^(?:(?:oh|um|or|sorry|well|okay|right|hang on|wait) ?,? )*(?:actually ?,? no\b|no ?,? (?:actually|scrap|hang on|wait|sorry|let us not|forget)|scrap (?:that|it)|forget (?:that|it|what i said)|on (?:second thoughts?|reflection)|(?:i have )?changed my mind|let us not\b|cancel that|strike that|i take that back)/, toldBy: /\b(?:not|no|cancel\w*|decided against)\b/, spares: /^(?:make (?:it|that) |i mean |say )?(?:an? |one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|fifty|\w{3,5}ty|half|\d)/, rule: 'order-not-given', reason: 'the speaker withdraws the order that was just given' },
]
