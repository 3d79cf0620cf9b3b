/** The verifier's own small tables. It shares only the concept, medicine and site names with the drafter, as synonyms. */

/** The message of each rule; fixed texts, never a value. */
export const ruleMessages = {
  'no-evidence': 'The statement cites no evidence.',
  'evidence-unknown': 'The evidence is not among the transcripts and records given.',
  'evidence-range': 'The evidence lies outside its segment.',
  'uncertain-as-certain': 'The recording was unclear here, and the statement does not say so.',
  'words-unsupported': 'Words of the statement occur neither in its evidence nor as a synonym of it.',
  'number-mismatch': 'A number of the statement is not in its evidence.',
  'unit-mismatch': 'A number stands with another unit than in the evidence.',
  'rate-mismatch': 'The frequency differs from the evidence.',
  'side-mismatch': 'The side differs from the evidence.',
  'attribute-mismatch': 'A quality, a time or a form is said otherwise of this thing.',
  'polarity-mismatch': 'The evidence says the opposite, or both.',
  'person-mismatch': 'The evidence is about another person.',
  'certainty-mismatch': 'The note is surer, or less sure, than what was said.',
  'speaker-mismatch': 'The evidence is from the wrong speaker for this kind of statement.',
  'question-unanswered': 'The question has no answer that supports the statement.',
  'not-asserted': 'The evidence is a question, a fear, a belief or a condition, not a fact.',
  'time-mismatch': 'The evidence speaks of another time.',
  'plan-undecided': 'The evidence is an option, a condition or an explanation, and no order.',
  'condition-dropped': 'A condition or an exception that was said with it is left out.',
  'thing-unnamed': 'The statement does not name the thing that it is about.',
  'order-not-given': 'The evidence gives no such order, or not to the patient.',
  'said-in-other-words': 'The statement says it in other words than the evidence. Compare the two.',
  'frame-mismatch': 'The question asked for something else.',
  'claim-mismatch': 'The sentence and its coded claim differ.',
  'parts-mismatch': 'The facts of the sentence and their evidence do not make up the sentence.',
  'code-mismatch': 'The code does not belong to the concept.',
  'section-mismatch': 'The kind of statement does not belong to this section.',
  'section-required': 'A required section has no statement.',
  'allergy-invented': 'The note states an allergy that its evidence does not state of the patient.',
  'allergy-dropped': 'An allergy of the transcript or the record is not in the note.',
  'allergy-contradicted': 'The note denies an allergy that the transcript or the record names.',
} as const
export type Rule = keyof typeof ruleMessages

/** Words that carry no clinical content: grammar, and the phrases of a note. */
export const templateWords: ReadonlySet<string> = new Set(
  (
    'a an the and or of for to in on at with if is was be been as it its this that which who by from has have had his her their there ' +
    'no not nil none denies denied without never does did do possibly possible likely probable suspected consistent recording unclear record ' +
    'history past medical family previously initially now resolved currently reports reported says said patient presents presenting ' +
    'longer takes taking take uses using tried try taken helped help started since ago about known other regular any also ' +
    'review return call go look out exclude consider continue increase reduce stop start advised plan trial need better worse side sides both after before up ' +
    'lives works drinks smokes smoke drink live work ex smoker uses normal normally well otherwise relevant problems need onset per day every feels feeling felt some mild minute mmhg kg bpm min mmol'
  ).split(' '),
)

/** A note's word, and speech that supports it. Our own; on plain lower-case text. */
export const supports: readonly (readonly [word: RegExp, evidence: RegExp])[] = [
  [/^abdom\w*$/, /\b(?:tummy|stomach|bell(?:y|ies)|abdom\w*|abdo|guts?)\b/],
  [/^lower$/, /\b(?:lower|bottom|below|low down|down)\b/],
  [/^upper$/, /\b(?:upper|top|above)\b/],
  [/^(?:seek|medical|help)$/, /\b(?:look out|watch (?:out )?for|keep an eye|triple (?:zero|o)|nine nine nine|emergency|hospital|casualty|ambulance|come (?:straight )?(?:back|in)|straight (?:back|in)|ring|call|do not wait|seek|help|attention|seen|checked|looked at|assessed|advice|care|review|appointment|assessment)\b/],
  [/^watch$/, /\b(?:look (?:out )?for|look out|watch|an eye|(?:things|signs|symptoms|flags?) (?:\w+ ){0,6}(?:are|is|include))\b/],
  [/^see$/, /\b(?:see|seen|back to|go(?:ing)? (?:back )?to|visit|appointment|book in|pop in|check in with)\b/],
  [/^elsewhere$/, /\b(?:elsewhere|(?:any|some)where else|other (?:places?|spots?|parts?|joints?))\b/],
  [/^present$/, /\b(?:there|present|heard|felt)\b/],
  [/^losing$/, /\blos(?:e|es|ing)\b/],
  [/^worsening$/, /\b(?:wors\w+|more)\b/],
  [/^severe$/, /\b(?:bad|severe|awful|terrible)\b/],
  [/^come$/, /\b(?:com(?:e|ing)|popp?(?:ing)?|drop|nip|go|going|head|(?:get|getting|have|having|bring|bringing|book|booking|put|fit|squeeze|slot) (?:you|him|her|them|yourself) (?:\w+ ){0,2}(?:in|down|over|along|to|into))\b/],
  [/^arrange$/, /\b(?:will|let us|better|going to|need to|want to|would like to) (?:just )?(?:xray|x ray|ultrasound|scan|image|swab|biopsy|mri|ct)\b|\b(?:shoot|flick|bung|chuck|whack|slot|squeeze) (?:you|him|her|it|that|a|an|this) |\b(?:is|are) (?:the )?(?:next|first|up next)\b|^(?:and |so |then )*(?:first|second|third|firstly|secondly|lastly|finally|number \w+) ?[,:]|\bnext stop\b|\bthe plan (?:is|was|would be)\b|\bwhat (?:we|i) (?:do|need|want|order)\b|^(?:(?:so|and|then|ok|okay|right|well) )*(?:\w+ ){1,4}(?:today|first|next|now),? (?:and|then|plus)\b|\b(?:arrang\w*|organi[sz]\w*|order\w*|book\w*|request\w*|get\w*|do|doing|run\w*|send\w*|take|taking|check\w*|repeat\w*|have|having|put|sort\w*|set|need\w*|had|form|slip|step|due|up|chase|drop|bring|give|provide|perform|obtain|collect\w*|write|fill\w*|print\w*|want|require|due|referr?\w*|(?:would|am going to|'d) like|overdue|(?:am|are) after|ask\w* the lab|(?:off|over|down) to (?:the )?(?:lab|imaging|pathology|radiology)|tick\w*|not go amiss|time for)\b/],
  [/^refer$/, /\b(?:refer\w*|send\w*|write|writing|letter|get\w*|put\w*|book\w*|arrang\w*|organi[sz]\w*|ask\w*|seen?|assess\w*|review\w*|registrar|link\w*|hook\w*|touch|speak|talk|appointment|involve\w*|pass\w*|saw|best bet|next stop|port of call|hand\w* (?:you|him|her) over|over to|cast an eye|(?:take|have) a look|more for you)\b/],
  [/^(?:phone|review)$/, /\b(?:call|ring|phone|telephone|buzz|see|seeing|come|coming|back|again|check|catch|touch|look|appointment|visit|pop|drop|speak|talk|follow|review)\b/],
  [/^(?:pain|aches?|sore|painful)$/, /\b(?:pain\w*|ach\w+|sore\w*|hurt\w*|tender\w*|killing|throb\w*|burning|sting\w*|cramp\w*)\b/],
  [/^swelling$/, /\b(?:swell\w*|swollen|bigger|puff\w*|bloated)\b/],
  [/^(?:urination|urine|urinary)$/, /\b(?:pee\w*|wee\w*|urin\w+|toilet|loo|bathroom|pass\w* water|waterworks)\b/],
  [/^(?:stools?|bowels?|motions)$/, /\b(?:stools?|poo\w*|bowels?|motions?|bottom|back passage|toilet)\b/],
  [/^swallow\w*$/, /\bswallow\w*/],
  [/^skin$/, /\b(?:skin|hands?|arms?|face|legs?|chest|rash)\b/],
  [/^(?:cramping|cramps?)$/, /\bcramp\w*|\bspasm/],
  [/^intermittent$/, /\bcom(?:e|es|ing) (?:and|in) go\w*|\bon and off|\boff and on|\bnow and then|\bcomes\b|\bwaves|\bnot (?:always|constant)|\bintermittent/],
  [/^constant$/, /\ball the time|\bconstant\w*|\bcontinu\w+|\bnon ?stop|\balways there|\bdoes not go away|\bthere all day/],
  [/^gradual$/, /\bgradual\w*|\bslow(?:er|ly)|\bbuil[dt](?:ing)? up|\bcrept|\bcreeping up|\b(?:snuck|sneaked|sneaking) up|\bbuilt over|\bby degrees|\bover (?:time|(?:some |several |a few |many |a couple of )?(?:hours|days|weeks|months))|\b(?:little by little|bit by bit|step by step)/],
  [/^sudden$/, /\bsudden\w*|\babrupt\w*|\bquickly|\bout of (?:the blue|nowhere)|\ball at once|\bthunderclap|\b(?:as|like) a (?:bolt|shot|flash)|\bin (?:an instant|a flash|one go)|\bjust like that|\bfrom one (?:minute|moment|second) to the next|\bfrom nothing to|\bit (?:just )?(?:hit|struck) me\b/],
  [/^(?:getting|worse|worsening)$/, /\bwors\w+|\bgot worse|\btroublesome|\bdeteriorat/],
  [/^(?:improving|better|resolved)$/, /\bbetter|\bimprov\w+|\beas(?:ed|ing)|\bgoing away|\bwent\b|\bgone|\bstopped|\bsettl\w+|\bcleared|\bfixed\b|\bsorted\b|\bcome down\b|\bnot since\b|\bright (?:now|again)\b|\bpast\b|\bpassed\b|\bfine\b|\bok\b|\bclear\w*|\bpersist\w*|\bstill\b|\bwork\w*|\bhelp\w*/],
  [/^(?:severe)$/, /\bsevere|\bterrible|\bhorrible|\bunbearable|\bexcruciating|\bworst|\bblinding/],
  [/^radiating$/, /\bmov\w+|\bspread\w*|\bradiat\w+|\btravel\w*|\bgo(?:es|ing)? (?:any|to|down|into|up)/],
  [/^(?:aching|ache)$/, /\bach\w+/],
  [/^(?:stinging|burning|throbbing|stabbing|spreading|pressure|tight|heavy|sharp|dull|stiffness)$/, /\bsting\w*|\bburn\w*|\bthrob\w*|\bpound\w*|\bstab\w*|\bspread\w*|\bpress\w*|\btight\w*|\bheav\w+|\bsharp|\bshooting|\bdull|\bstiff\w*|\bpulsat\w+|\bband\b|\bsqueez\w+|\bthump\w*|\bknife/],
  [/^(?:alone)$/, /\balone|\bon my own|\bby myself|\bjust me\b|\bit is (?:just )?me\b/],
  [/^(?:smok\w*)$/, /\bsmok\w*|\bcig\w+|\bfags?\b|\btobacco\b|\brollies\b/],
  [/^(?:alcohol|drinks?)$/, /\balcohol|\bdr[iau]nk\w*|\bbeers?|\bwine|\bunits|\bpints?|\btee ?total\w*|\bbooze\b|\bgrog\b/],
  [/^(?:medicines?)$/, /\bmedic\w+|\btablets?|\bprescri\w+|\bdrugs?/],
  [/^allerg\w*$/, /\ballerg\w+|\bintoleran\w+|\breact\w*/],
  [/^(?:normal|normally)$/, /\bok\b|\bokay|\bfine|\bnormal\w*|\bwell\b|\bgood\b|\ball ?right|\bregular/],
  [/^(?:sleeping|sleep)$/, /\bsle(?:ep|pt)\w*/],
  [/^(?:diary)$/, /\bdiary/],
  [/^(?:trigger)$/, /\btrigger\w*/],
  [/^(?:examination|face)$/, /\bexamin\w+|\bface\b|\bin person|\bcome in/],
  [/^(?:emergency|department)$/, /\ba ?(?:and|&) ?e\b|\baccident and emergency|\bemergency|\bcasualty|\be ?d\b/],
  [/^(?:hospital|assessment)$/, /\bhospital/],
  [/^(?:test|tests|sample|screen|function|count|monitoring|check)$/, /\btest\w*|\bsamples?|\bscreen\w*|\bfunction|\bcount|\bcheck\w*|\bmonitor\w*|\bdip\w*|\bbloods?|\binvestigat\w+|\bmeasure|\blevels?|\bkeep an eye|\btake\b|\bcultur\w+/],
  [/^(?:hydrated|keep|fluids)$/, /\bhydrat\w+|\bfluids?|\bdrink\w*|\bwater/],
  [/^(?:light|bland|diet|healthy)$/, /\bdiet\w*|\bfoods?|\beat\w*/],
  [/^(?:management|conservative)$/, /\bconservative/],
  [/^(?:information|leaflet)$/, /\bleaflets?|\binformation/],
  [/^(?:medical|certificate)$/, /\bsick note|\bcertificate|\bdoctor'?s note|\bfit note|\bmedical/],
  [/^(?:further)$/, /\bfurther|\bmore|\bcouple|\bfew|\bsome/],
  [/^(?:avoid|cut|down|wear)$/, /\bavoid\w*|\bcut\w*|\breduc\w+|\bwear\w*|\buse\b/],
  [/^(?:referral|specialist)$/, /\brefer\w*|\bspecialist/],
  [/^(?:vaccinations?|immunisations?)$/, /\bvaccin\w+|\bjabs?\b|\bimmunis\w+|\bneedles\b|\bshots\b/],
  [/^problems?$/, /\b(?:blood pressure|sugars?|thyroid|cholesterol|prostate|problems?|trouble|issues?)\b/],
  [/^age$/, /\bwhen (?:i|he|she) was\b/],
  [/^hepatitis$/, /\bhep\b/],
  [/^vaccine$/, /\bvaccin\w+|\bjabs?\b|\bimmunis\w+|\bneedles?\b|\bshots?\b|\bboosters?\b/],
  [/^(?:up|date)$/, /\bup to date|\beverything|\bfully\b|\ball (?:of )?(?:them|his|her|the|done|good|current)|\bon (?:time|schedule)/],
  [/^(?:electrocardiogram|ecg)$/, /\becg|\belectrocard\w+|\btracing/],
  [/^echocardiogram$/, /\becho\w*|\bheart (?:scan|ultrasound)/],
  [/^(?:substance)$/, /\ballerg\w+/],
  [/^(?:time|off)$/, /\boff\b/],
  [/^(?:respiratory|breaths)$/, /\bbreath\w*|\bresp\w*/],
  [/^rate$/, /\brates?\b|\bbreath\w*|\bresps?\b/],
  [/^palpable$/, /\bfe(?:el|lt)\b|\bpalpa\w+/],
  [/^cm$/, /\bcentimet(?:re|er)s?\b/],
  [/^temperature$/, /\btemp\b|\bthermometer\b|\bdegrees\b|\bunder (?:the|your|his|her) (?:tongue|arm)|\bin (?:the|your|his|her) (?:\w+ )?ear\b|\bforehead/],
  [/^height$/, /\bcentimet(?:re|er)s?\b|\bcm\b|\btall\b/],
  [/^glucose$/, /\bsugars?\b|\bglucose|\bbsl\b|\bmillimoles?\b|\bmmol\b/],
  [/^weakness$/, /\bweak\w*/],
  [/^(?:physiotherapy|physio)$/, /\bphysio\w*/],
  [/^change$/, /\bchang\w*|\bincreas\w+|\breduc\w+|\balter\w*|\bbump|\bstep|\bmov\w+|\bbecom\w+|\bgoes\b|\b(?:rather than|instead of|in place of)|\bto\b|\bmake it|\bup\b|\bdown\b/],
  [/^continue$/, /\bcontinu\w+|\bcarry on|\bkeep\b|\bstay\w*|\bstick|\brenew|\bnot stop|\bno changes?\b|\bnothing changes/],
  [/^stopped$/, /\bstop\w*|\bg(?:ave|iven) (?:it|them|that|smoking) (?:up|away)\b|\b(?:packed|chucked) (?:it |them )?in\b|\bc[ao]me off\b|\bquit\b|\bgave up\b/],
  [/^ambulance$/, /\bambulance|\btriple (?:zero|o)\b|\bnine nine nine\b|\b999\b|\b000\b/],
  [/^radiat\w*$/, /\bspread\w*|\btravel\w*|\bmov\w+|\bradiat\w+|\bgo(?:es|ing)?\b/],
  [/^severity$/, /\bout of|\bscale|\bbad|\brate|\bsevere/],
  [/^driving$/, /\bdriv\w+/],
  [/^(?:as|needed)$/, /\bas (?:and when|needed|required)|\bwhen (?:i |it |)(?:need|require)\w*|\bwhen needed/],
  [/^(?:oxygen|saturation)$/, /\bsats?\b|\boxygen|\bsaturations?|\b(?:room|on) air\b|\bfinger\b|\bprobe\b|\boximeter/],
  [/^pulse$/, /\bpulse|\bheart rate|\bheart\b|\bbeats\b|\bbpm\b/],
  [/^(?:blood|pressure)$/, /\bb ?p\b|\bblood pressure|\bpressure\b|\bcuff\b|\b(?:\d+|\w+ty|\w+teen|hundred|one|two|three|four|five|six|seven|eight|nine) over (?:a )?(?:\d+|\w+ty|hundred)\b/],
  [/^weight$/, /\bweigh\w*|\bkilos?\b|\bkilograms?\b|\bkgs?\b/],
  [/^exclude$/, /\brul(?:e|ed|ing) out|\bexclud\w+|\bmake sure\b/],
  [/^(?:active)$/, /\bactive/],
  [/^(?:retired|unemployed|student|pregnant|sexually|recreational|drugs)$/, /\bretired|\bunemployed|\bstudent|\bstudying|\bpregnan\w+|\bsexual\w*|\brecreational|\billicit|\bdrugs?/],
  [/^(?:fit)$/, /\bfit\b/],
  [/^(?:stomach|midday)$/, /\bmid ?day|\bnoon|\bstomach/],
  [/^(?:lying|bending|movement|exertion|eating|breathing|coughing|forward|rest)$/, /\bl(?:ie|ying|ay)\b|\bben(?:d|t)\w*|\blean\w*|\bmov\w+|\bexerci\w+|\bexert\w+|\bwalk\w*|\beat\w*|\bmeals?|\bfood|\bbreath\w*|\bcough\w*|\brest\w*/],
  [/^(?:relieved|painkillers|paracetamol)$/, /\bpainkill\w*|\bpain relief|\bparacetamol|\bpanadol|\bhelp\w*|\banalges\w+|\bpain medication/],
] // biome-ignore format: one row a line

export const ownRelatives: ReadonlyMap<string, string> = new Map(Object.entries({
  mother: 'mother', mum: 'mother', mom: 'mother', mam: 'mother', mums: 'mother', moms: 'mother', father: 'father', dad: 'father', dads: 'father', brother: 'brother', brothers: 'brother',
  sister: 'sister', sisters: 'sister', son: 'son', daughter: 'daughter', grandma: 'grandmother', grandmother: 'grandmother', gran: 'grandmother', granny: 'grandmother', nan: 'grandmother', nana: 'grandmother',
  grandad: 'grandfather', granddad: 'grandfather', grandfather: 'grandfather', grandpa: 'grandfather', aunt: 'aunt', auntie: 'aunt', aunty: 'aunt', uncle: 'uncle', cousin: 'cousin', parents: 'parent', parent: 'parent',
})) // biome-ignore format: a table
export const otherPersons: ReadonlySet<string> = new Set(
  'somebody anybody colleague colleagues housemate housemates flatmates roommate roommates girl lad classmate classmates teammate customer dog cat wife husband missus hubby man lady bloke mate mates partner girlfriend boyfriend friend friends colleague flatmate neighbour kids kid child children baby boss he she they someone'.split(
    ' ',
  ),
)

export const hedgeWords = /\b(?:possibl[ey]|unclear|uncertain|may|might|maybe|perhaps|not certain|unsure|query)\b|\?/
export const softWords =
  /\b(?:possibl[ey]|unclear|uncertain|may|might|maybe|perhaps|likely|probabl[ey]|suspected|consider|exclude|unsure|query|if|return|look out|thinks?)\b|\?/
