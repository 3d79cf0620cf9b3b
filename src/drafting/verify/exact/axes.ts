/**
 * Qualities of which a thing has one at a time. The note's value must be said of the same thing; another value that is said nearer to it
 * refutes the note. Patterns are for plain lower-case text, and hold for note and speech alike. D291.
 */
export type Axis = {
  readonly name: string
  /** A person may well say both of one thing: the axis judges only sentences in other words. */
  readonly isLoose?: boolean
  /** `inNote` is the pattern of the note where speech has more words for it. */
  readonly values: readonly (readonly [value: string, pattern: RegExp, inNote?: RegExp])[]
}

// biome-ignore format: one value a line
export const axes: readonly Axis[] = [
  { name: 'side', values: [
    ['left',  /\b(?:on|the|my|your|his|her) left\b|\bleft(?! (?:with|over|me|him|her|it|the|work|my|home))\b/],
    ['right', /\bright(?= (?:side|sided|hand|ear|eye|knee|hip|leg|arm|foot|ankle|wrist|shoulder|elbow|breast|calf|thigh|flank|heel|thumb|toe|temple|upper|lower|testicle|one|groin|loin|big|cheek|nostril|buttock|lung|base|forearm|index|ring|little|iliac)\b)|\b(?:the|my|on|your|upper|lower|that|his|her) right(?! (?:now|away|amount|thing|time|way|word|dose|place|person|track))\b/, /\bright(?= (?:\w+ )?(?:side|sided|hand|ear|eye|knee|hip|leg|arm|foot|ankle|wrist|shoulder|elbow|breast|calf|thigh|flank|heel|thumb|toe|temple|upper|lower|testicle|one|groin|loin|big|cheek|nostril|buttock|lung|base|forearm|index|ring|little|iliac)\b)/],
    ['both',  /\bboth (?:sides|eyes|ears|knees|hips|legs|arms|hands|feet|ankles|shoulders|breasts|calves|palms|wrists)\b|\bbilateral\w*/],
  ] },
  { name: 'onset', values: [
    ['sudden',  /\b(?:sudden\w*|abrupt\w*|out of (?:the blue|nowhere)|all (?:at once|of a sudden)|thunderclap|instantly|from nothing to|it (?:just )?(?:hit|struck) me)\b/],
    ['gradual', /\b(?:gradual\w*|insidious\w*|slowly|crept|creeping|bit by bit|little by little|(?:snuck|sneaked|sneaking) up|buil(?:t|ds?|ding) (?:up|over)|over (?:time|(?:some |several |a few |many |a couple of )?(?:hours|days|weeks|months)))\b/],
  ] },
  { name: 'pattern', values: [
    ['intermittent', /\b(?:intermittent\w*|sporadic\w*|episodic\w*|occasional\w*|com(?:es?|ing) and go\w*|on and off|off and on|now and (?:then|again)|in waves|from time to time|not (?:\w+ )?(?:all the time|constant\w*|always there))\b/],
    ['constant',     /(?<!not )(?<!not \w+ )\b(?:constant\w*|continuous\w*|persistent\w*|unremitting|all the time|always there|never (?:goes|lets up|stops)|non ?stop|there all day|all day long|relentless|the whole time)\b/],
  ] },
  { name: 'change', values: [
    ['better', /(?<!\b(?:not|no|never|any|feel|makes it|make it|get|gets|getting any) )\b(?:improv\w+|better|on the mend|eas(?:ed|ing|es)|settling|relie[fv]\w*|not as bad|picking up)\b/],
    ['worse',  /(?<!\b(?:not|no|never|any) )\b(?:wors\w+|deteriorat\w+|aggravat\w+|exacerbat\w+|downhill)\b/],
  ] },
  { name: 'severity', values: [
    ['mild',   /\b(?:mild\w*|slight\w*|a (?:bit|little)|not (?:too|that|very|so) (?:bad|severe)|not severe|minor)\b/],
    ['severe', /(?<!not )\b(?:severe\w*|terribl[ey]|excruciating|unbearable|worst|horrible|horrendous|agony|intense\w*|splitting|really bad|very bad)\b/],
  ] },
  { name: 'cough', isLoose: true, values: [
    ['dry',        /\bdry cough\w*|\bcough\w* (?:\w+ ){0,3}dry\b|\bnon ?productive\b|\bunproductive\b|\bnothing com(?:es|ing) up\b|\btickly\b/],
    ['productive', /(?<!non )\bproductive\b|\bphlegmy\b|\bchesty cough\b/],
  ] },
  { name: 'size', values: [['small', /\b(?:small|little|tiny|pea sized)(?= (?:lump|mole|spot|mass|swelling|bump|wound|cut|ulcer|patch|lesion))/], ['large', /\b(?:large|big|huge)(?= (?:lump|mole|spot|mass|swelling|bump|wound|cut|ulcer|patch|lesion))/]] },
  { name: 'time of day', values: [
    ['morning',   /\b(?:mornings?|on waking|first thing|before breakfast|after breakfast|with breakfast)\b/],
    ['afternoon', /\bafternoons?\b/],
    ['evening',   /\b(?:evenings?|nocte|at night|nights?|nightly|nocturnal\w*|overnight|bed ?time|before bed|before (?:i go|you go|going) to (?:bed|sleep))\b/],
  ] },
  { name: 'day or night', values: [['day', /\b(?:day (?:care|shifts?|time|cent(?:re|er)|hospital)|daytime|during the day|by day)\b/], ['night', /\b(?:night (?:care|shifts?|time|nurs\w+)|nights?time|works? nights|during the night|by night)\b/]] },
  { name: 'clock', values: [
    ['a.m.', /\b\d ?am\b|\bin the (?:early )?(?:hours of the )?morning\b/, /\b\d ?am\b/],
    ['p.m.', /\b\d ?pm\b|\bin the (?:afternoon|evening)\b/, /\b\d ?pm\b/],
  ] },
  { name: 'meal', isLoose: true, values: [
    ['before', /\bbefore (?:meals?|food|eating|breakfast|lunch|dinner|i eat|you eat)\b|\b(?:on an )?empty stomach\b|\bpreprandial\b/],
    ['after',  /\bafter (?:meals?|food|eating|breakfast|lunch|dinner|i eat|i have eaten|you eat)\b|\bpostprandial\w*|\bfollowing meals?\b/],
  ] },
  { name: 'need', values: [
    ['as needed', /\b(?:as (?:needed|required)|when (?:needed|required)|prn|(?:when|if) (?:i|you|he|she) needs? (?:it|them|to)|as and when)\b/],
    ['regularly', /\b(?:regularly|every day|daily)\b/],
  ] },
  { name: 'urgency', values: [['urgent', /\b(?:urgent\w*|immediate\w*|straight ?(?:away|back|in|to|up|down)|right away|asap|as soon as possible|two week)\b/], ['routine', /\broutine\w*\b|\bnon ?urgent\w*/]] },
  { name: 'flow', values: [['heavy', /\bheav(?:y|ier|ily)(?= (?:period|bleed|menstr|flow)\w*)|\b(?:period|bleed|flow)\w* (?:\w+ ){0,4}heav(?:y|ier)\b|\bflooding\b/], ['light', /\blight(?:er)?(?= (?:period|bleed|menstr|flow)\w*)|\b(?:period|bleed|flow)\w* (?:\w+ ){0,4}light(?:er)?\b/]] },
  { name: 'surface', values: [['inner', /\b(?:inner|inside|medial)\b/], ['outer', /\b(?:outer|outside|lateral)\b/]] },
  { name: 'height', values: [['upper', /\b(?:upper|top of)\b/], ['lower', /\b(?:lower|bottom of|low down)\b/]] },
  { name: 'colour', values: [['green', /\bgreen\w*/], ['yellow', /\byellow\w*/], ['brown', /\bbrown\w*/], ['red', /\bred\b|\breddish\b/], ['black', /\bblack(?! ?out| ?ed)\b/], ['white', /\bwhite\b/], ['pink', /\bpink\w*/], ['clear', /\b(?:clear|colourless|see through)(?= (?:phlegm|sputum|mucus|discharge|fluid|in colour)|[.,]|$)/], ['dark', /\bdark\w*/], ['bright', /\bbright(?= red| blood)/]] },
  { name: 'novelty', values: [['new', /\b(?:new(?:ly)?|recent onset|first time|never (?:had|happened) (?:it |this |that )?before)\b/], ['old', /\b(?:long ?standing|chronic\w*|for (?:many )?years|all my life|lifelong|always had|since childhood|(?:that|it|this) (?:is|has) been (?:\w+ )?years)\b/]] },
  { name: 'order in time', values: [['before', /\b(?:preced\w+|prior to|before)\b/, /\b(?:preced\w+|prior to|before \w{3,}ing)\b/], ['after', /\b(?:following|after|since|subsequent\w*)\b/, /\b(?:following|subsequent to|after \w{3,}ing)\b/]] },
  { name: 'contact', values: [['telephone', /\b(?:telephone\w*|phone\w*|ring you|give you a (?:call|ring)|call you)\b/], ['in person', /\b(?:face to face|in person)\b/], ['video', /\bvideo\b/]] },
  { name: 'presence', values: [
    ['gone',    /(?<!not )(?<!not \w+ )\b(?:resolved|settled|cleared(?: up)?|gone(?! (?:in|into|to|up|down|on|red|blurr?\w+|numb|yellow))|went away|disappear\w*|no longer|grew out|outgr\w+|back to normal|stopped|packed (?:it )?in|gave up|given up|quit|came off|subsided|vanished|all clear|is over|finished|passed off|was past|has passed|none (?:for|in|since)|(?:could|can|told (?:me|us) to|said to) (?:stop|come off))\b/],
    ['ongoing', /\b(?:ongoing|persist\w*|continu(?:es|ing|ed)|remain(?:s|ing)?|still|lingering|keeps? (?:on )?(?:\w+ing|com\w+)|left with|at present|at the moment|current(?:ly)?)\b/],
  ] },
  { name: 'effect', values: [
    ['help',    /(?<!\b(?:not|no|never|nothing|without|if|to|try and|to try and)(?: \w+){0,2} )\b(?:help(?:s|ed|ful|ing)?|reliev(?:es|ed|ing)|eas(?:es|ed)|alleviat\w+|work(?:s|ed) (?:a treat|well|wonders|fine|great|for)|does work|takes? the edge off|took the edge off|does the trick|sooth\w+)\b/],
    ['no help', /\bnot (?:\w+ ){0,2}(?:help\w*|work(?:ing)?|touch\w*|do(?:ne|ing)? (?:much|anything)|reliev\w+|eas\w+)\b|\bdid nothing\b|\bnothing (?:helps|helped|works)\b|\b(?:no|without|little|any) (?:help|benefit|effect|relief|use|difference|luck|improvement)\b|\buseless\b/],
  ] },
  { name: 'date', values: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday', 'january', 'february', 'march', 'april', 'june', 'july', 'august', 'september', 'october', 'november', 'december', 'christmas', 'easter'].map((day) => [day, new RegExp(`\\b${day}\\b`)] as const) },
  { name: 'state', values: [
    ['good', /\b(?:appetite|sleep|energy|mood|memory|concentration|hearing|vision|eyesight)(?: (?!not\b)\w+){0,3} (?:good|fine|normal|great|excellent|ok|okay)\b|\b(?<!not )(?:good|normal|excellent) (?:appetite|sleep|energy|mood|memory|concentration|hearing|vision|eyesight)\b/],
    ['poor', /\b(?:appetite|sleep|energy|mood|memory|concentration|hearing|vision|eyesight)(?: \w+){0,3} (?:poor|bad|terrible|awful|rubbish|shocking|reduced|gone|down|off|not (?:\w+ )?(?:good|great|the best))\b|\b(?:poor|bad|reduced|no|terrible) (?:appetite|sleep|energy|mood|memory|concentration|hearing|vision|eyesight)\b/],
  ] },
  { name: 'destination', values: [
    ['emergency', /\b(?:hospital|emergency(?! contracept)|casualty|ed\b|a (?:and|&) e\b)/, /\b(?:to|attend\w*|present\w*(?: to)?|via|at) (?:the )?(?:local |nearest )?(?:hospital|emergency department|emergency|casualty|ed)\b/],
    ['ambulance', /\b(?:ambulance|triple (?:zero|o)|nine nine nine|999|000)\b/],
    ['practice',  /\b(?:surgery|clinic|practice|gp|(?<!\b(?:they|things|these|those|(?!always|perhaps|weeks|hours|months|minutes|times)[a-z]{4,}[^s\W]s) )come (?:straight )?back|come in|come and see|see me|back here|call me|ring (?:me|us)|give (?:me|us) a (?:call|ring)|let (?:me|us) know|bring (?:him|her|them) (?:straight )?(?:back|in))\b/, /\b(?:to|contact|call|phone|ring|see|attend|return to) (?:the |a |their |his |her )?(?:surgery|practice|gp|clinic)\b/],
  ] },
  { name: 'work', values: [
    ['off',     /\b(?:off work|off sick|time off|sick leave|away from work|stay(?:ed|ing)? (?:at )?home|missed (?:\w+ ){0,3}work|not (?:\w+ ){0,2}(?:at|to) work)\b/],
    ['working', /\b(?:going (?:in |back )?(?:in)?to work|still (?:at )?work(?:ing)?|kept (?:on )?working|has kept on working|been (?:to|at) work)\b/],
  ] },
  { name: 'result', values: [['positive', /\b(?<!\b(?:not|being|stay|think|very) )positive\b(?! (?:about|outlook|thing|side|thinking|attitude|effect|step))/], ['negative', /\b(?<!\bnot )negative\b(?! (?:about|outlook|thing|side|thinking|thoughts?|attitude|effect))/]] },
  { name: 'effort', values: [['at rest', /\b(?:at rest|resting|while i rest|when i rest|(?:when|while|if) i am (?:just )?(?:sitting|resting|lying)(?: still| down)?)\b/, /(?<!\b(?:none|not|no|nor|never) (?:\w+ )?)\b(?:at rest|resting)\b/], ['on effort', /\b(?:exertion\w*|on effort|exercis\w+|uphill|(?:when|if|while) i (?:am )?(?:walk\w*|run\w*|climb\w*|go up|exercis\w+)|(?:on|up|climbing|only|on going up) (?:the |some |a flight of )?(?:walking|stairs|hills?|running))\b/]] },
  { name: 'air', values: [['room air', /\b(?:room air|on air)\b/], ['oxygen', /\bon (?:\w+ (?:l|lit(?:re|er)s?) (?:of )?)?(?:supplement\w* )?oxygen\b|\b(?:nasal (?:prongs|specs|cannulae?)|hudson mask|non ?rebreather)\b/]] },
  { name: 'gland', values: [['over', /\boveractive\b|\bhyperthyr\w+/], ['under', /\bunderactive\b|\bhypothyr\w+/]] },
  { name: 'level', values: [['high', /\b(?:high|raised|elevated) (?=(?:blood pressure|sugars?|cholesterol|bp|pressure))|\b(?:blood pressure|sugars?|cholesterol|bp) (?:is|are|was|were|has been|runs?|being) (?:\w+ ){0,2}(?:high|up|raised)\b|\bhypertensi\w+|\bhyperglyc\w+/], ['low', /\blow (?=(?:blood pressure|sugars?|bp|pressure|iron))|\b(?:blood pressure|sugars?|bp) (?:is|are|was|were|has been|runs?|being) (?:\w+ ){0,2}low\b|\bhypotensi\w+|\bhypoglyc\w+/]] },
  { name: 'course of a medicine', values: [
    ['start',    /\b(?:start(?:ed|ing)?|commenc\w+|initiat\w+|put (?:you|me) on|began|begin)\b/],
    ['stop',     /\b(?:stop(?:ped|ping)?|discontinu\w+|ceas\w+|came off|come off|coming off|gave up|give up|quit|throw (?:out|away|it|them)|done with|finished with|has to go|withdraw\w*|off your repeat|drop the|(?:want|get|getting|take|taking|have) (?:you|him|her) off|ditch|bin (?:the|that|it)|chuck (?:the|that|it|out)|no more)\b/, /\b(?:stop(?:ped|ping)?|discontinu\w+|ceas\w+|withdraw\w*|came off|gave up|quit)\b/],
    ['continue', /\b(?:continu\w+|carry on|carrying on|keep (?:taking|using|going|on)|keep (?:the |your |his |her )?[a-z]+ (?:going|on|the same|as (?:it )?is)|stay on|stick with|leave (?:it|them|that|you) (?:at|on)|stay (?:at|on)|stays? the same|stays? as (?:it is|they are)|keeps? the same|leave (?:\w+ ){0,3}(?:as (?:it is|they are)|alone|the same))\b/, /\b(?:continu\w+|carry on|keep (?:taking|using|on))\b/],
    ['increase', /\b(?:increas\w+|put (?:\w+ ){0,3}up|doubl\w+|go up)\b/],
    ['reduce',   /\b(?:reduc\w+|halv\w+|cut (?:\w+ ){0,2}down|go down on|lower the dose)\b/],
  ] },
  { name: 'length', values: ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'].map((unit) => [unit, new RegExp(`\\b(?:lasting|lasts?|for|over|of|few|several|some|many|couple of) (?:the )?(?:last |past |several |some |many |a few |few |two |three |\\d+ )?${unit}s\\b`), new RegExp(`\\b(?:lasting|for|over) (?:the )?(?:last |past |many )?${unit}s\\b`)] as const) },
  { name: 'period', values: [
    ['hourly',  /\bhourly\b|(?<!\b(?:half|quarter of|lasting|lasts?|lasted|about|around|over|under|than|for|in|to|within|nearly|almost|maybe|or|after|takes?|took|of) )\ban hour\b|\b(?:every|per|each) hour\b/],
    ['daily',   /\bdaily\b|\b(?:a|per|each|every|in a) day\b|\b(?:each|every) (?:morning|evening|night|day)\b|\bnightly\b|\bin the morning\b|\bat night\b|\bonce a night\b/],
    ['weekly',  /\bweekly\b|\b(?:a|per|each|every|in a) week\b|\bevery (?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:at|on|over|during|each|every|most)(?: (?:a|the))? weekends?\b/],
    ['monthly', /\bmonthly\b|\b(?:a|per|each|every|in a) month\b/],
    ['yearly',  /\b(?:yearly|annual\w*)\b|\b(?:per|each|every) year\b/],
  ] },
  { name: 'term', values: [
    ['week',  /\b(?:end of (?:the|this)|this|next) week\b/],
    ['month', /\b(?:end of (?:the|this)|this|next) month\b/],
    ['year',  /\b(?:end of (?:the|this)|this|next) year\b/],
  ] },
  { name: 'form', values: [['cream', /\bcreams?\b/], ['ointment', /\bointments?\b/], ['drops', /\bdrops\b/], ['spray', /\bsprays?\b/], ['gel', /\bgels?\b/], ['inhaler', /\b(?:inhalers?|puffers?)\b/], ['injection', /\binjections?\b/], ['patch', /\bpatch(?:es)?\b(?= (?:a|per|every)|$)/]] },
]

/** Any value of any axis. */
export const anyValue: RegExp = new RegExp(axes.flatMap(({ values }) => values.map(([, pattern]) => pattern.source)).join('|')) // biome-ignore format: short
