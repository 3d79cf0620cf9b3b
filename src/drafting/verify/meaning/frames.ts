/** Forms of speech that state no fact, that put it into the past, or that leave a plan open; each has its linguistic reason. D258. */

export type Frame = { readonly name: string; readonly pattern: RegExp; readonly reason: string }

// biome-ignore format: one row a line
/** Forms that stand before the thing, in the same sentence. */
export const unasserted: readonly Frame[] = [
  { name: 'fear',        pattern: /\b(?:worr\w+|scared|afraid|fear\w*|freak\w*|concern(?:s|ed)? (?:about|that|it|is|me)|panick\w*|terrified|stress\w* (?:about|that))\b/, reason: 'a verb of fear governs a possibility, not a fact' },
  { name: 'hearsay',     pattern: /\b(?:google\w*|googling|read (?:that|about|online|up|like)|i have read|looked up|the internet|online|heard (?:that|about)|webmd)\b/, reason: 'the source is a text about others' },
  { name: 'hypothesis',  pattern: /\b(?:what if|tell me (?:it|that|this) is not|wonder\w*|whether|in case|just in case|maybe it is|might be|could be|sign of|can be a|(?:can|could) not (?:\w+ )?(?:say|swear|promise|guarantee) (?:that |whether |if )?(?:it|this|that|you|there|he|she))\b/, reason: 'a question or possibility is open' },
  { name: 'condition',   pattern: /\b(?:if(?! i\b)|unless|should you|as long as|provided)\b/, reason: 'a condition is not said to be met' },
  { name: 'comparison',  pattern: /\b(?:as if|as though|similar to|not (?:\w+ ){0,3}like|almost like|(?:feels?|felt|is|more) like (?:an? )?(?:\w+ )?)$|\b(?:as if|as though|similar to|not (?:\w+ ){0,3}like)\b/, reason: 'a comparison names the likeness, not the thing' },
  { name: 'explanation', pattern: /\b(?:such as|for example|can cause|usually|often caused|tends? to|people (?:who|with)|some people|in general|sometimes people|(?<!\b(?:that|this|it) is )what we (?:call|say))\b/, reason: 'a general sentence is about no one person' },
  { name: 'warning',     pattern: /\b(?:look out|watch (?:out|for)|keep an eye|bear in mind|be aware|any of those|come back|call (?:me|us)|let (?:me|us) know)\b/, reason: 'a warning names what has not happened' },
  { name: 'omission',    pattern: /\b(?:forg[eo]t\w*|missed|skipped|meant) (?:to (?:take|have|use|do) )?(?:\w+ ){0,4}$|\bsupposed to (?:take|have|use|do) (?:\w+ ){0,4}$/, reason: 'what was left out did not happen' },
  { name: 'dismissal',   pattern: /\b(?:reassur\w+|not think|not believe|do not suspect|rule out|ruled out|exclude|anything (?:more )?serious|nothing to suggest|not worried)\b/, reason: 'what is set aside is not held' },
]

// biome-ignore format: one row a line
/** Forms that stand in the sentence of the thing, or in the next one. */
export const gone: readonly Frame[] = [
  { name: 'ended',     pattern: /\b(?:stopp?ed(?! (?!(?:smok|drink|tak|us|hav|eat|vap|bleed|hurt|be|com|work|itch|vomit|wheez|cough)ing)[a-z]{2,}ing\b)|(?<!\bvoice (?:has|is|had|completely|just) )gone\b(?! (?:right |all |straight )?(?:in|into|to|down|up|round|through|across|onto|along|under)\b)|went away|it (?:just |then |all )?went(?: (?:away|off|by itself|on its own|after|in|within|again|completely|altogether|now)\b| ?$| ?,)|g(?:ave|iven) (?:(?:it|that|them|(?:the|my) \w+) )?(?:up|away)|quit|(?:chucked|packed|jacked) (?:(?:it|them|that|(?:the|my) \w+|\w+ing) )?in\b|knocked (?:it|them|that|(?:the|my) \w+) on the head|(?<!\bnot )kicked (?:it|them|the (?:habit|smokes|fags|cigarettes|booze|drink))|not had (?:one|any|it|them|that) (?:for|in|since)|(?:nothing|none) since|not (?:used|taken|needed|touched) (?:it|them|that|any|one|mine) (?:at all )?(?:for|in|since|this (?:year|month|week|winter|summer)|lately|recently)|none (?:for|in) (?:\w+ ,? ?){0,3}(?:days?|weeks?|months?|years?)|kept everything down|got over|(?<!\b(?:to|could|should|might|can|will|would) )c[ao]me off|gr(?:ew|own) out|ex smoker|former smoker|cleared(?: up)?|used to(?! (?:\w+ ){0,5}(?:more|less|worse|better|heavier|fewer|lower|higher)\b)|no longer|not any ?more|(?:do|does|am|is) not (?:take|taking|use|using|smoke|smoking|drink|drinking|on) (?:\w+ ){0,3}any ?more|anymore|behind me|in the bin|binned|ditched|thr(?:ew|own) (?:it |them |that )?(?:out|away)|got better|gotten better|it is better(?! than| but| if| when)|fine now|settled|passed now|finished|over now|resolved|not now|has(?: now)? gone)\b(?! (?:(?:bright|all|really|very|a bit) )?(?:red|blue|black|white|yellow|green|brown|grey|pink|purple|dark|pale|scabby|crusty|scaly|fuzzy|wobbly|floppy|weird|sore|numb|dead|stiff|hard|soft|cold|hot|puffy|blurr?y|weak|tight|mad|funny|quiet|deaf|blind|lumpy|itchy|dry|sore|swollen)\b)/, reason: 'a verb of ending' },
  { name: 'was on',    pattern: /(?<!\b(?:though|if|when|while) )\b(?:i|he|she|we) (?:was|were) (?:(?:drinking|smoking|up to|getting through)\b|on (?=(?:about |around )?(?:half|an?|one|two|three|four|five|six|eight|ten|twelve|fifteen|twenty|thirty|forty|sixty|\d+)\b))/, reason: 'the past tense of a habit, where the present is said otherwise' },
  { name: 'changed',   pattern: /\b(?:was|were) (?:on|taking|using) (?:the |a |my )?[a-z]+\b[^.?!]{0,120}\b(?:put me on|switched|changed|swapped|moved me)\b/, reason: 'another thing took its place' },
  { name: 'ran out',   pattern: /\b(?:was|were) (?:on|taking|using) [^.?!]{1,80}\b(?:but|and|then|till|until) (?:then )?(?:i |he |she |we |it |they )?(?:just |have |had |has )*r[au]n out\b/, reason: 'what was taken until it ran out is taken no more' },
  { name: 'tried',     pattern: /\btried (?:\w+ ){1,3}(?:once|one time)\b(?! (?:a|every|per|daily)\b)/, reason: 'one attempt is no habit' },
  { name: 'time past', pattern: /\b(?:last (?:week|month|year|time)|years? ago|months? ago|weeks? ago|years back|in the past|in my (?:teens|twenties|thirties|forties|fifties|sixties|youth)|at school|as a (?:student|young)|done and dusted|when i was|as a (?:kid|child|baby|teenager)|growing up|back then|when (?:the|my|it|this|these|they)(?: \w+)? (?:start\w*|began)|in the beginning|at the (?:start|beginning)|to begin with|at first|initially|the first (?:day|night)|previously|before (?:this|that)|ages ago)\b/, reason: 'an adverb puts it before now' },
]
/** A later sentence of the patient that takes the thing up as "that", and ends it. */
export const endedLater = /^(?:(?:oh|no|well|yes|yeah|but|um|ah|actually) ?,? )*(?:i (?:stopped|came off|gave up|finished|have stopped|have come off|have finished|quit) (?:with )?(?:that|it|them|those|taking)\b|(?:that|it) is (?:very |really )?old\b|i (?:have not|do not|no longer) (?:had|taken|take|have|use|used) (?:that|it|them|those|any)\b(?: (?:in|for|since|now|any ?more)\b|$)|i am not (?:on|taking) (?:that|it|them|those)\b|they (?:stopped|took me off) (?:that|it|them|those)\b)/ // biome-ignore format: one row
/** Of an answer: the thing was once, and is not now. */
export const onceOnly =
  /\b(?:as a (?:kid|child|baby|teenager|student)|when i was|in my (?:teens|twenties|thirties|forties)|at school|years ago|in the past|used to|ages ago)\b/
export const stillNow =
  /\b(?:still|found|noticed|new (?:last|this|just)|started(?=[^.]*\blast (?:week|month))|have had|have got|now (?:it|i|that|my|the|both)|at the moment|right now|(?:going|coming) down|(?<!\bnever )again|currently|today|since|for the (?:last|past)|getting worse|keeps?)\b/

// biome-ignore format: one row a line
/** Forms that stand in the sentence of an order, or before it in the same turn. */
export const undecided: readonly Frame[] = [
  { name: 'effect',    pattern: /(?<!\b(?:i|we) )\b(?:can|sometimes) (?:\w+ ){0,2}(?:give (?:you|some|people)|cause|make (?:you|some|people)|upset|irritate)\b/, reason: 'a possible effect of a medicine is no order' },
  { name: 'option',    pattern: /\b(?:(?<!\bif you )could(?! do with\b| you\b)|might|may|maybe|perhaps|possibly|think about|thinking about|consider\w*|option\w*|choice|would (?:probably|also)|potentially|either(?! ?(?:[.,!]|$))|wonder|depending|possibilit\w+|in reserve|plan b|there is always|up to (?:them|him|her|you|the (?:hospital|specialist|surgeon|clinic))|if you (?:want|like|wish|need))\b/, reason: 'a modal verb or an alternative leaves the choice open' },
  { name: 'condition', pattern: /\b(?:(?<!\b(?:help|helps|better|happier|happy|easier|rest|difference|favour|lot|grateful|glad|pleased|love it) )if(?! you (?:could|can|would)\b| i (?:send|give|write|put|book|pop|get)\b)|unless|in case|should (?:it|you|this|that|things)|were (?:it|this|that|things) to|when you(?! (?:eat|get up|wake|go to bed|go out|shower|bathe|wash|brush|sit|lie|sleep|are (?:sitting|eating|in bed|out|in the sun))\b)|whenever|once(?! (?:in the|at|only|more|weekly|monthly|nightly|a|an|per|every|each|daily)\b))\b/, reason: 'a condition has to be met first' },
  { name: 'later',     pattern: /\b(?:later|next time|down the (?:line|track|road)|can wait|in the future|further down|at some (?:point|stage)|then we (?:can|could|may|might|would)|have a (?:chat|discussion|think)|discuss\w*|worth(?! (?:the (?:effort|trouble)|your while|\w+ing\b)))\b/, reason: 'it is put off, or only talked of' },
]
/** Words that a note may use only after a decision. */
export const decidedWords =
  /\b(?:prescribed|started|commenced|arranged|ordered|booked|requested|organised|referred|referral made|to be (?:done|sent|taken|arranged))\b/
/** Words of a note for what is done already. */
export const doneWords =
  /(?<!\b(?:to be|be|not|if|being) )\b(?:given|taken|performed|examined|fitted|removed|injected|administered|carried out|completed|vaccinated)\b(?! (?:with|as|twice|once|every|at|before|after|for|if|daily))/
/** Words by which a speaker says that it is done. */
export const doneSaid =
  /\b(?:i|we|they|she|he|nurse|you) (?:have|has|had|just|already|did|took|gave|put|removed|injected|checked|examined)\b|\b(?:here is|there we go|all done|that is done)\b/
/** Words by which a speaker decides: the first person, or an order, with a verb of doing. */
export const decides =
  /\b(?:i will|i'll|we will|we'll|i am going to|i have (?:sent|written|booked)|going to (?:give|send|book|arrange|prescribe|start)|give you|prescribe\w*|script|send (?:it|you|this)|start (?:the|you|taking|with)|put you on|i can (?:give|prescribe)|let us|i want you to|i would like you to|please|book\w*|organise|arrange|(?:i|we|you) (?:\w+ )?(?:need|should|must)|(?:i|we) (?:would )?(?:strongly )?(?:recommend|advise|suggest)|i would like|best to)\b/
/** In the words that were said these keep the condition of the speaker. */
export const meets = /\b(?:return|review|contact|back|again)\b/
/** Words by which a note itself leaves a plan open. */
export const openWords =
  /\b(?:if|unless|in case|when|whenever|once (?:this|it|that|the|they|your|his|her|you|he|she)|whether|may|might|could|can|consider\w*|option\w*|possibl\w+|discuss\w*|suggest\w*|or|advice|as needed|as required|for|otherwise|should|to avoid|until|seek|earlier|sooner|advised|recommend\w*|offered|not)\b/

export const findFrame = (frames: readonly Frame[], text: string): Frame | undefined =>
  frames.find(({ pattern }) => pattern.test(text))
