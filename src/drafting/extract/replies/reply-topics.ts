/**
 * A history asks after these matters, and the line tells the answer in the reply's own words: sleep, bowels, the last period, how often and how long. The
 * title of the line has the words of the question. D468.
 */
type Row = {
  /** Its first group, or all of it, is the title. */
  readonly asks: RegExp
  /** The title in other words of the question; none where the reply stands alone. */
  readonly title?: string
  /** Words that the reply has to have. */
  readonly needs?: RegExp
  /** Told plainly it needs no quote in a history of the mind. */
  readonly isPlain?: true
  /** Most clauses of the reply, if not all. */
  readonly most?: number
}

// biome-ignore format: one row a line
const rows: readonly Row[] = [
  { asks: /\b(last (?:menstrual )?period)\b/, most: 2, isPlain: true },
  { asks: /\b(cervical screening|cervical smear|pap smear|smears?)\b/, most: 3, isPlain: true },
  { asks: /\b(mammogram)\b/, most: 2, isPlain: true },
  { asks: /\b(contraception)\b|\bwhat are you (using)\b(?!.*\bcontraception\b)/, most: 2, isPlain: true },
  { asks: /^(?!.*\b(?:between|after sex)\b).*\b(?:your|the) (periods|cycles?)\b|^(?:and )?(periods|cycle)[?]/, isPlain: true },
  { asks: /\b(wet nappies(?: yesterday| today| overnight)?|nappies)\b/ },
  { asks: /\b(feeding)\b/ },
  { asks: /\b(?:is|has) (?:he|she)(?: \w+)? (drinking)\b|\bare you (drinking) (?:enough|plenty|okay|water|fluids)\b|\bkeeping (?:any )?(fluids down)\b|\bwhat do you (drink) in a day\b/ },
  { asks: /\b(?:is|are|has) (?:he|she|you)(?: \w+)? (eating(?: and drinking)?)\b|\b(?:how|what) about (eating)\b/, isPlain: true },
  { asks: /^(?!.*\b(?:wake|stop|stopping|wakes|woken|first|lie|flat|trouble|problems?|difficult\w*|badly)\b).*\b(sleep(?:ing)?)\b(?! (?:on|flat|through it|with|apnoea))/ },
  { asks: /\b(appetite)\b/, isPlain: true, needs: /\b(?:eat\w*|ate|food|hungry|meals?|good|fine|ok|okay|normal|poor|bad|off|down|less|more|gone|same|picked up|starving|pick(?:s|ing)?|breakfast|dinner|lunch|toast)\b(?! than)/ },
  { asks: /\b(?:your|the) (weight)\b|\b(weight) (?:changed|been|steady)\b|^(?:and )?(weight)[?]|\b(?:lost|lose|losing|put on|gained) (?:any |some )?(weight)\b/, isPlain: true },
  { asks: /\b(energy)\b/ },
  { asks: /\bconcentrat\w+\b/, title: 'concentration', isPlain: true },
  { asks: /\b(?:your|the) (mood|spirits)\b|\b(mood) wise\b|^(?:and )?(mood)[?]/ },
  { asks: /^(?!.*\b(?:in the (?:wee|poo)|wee and|first poo|late|hurts?|pain\w*|blood\w*|black|change)\b).*(?:\b(bowels?)\b(?! (?:kit|test|screen\w*|cancer))|\b(poos?|motions)\b)/ },
  { asks: /\b(times (?:up )?(?:a|in the|at) night)\b/, isPlain: true },
  { asks: /\b(waterworks)\b|\b(passing (?:any |more |much )?(?:urine|water|wee)|weeing)\b/ },
  { asks: /\b(?:the|your) (stream|flow)\b/, isPlain: true },
  { asks: /\b(?:the|your|his|her) (breathing)\b/ },
  { asks: /\bhow far can you\b.*\bwalk\b/, title: 'can walk', most: 2 },
  { asks: /\bhow many (pillows)\b/, most: 2 },
  { asks: /\b(born)(?: at term| on time| early| normally)\b/, needs: /\b(?:weeks?|term|early|late|on time)\b/, most: 2 },
  { asks: /^(?!.*\b(?:trouble|problems?|difficult\w*)\b).*\b(walk on it|weight on it|weight through it)\b/ },
  { asks: /\b(?:your|the) (vision|eyesight|sight)\b/ },
  { asks: /\b(?:your|the) (hearing)\b|^(?:and )?(hearing)[?]/ },
  { asks: /\b(how often) (?:do you (?:get|have)|does (?:it|that)|is it|are (?:they|you getting)|has it|is it happening)\b/, most: 3 },
  { asks: /^(?:(?:and|so|ok|okay),? )*how often(?: now)?[?]$/, title: 'how often', most: 3 },
  { asks: /\bhow long\b[^?]*\bstiff\b[^?]*\bmornings?\b|\bhow long does the (?:morning )?stiffness\b/, title: 'stiff in the morning', most: 3 },
  { asks: /\bwhat (?:can(?: not| you not)|cannot) (?:you|he|she) (?:do|manage)\b|\bwhat are you (?:struggling with|not able to do|unable to do)\b|\bwhat do you (?:struggle|have trouble) with\b|\bwhat (?:is|has) it stopp(?:ed|ing) you (?:from )?doing\b/, title: 'difficulty with', most: 4 },
  { asks: /^(?!.*\bmedic\w*).*(?:\b(?:stop(?:s|ped|ping)?|keep(?:s|ing)?) you (?:from )?(?:do(?:ing)? (?:anything|things)|doing|working|sleeping)\b|\b(?:how|what) (?:is|are|has|have|does|do)\b[^?]{0,30}\b(?:affect(?:s|ed|ing)?|impact(?:s|ed|ing)?) (?:you|your (?:day|days|life|work|job|routine|day to day|everyday|daily))\b|\bhow are you (?:managing|coping|getting (?:on|by|around)) (?:at home|around the house|with (?:it|the (?:pain|stairs|shopping|housework|house)|your day)|day to day))/, title: '', most: 4 },
  { asks: /\b(?:constant|there all the time|all the time)\b[^?]*\bor\b[^?]*\bcomes? and goe?s?\b|\bcomes? and goe?s?,? or\b|\bgetting (?:any )?(?:better|worse),? (?:or )?(?:getting )?(?:better|worse|the same|staying)\b|\b(?:better|worse),? (?:or )?(?:worse|better|the same)(?: or (?:the same|much the same))?(?: since| than|,| over|[?])/, title: '', needs: /\b(?:was|now|since|then|same|coming|eas(?:ed|ing)|at first|started)\b/, most: 4 },
  { asks: /\bhow long (?:do|does|did) (?:it|they|that|one|each|an attack|the (?:pain|headaches?|attacks?|episodes?)) (?:\w+ )?last\b|\blasts how long\b|\bhow long (?:do|does) (?:it|they) (?:go|hang|stay)\b/, title: 'lasts', most: 4 },
  { asks: /\b(?:had|happened|done|felt)\b(?!.*\b(?:many|or|and)\b)[^.?,]*\b(before|in the past)\b/, needs: /\b(?:once|twice|times?|ago|last|year|years|since|when|nineteen|twenty|two thousand|first|second|third|fourth|milder|worse)\b/ },
]

/** "Have you had a urine infection before?": what was there before. */
const had =
  /\bhad (?:an? |any |some )?((?!it\b|this\b|that\b|them\b|anything\b|something\b|these\b|one\b|to\b|the\b|your\b)[a-z]+(?: [a-z]+){0,2}) (?:before|in the past)\b/

export type ReplyTopic = Pick<Row, 'needs' | 'most' | 'isPlain'> & { readonly title: string }

/** Another matter with such words: a habit, a medicine, an order, the family. */
const otherMatter =
  /\b(?:next on|on to|sheet|tablets?|medic\w*|pills?|doses?|puffers?|inhalers?|smok\w*|alcohol|beers?|wine|units|coffee|family|allerg\w*|blood pressure (?:is|at)|sugars?|numbers|height|is that (?:just )?for|shall we|would you like|do you want|happy (?:to|with)|can you (?:do|take|get|give|come|put|try|start|aim)|could you (?:do|take|get|give|come|put|try)|before (?:bed|breakfast|lunch|dinner|food|you (?:go|leave)))\b/

/** The turn asks after something else too, and the reply may be to that. */
export const asksOtherMatter = (said: string): boolean => otherMatter.test(said)

/** The matters of a question, in the order of the table. */
export const listReplyTopics = (said: string): readonly ReplyTopic[] =>
  otherMatter.test(said)
    ? []
    : rows.flatMap(({ asks, title, ...rest }) => {
        const match = asks.exec(said)
        const before = match?.[1] === 'before' || match?.[1] === 'in the past' ? had.exec(said) : null
        return match === null ? [] : [{ title: title ?? (before === null ? undefined : `${before[1]} ${match[1]}`) ?? match.slice(1).find((group) => group !== undefined) ?? match[0], ...rest }]
      }) // biome-ignore format: one row a step
