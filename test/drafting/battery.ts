/**
 * Constructed dialogues that the drafter was not written against, each with what a draft must say and must never say.
 * docs/design/drafting.md#rules-of-the-drafter: nothing is stated that the transcript does not say.
 */

/** Clinician or patient, the spoken words, and whether the transcriber was unsure of them. */
type Line = readonly [speaker: 'c' | 'p', text: string, uncertain?: true]

export type BatteryRow = {
  readonly name: string
  readonly segments: readonly Line[]
  /** At least one statement matches each. */
  readonly says: readonly RegExp[]
  /** No statement matches. */
  readonly never: readonly RegExp[]
  /** A statement of the objective section matches each. */
  readonly objective?: readonly RegExp[]
}

const negative = String.raw`\b(?:no|not|nil|never|none|denies|denied|without|declined|unlikely|\w+n't)\b`

/** A sentence with one of the words that does not deny it. */
const stated = (words: string): RegExp => new RegExp(`^(?!.*${negative}).*(?:${words})`, 'i')
/** A sentence that denies one of the words. */
const denied = (words: string): RegExp => new RegExp(`${negative}.*(?:${words})`, 'i')
/** A sentence with one of the words and none of the words that excuse it. */
const without = (excuse: string, words: string): RegExp => new RegExp(`^(?!.*(?:${excuse})).*(?:${words})`, 'i')
/** A sentence that states one of the words without a hedge. */
const certain = (words: string): RegExp => without('possibl|unclear', words)
const past = 'past|previous|history of|used to|teen|as a child|childhood|resolved|settled|gone|went|no longer|stopped|ceased|ended|20\\d\\d|last year' // biome-ignore format: one row

/** A plan comes late: these lines come before it, and none of them belongs into a note. */
const opening: readonly Line[] = [
  ['c', "Hello, it's Doctor Patel here, can you hear me alright?"],
  ['p', 'Yeah, I can hear you, doctor. Hi.'],
  ['c', 'Great. And before we start, can I check your date of birth?'],
  ['p', "It's the twelfth of June, sixty one."],
  ['c', 'Perfect, thanks for that. And is this a good number to get you on?'],
  ['p', 'Yeah, this is the best one.'],
]
const afterOpening = (row: BatteryRow): BatteryRow => ({ ...row, segments: [...opening, ...row.segments] })

/** A history comes before the end: these lines come after it, and none of them belongs into a note. */
const closing: readonly Line[] = [
  ['c', 'OK. And was there anything else on your mind today?'],
  ['p', "No, no, that's the lot."],
  ['c', 'Alright then. You look after yourself.'],
  ['p', 'Thanks, doctor. Bye.'],
]
const beforeClosing = (row: BatteryRow): BatteryRow => ({ ...row, segments: [...row.segments, ...closing] })

const corrections: readonly BatteryRow[] = [
  {
    name: 'correction: side of the leg',
    segments: [
      ['p', "I've got this pain in my lower back, it started on the weekend."],
      ['c', 'And does it travel at all?'],
      ['p', 'Yeah it sort of goes down my left... hang on, no, not the left, the right leg, sorry.'],
      ['c', 'Right, OK.'],
    ],
    says: [/\bright\b/i],
    never: [/\bleft\b/i],
  },
  {
    name: 'correction: day of onset',
    segments: [
      ['c', 'So what can I do for you today?'],
      ['p', "Um, I've had this sore throat, it's been since, what, since Monday, no sorry, Tuesday."],
      ['c', 'Since Tuesday, OK.'],
    ],
    says: [/sore throat/i],
    never: [/monday/i],
  },
  {
    name: 'correction: dose of a medicine',
    segments: [
      ['c', 'Are you on any regular tablets?'],
      ['p', "Yeah, sertraline, it's, er, fifty milligrams, no I tell a lie, they put it up, it's a hundred now."],
      ['c', 'Lovely.'],
    ],
    says: [/sertraline/i],
    never: [/\b50\b|fifty/i],
  },
  {
    name: 'correction: number of times',
    segments: [
      ['c', 'How many times have you vomited?'],
      ['p', 'Four. No, wait, five, I was up again at six this morning. So five times since last night.'],
      ['c', 'Goodness.'],
    ],
    says: [/vomit/i],
    never: [/\b(?:4|four)\b/i, denied('vomit')],
  },
  {
    name: 'correction: weeks of cough',
    segments: [
      ['p', "I've been coughing for like two weeks, well, no, actually it's more like three weeks now."],
      ['c', 'Three weeks. And are you bringing anything up?'],
      ['p', "No it's dry."],
    ],
    says: [/cough/i],
    never: [/\b(?:2|two) weeks/i, denied('(?<!productive )cough')],
  },
  {
    name: 'correction: the clinician has the wrong ear',
    segments: [
      ['p', "It's my ear, doctor, it's really sore."],
      ['c', "Oh dear. So that's the left ear?"],
      ['p', "No, no, the right. The left one's fine."],
    ],
    says: [/\bear/i],
    never: [stated('left'), denied('\\bright')],
  },
  {
    name: 'correction: which relative',
    segments: [
      ['c', 'Any breast cancer in the family?'],
      ['p', 'Yeah my mum, no, sorry, not my mum, my auntie, she had it in her fifties.'],
      ['c', 'OK.'],
    ],
    says: [],
    never: [/\b(?:mother|mum)\b.*cancer/i, without('aunt|family|relative', 'breast cancer')],
  },
  {
    name: 'correction: the fact itself',
    segments: [
      ['c', 'What happened last night?'],
      ['p', "So I vomited... well no, I didn't vomit, I just felt really sick the whole night."],
      ['c', 'Mm-hmm.'],
    ],
    says: [],
    never: [stated('vomited|vomiting')],
  },
  {
    name: 'correction: how often a medicine is taken',
    segments: [
      ['c', 'And how often are you having the Nurofen?'],
      ['p', 'Er, twice a day. No, three times a day, with meals.'],
    ],
    says: [/ibuprofen|nurofen/i],
    never: [/twice|\b2 times|two times/i],
  },
  {
    name: 'correction: the clinician corrects a dose',
    segments: [
      ...opening,
      ['p', 'So what do I do for the knee?'],
      [
        'c',
        "I'll prescribe you naproxen, five hundred milligrams... actually no, let's do two hundred and fifty milligrams twice a day with food.",
      ],
      ['p', 'OK, great.'],
    ],
    says: [/naproxen/i],
    never: [/\b500\b|five hundred/i],
  },
]

const beliefs: readonly BatteryRow[] = [
  {
    name: 'question: slipped disc',
    segments: [
      ['p', "My lower back's been killing me since I moved the couch on Saturday."],
      ['p', 'So is it a slipped disc, do you reckon?'],
      ['c', "Hard to say over the phone, let's have a look at you first."],
    ],
    says: [/back/i],
    never: [/disc/i, /suicid|dying/i],
  },
  {
    name: 'fear: cancer',
    segments: [
      ['p', 'I found this lump on my neck about a week ago and to be honest I was worried it was, you know, cancer.'],
      ['c', 'I can see why that would frighten you.'],
    ],
    says: [/lump/i],
    never: [without('worr|concern|fear|afraid|anxious', 'cancer')],
  },
  {
    name: 'internet: meningitis',
    segments: [
      ['c', 'Tell me about the headache.'],
      ['p', "It's all over, it's been there two days. I looked it up online and it said meningitis."],
      ['c', 'And does light bother you?'],
      ['p', 'No, not really.'],
    ],
    says: [/headache/i],
    never: [
      without('worr|concern|internet|online|read|looked up', 'meningitis'),
      stated('photophobia|light (?:hurts|bothers)'),
    ],
  },
  {
    name: 'belief: the neighbour says shingles',
    segments: [
      ['p', "I've got this rash round my side. My neighbour reckons it's shingles."],
      ['c', 'Does it hurt?'],
      ['p', 'It stings a bit, yeah.'],
    ],
    says: [/rash/i],
    never: [without('neighbour|believ|think|worr|concern', 'shingles')],
  },
  {
    name: 'question: could it be diabetes',
    segments: [
      ['p', "I'm always thirsty. Could it be diabetes? Only my mate says that's how his started."],
      ['c', "It's one thing we'd want to check."],
    ],
    says: [/thirst/i],
    never: [
      without('worr|concern|ask|wonder|possibl', '(?:has|history of|known|diagnos\\w+) .*diabet|^(?:type . )?diabetes'),
    ],
  },
  {
    name: 'question: should I take aspirin',
    segments: [
      ['p', 'Should I be taking aspirin, like every day?'],
      ['c', "No, there's no need for you to do that."],
      ['p', 'Oh, OK.'],
    ],
    says: [],
    never: [stated('aspirin')],
  },
  {
    name: 'question: heart attack',
    segments: [
      ['p', "I get this sharp pain here in my chest when I breathe in. I'm not having a heart attack, am I?"],
      ['c', "No, I don't believe you are. It sounds muscular to me."],
    ],
    says: [/chest/i],
    never: [stated('heart attack|myocardial')],
  },
]

const teaching: readonly BatteryRow[] = [
  {
    name: 'question: do I need an x-ray',
    segments: [
      ['c', 'So it looks like a simple ankle sprain.'],
      ['p', 'Do I need an x-ray though?'],
      ['c', "No, I don't think so, you're walking on it fine."],
    ],
    says: [/sprain/i],
    never: [stated('x-?ray')],
  },
  {
    name: 'safety net: cauda equina',
    segments: [
      ['c', 'Any numbness down below, or trouble with your waterworks?'],
      ['p', 'No, nothing like that.'],
      [
        'c',
        "Good. Now if you get any numbness around your bottom, or you can't pass urine, go straight to hospital, don't wait.",
      ],
      ['p', 'Righto.'],
    ],
    says: [/if .*(?:numb|pass urine)/i],
    never: [
      new RegExp(`^(?!.*(?:\\bif\\b|${negative})).*(?:numb|urine|urin|retention)`, 'i'),
      /^(?:consider )?hospital (?:assessment|referral)/i,
    ],
  },
  {
    name: 'hypothesis: appendicitis set aside',
    segments: [
      ['p', "It's just this pain round my belly button."],
      [
        'c',
        "So we always think about things like appendicitis or gallstones, but you're eating and moving well so I'm not concerned about those.",
      ],
    ],
    says: [],
    never: [stated('appendicitis|gallstone')],
  },
  {
    name: 'teaching: what pneumonia looks like',
    segments: [
      ['p', 'Is it pneumonia, this cough?'],
      ['c', 'So with pneumonia people usually have a high fever and rusty coloured phlegm and they feel awful.'],
      ['p', 'Oh right, no, I feel alright.'],
    ],
    says: [],
    never: [stated('pneumonia|fever|phlegm|sputum')],
  },
  {
    name: 'safety net: rash and a glass',
    segments: [
      [
        'c',
        "It looks viral. If she comes out in a rash that doesn't fade when you press a glass on it, ring triple zero straight away.",
      ],
      ['p', 'OK, will do.'],
    ],
    says: [/if .*rash/i],
    never: [without('\\bif\\b', 'rash')],
  },
  {
    name: 'teaching: side effects',
    segments: [
      ['c', "I'll start you on metformin, five hundred milligrams once a day with your tea."],
      ['c', 'It can cause a bit of diarrhoea or nausea to begin with, but that settles down.'],
      ['p', 'Fair enough.'],
    ],
    says: [/metformin.*500/i],
    never: [without('may|can|could|might|side effect|warn|advis|explain', 'diarrh|nausea')],
  },
  {
    name: 'hypothesis: two diagnoses and a test',
    segments: [
      ['p', 'It comes in waves, the pain, round my side here.'],
      [
        'c',
        "It could be a kidney stone, or it could be a urine infection, hard to say. I'd like you to drop in a urine sample this afternoon.",
      ],
      ['p', 'Yep, I can do that.'],
    ],
    says: [/urine/i],
    never: [
      without(
        'possib|could|may|might|differential|query|consider|\\?|\\bor\\b',
        'kidney stone|renal|urine infection|uti\\b|urinary tract infection',
      ),
    ],
  },
  {
    name: 'safety net: chest pain that has gone',
    segments: [
      ['p', 'The chest pain was only for a minute last night, completely gone now.'],
      ['c', 'OK. If the chest pain comes back, or it goes into your jaw, I want you to call an ambulance.'],
      ['p', 'Yeah, of course.'],
    ],
    says: [/if .*(?:chest|jaw)/i],
    never: [without('\\bif\\b', 'jaw'), /^(?!.*\bif\b).*ambulance/i],
  },
  {
    name: 'plan: antibiotics only on a condition',
    segments: [
      [
        'c',
        "I'll take a throat swab today. If it comes back positive then I'll start you on antibiotics, otherwise it's fluids and rest.",
      ],
      ['p', 'Makes sense.'],
    ],
    says: [/swab/i],
    never: [without('\\bif\\b|positive', 'antibiotic')],
  },
  {
    name: 'teaching: asthma in general',
    segments: [
      ['c', 'You see, with asthma you tend to get wheezing and it wakes you up at night, and your chest feels tight.'],
      ['p', "Yeah, no, that's not me."],
    ],
    says: [],
    never: [stated('asthma|wheez|tight|wak')],
  },
]

const anaphora: readonly BatteryRow[] = [
  {
    name: 'anaphora: blood in the phlegm',
    segments: [
      ['c', 'Are you bringing anything up when you cough?'],
      ['p', 'Yeah, a bit of, er, green phlegm, mostly in the mornings.'],
      ['c', 'Any blood in it?'],
      ['p', 'No, none.'],
    ],
    says: [/phlegm|sputum|productive/i],
    never: [/blood.*(?:urine|stool|poo|vomit)|(?:urine|stool|poo|vomit).*blood/i, stated('blood|haemoptysis')],
  },
  {
    name: 'anaphora: pain that spreads',
    segments: [
      ['p', "I've been getting these pains in my chest, on and off, since yesterday."],
      ['c', 'And does it spread anywhere?'],
      ['p', 'Um, yeah, down my arm.'],
      ['c', 'Which arm is that?'],
      ['p', 'The left one.'],
    ],
    says: [/chest/i, /\barm\b/i],
    never: [/right/i, denied('spread|radiat|arm'), /^(?!.*(?:spread|radiat|chest|to the)).*arm pain/i],
  },
  {
    name: 'anaphora: has it gone',
    segments: [
      ['p', 'So I had this awful headache on Sunday, like a band round my head.'],
      ['c', 'And do you still have it now?'],
      ['p', 'No, it went yesterday morning.'],
    ],
    says: [],
    never: [without(`${past}|sunday|yesterday|had|no current`, 'headache'), /^no headache/i],
  },
  {
    name: 'anaphora: is it itchy',
    segments: [
      ['p', "I've come up in this rash on my chest."],
      ['c', 'Is it itchy?'],
      ['p', "No, it's not itchy but it stings a bit in the shower."],
    ],
    says: [/rash/i],
    never: [stated('itch'), denied('rash(?!.*itch)')],
  },
  {
    name: 'anaphora: has she got it too',
    segments: [
      ['p', "I've had the runs since Friday. Same as my little girl."],
      ['c', 'Oh, she has it too? And is she vomiting?'],
      ['p', "Yeah she's been vomiting since last night."],
      ['c', "But you haven't vomited yourself?"],
      ['p', 'No, no, not me.'],
    ],
    says: [/diarrhoea/i],
    never: [without(`daughter|child|girl|relative|contact|family|${negative}`, 'vomit')],
  },
  {
    name: 'anaphora: blood when passing water',
    segments: [
      ['p', 'It burns when I wee.'],
      ['c', 'Any blood in it?'],
      ['p', "Not that I've seen."],
    ],
    says: [/burn|dysuria|pain/i],
    never: [stated('blood|haematuria'), /blood.*(?:stool|poo|phlegm|sputum|vomit)/i],
  },
  {
    name: 'anaphora: out of ten',
    segments: [
      ['c', 'And the back pain, how bad is it out of ten?'],
      ['p', "Now it's about a six, it was a nine last night."],
    ],
    says: [/back pain|pain in (?:the )?(?:lower )?back/i],
    never: [/^(?!.*(?:\b6|six)).*\b(?:9|nine)\b/i],
  },
]

const allergies: readonly BatteryRow[] = [
  {
    name: 'allergy: the reaction is not a rash today',
    segments: [
      ['c', 'Any allergies that you know of?'],
      ['p', 'Penicillin, yeah, I come out in a rash with it.'],
      ['c', 'OK, good to know.'],
    ],
    says: [/allerg.*penicillin|penicillin.*allerg/i],
    never: [without('penicillin', 'rash'), /^no .*allerg|takes penicillin/i],
  },
  {
    name: 'allergy: the reason for another antibiotic',
    segments: [
      ...opening,
      ['c', "And you're allergic to penicillin, is that right?"],
      ['p', "That's right, yeah."],
      [
        'c',
        "So because you can't have penicillin I'll give you doxycycline, one hundred milligrams once a day for seven days.",
      ],
      ['p', 'Great.'],
    ],
    says: [/doxycycline.*100/i, /allerg.*penicillin|penicillin.*allerg/i],
    never: [without("allerg|can't|cannot|unable|avoid|not", 'penicillin')],
  },
  {
    name: 'allergy: never asked',
    segments: [
      ['p', "I've had a blocked nose and I'm sneezing since about Wednesday."],
      ['c', "Sounds like a head cold. I'd use a saline rinse, and paracetamol if you need it."],
    ],
    says: [/nose|nasal|congest/i],
    never: [/allerg/i],
  },
  {
    name: 'allergy: asked together with medicines, only medicines answered',
    segments: [
      ['c', 'Any allergies, and are you on any medicines at the moment?'],
      ['p', 'Just the blood pressure one, the, er, ramipril.'],
    ],
    says: [/ramipril/i],
    never: [/allerg/i],
  },
  {
    name: 'allergy: not that I know of',
    segments: [
      ['c', 'Are you allergic to anything?'],
      ['p', 'Not that I know of, no.'],
    ],
    says: [/no .*allerg/i],
    never: [stated('allerg')],
  },
  {
    name: 'allergy: none but cats',
    segments: [
      ['c', 'Do you have any allergies?'],
      ['p', 'No. Well, only cats, they set my eyes off something shocking.'],
    ],
    says: [/cat/i],
    never: [/^(?:no|nil)(?: known)? allergies\.?$/i],
  },
  {
    name: 'allergy: intolerance of codeine',
    segments: [
      ['c', "Are there any medicines that don't agree with you?"],
      ['p', "Codeine makes me feel sick, I can't have that."],
    ],
    says: [/codeine/i],
    never: [without('codeine', 'nausea|sick|vomit'), /takes codeine/i, /^no .*allerg/i],
  },
  {
    name: 'allergy: of the son',
    segments: [
      ['c', 'Any allergies yourself?'],
      ['p', "No, no, my son's the one with the peanut allergy."],
    ],
    says: [/no .*allerg/i],
    never: [without('\\bson\\b|child', 'peanut')],
  },
]

const medicines: readonly BatteryRow[] = [
  {
    name: 'medicine: two in one sentence',
    segments: [
      ['c', 'What do you take regularly?'],
      ['p', "So that's metformin, five hundred milligrams twice a day, and atorvastatin forty milligrams at night."],
    ],
    says: [/metformin.*500/i, /atorvastatin.*40/i],
    never: [
      /metformin(?:(?!atorvastatin).)*\b40\b/i,
      /atorvastatin(?:(?!metformin).)*\b500\b/i,
      /atorvastatin(?:(?!metformin).)*twice/i,
    ],
  },
  {
    name: 'medicine: stopped',
    segments: [
      ['c', "And you're still on the amlodipine?"],
      ['p', 'No, I stopped that about a month ago, it made my ankles swell up.'],
    ],
    says: [],
    never: [
      without('stop|ceased|no longer|past|previous|not', 'amlodipine'),
      without('amlodipine', 'ankle.*swell|swollen ankle|oedema'),
    ],
  },
  {
    name: 'medicine: of the husband',
    segments: [
      ['c', 'Are you on any blood thinners?'],
      ['p', "No, nothing. My husband's on warfarin but I'm not on anything."],
    ],
    says: [],
    never: [without('husband|relative', 'warfarin'), stated('takes (?:a )?(?:blood thinner|anticoag)')],
  },
  {
    name: 'medicine: not tried',
    segments: [
      ['c', 'What have you had for the pain?'],
      ['p', "Nothing, I haven't tried any paracetamol or anything."],
    ],
    says: [],
    never: [stated('paracetamol')],
  },
  {
    name: 'medicine: asked and not answered',
    segments: [
      ['c', 'And are you taking the candesartan every day?'],
      ['p', "Well, you know what I'm like, doctor."],
      ['c', 'Hmm.'],
    ],
    says: [],
    never: [/candesartan/i, /works as/i],
  },
  {
    name: 'medicine: spelled dose',
    segments: [
      ['c', 'And which aspirin is it?'],
      ['p', 'The little one, aspirin seventy five milligrams, I have it once a day.'],
    ],
    says: [/aspirin.*\b75\b/i],
    never: [/\b70\b|\b5 mg/i],
  },
  {
    name: 'medicine: half a tablet',
    segments: [
      ['p', "I'm on bisoprolol, I just have half a tablet in the morning."],
      ['c', 'Good.'],
    ],
    says: [/bisoprolol.*(?:half|½|0\.5)/i],
    never: [/bisoprolol(?:(?!half|½|0\.5).)*\b(?:1|one|a|2|two) tablet/i, /\b0\.5 mg/i],
  },
  {
    name: 'medicine: now and again',
    segments: [
      ['c', 'Do you take anything for it?'],
      ['p', "I just take a Nurofen now and again, when it's bad."],
    ],
    says: [/ibuprofen|nurofen/i],
    never: [/daily|a day|twice|regular/i],
  },
  {
    name: 'medicine: micrograms',
    segments: [
      ['c', 'What dose of thyroxine are you on?'],
      ['p', 'A hundred micrograms, first thing in the morning.'],
    ],
    says: [/thyroxine.*100/i],
    never: [/100 ?mg\b|milligram/i],
  },
  {
    name: 'medicine: weekly methotrexate',
    segments: [
      ['p', 'I take the methotrexate, ten milligrams, on a Monday.'],
      ['c', 'Once a week, good. And folic acid?'],
      ['p', 'Yeah, five milligrams, on the Friday.'],
    ],
    says: [/methotrexate.*10.*(?:week|monday)/i],
    never: [/methotrexate.*(?:daily|once a day|\b5 mg)/i, /folic acid.*(?:\b10\b|daily)/i],
  },
  {
    name: 'medicine: dose brought down',
    segments: [
      ['p', "I was on twenty milligrams of citalopram but they've dropped me down to ten."],
      ['c', 'And how is that going?'],
      ['p', 'Yeah, good.'],
    ],
    says: [/citalopram/i],
    never: [without('\\b10\\b|past|previous|was', 'citalopram.*\\b20\\b')],
  },
  {
    name: 'medicine: run out',
    segments: [
      ['p', "I've run out of my perindopril, I haven't had any for about two weeks."],
      ['c', "OK, I'll send a new script through."],
    ],
    says: [],
    never: [without('run|ran|\\bout\\b|off|stop|not|no |plan|script|prescri|suppl', 'perindopril')],
  },
]

const negations: readonly BatteryRow[] = [
  {
    name: 'negation: nah',
    segments: [
      ['c', 'Any fevers with it?'],
      ['p', 'Nah.'],
    ],
    says: [/no fever/i],
    never: [stated('fever')],
  },
  {
    name: 'negation: no to a list of three',
    segments: [
      ['c', 'Have you had any nausea, vomiting or diarrhoea?'],
      ['p', 'Er, no.'],
    ],
    says: [denied('nausea'), denied('vomit'), denied('diarrhoea')],
    never: [stated('nausea|vomit|diarrhoea')],
  },
  {
    name: 'negation: bare yes to a list',
    segments: [
      ['c', 'Any cough, sore throat, runny nose?'],
      ['p', 'Yeah.'],
      ['c', 'OK. And how long for?'],
      ['p', 'Couple of days.'],
    ],
    says: [],
    never: [/cough|sore throat|runny nose|rhinorrh/i],
  },
  {
    name: 'negation: yes to a negative question',
    segments: [
      ['p', "It's a dry cough, it's driving me up the wall."],
      ['c', "So you're not bringing anything up?"],
      ['p', 'Yeah, no, nothing.'],
    ],
    says: [/cough/i],
    never: [stated('phlegm|sputum|productive')],
  },
  {
    name: 'negation: no and then a bit',
    segments: [
      ['c', 'Any pain when you pass urine?'],
      ['p', 'No. Well, actually, a bit, yeah, it stings.'],
    ],
    says: [],
    never: [denied('pain|dysuria|sting|burn')],
  },
  {
    name: 'negation: not sleeping is a problem',
    segments: [
      ['c', "How's the sleep?"],
      ['p', "I've not been sleeping, maybe three hours a night."],
    ],
    says: [/sleep|insomnia/i],
    never: [/^no (?:insomnia|sleep|trouble|difficulty)|sleep\w* (?:well|fine|normal)/i],
  },
  {
    name: "negation: can't keep anything down",
    segments: [
      ['p', "I've been throwing up since last night, I can't keep anything down, not even water."],
      ['c', 'Oh, poor you.'],
    ],
    says: [/vomit|keep/i],
    never: [denied('vomit'), /keeping (?:fluids|food|water) down/i],
  },
  {
    name: 'negation: not that I have noticed',
    segments: [
      ['c', 'Have you noticed any blood in your poo?'],
      ['p', "Um, not that I've noticed."],
    ],
    says: [/no blood/i],
    never: [stated('blood'), /urine|phlegm/i],
  },
  {
    name: 'negation: I would not say so',
    segments: [
      ['c', 'Are you short of breath at all?'],
      ['p', "I wouldn't say so, no."],
    ],
    says: [/no .*breath/i],
    never: [stated('breath|dyspn')],
  },
  {
    name: 'negation: one denied, one stated',
    segments: [
      ['c', 'Have you had a temperature?'],
      ['p', "No temperature, but I've had the shivers, I was shaking under three blankets."],
    ],
    says: [/shiver|rigor|chill|shak/i],
    never: [stated('fever|temperature'), denied('shiver|rigor|chill')],
  },
  {
    name: 'negation: no chest pain, just the cough',
    segments: [
      ['p', "I don't have any chest pain or anything, it's just this cough that won't shift."],
      ['c', 'Gotcha.'],
    ],
    says: [/cough/i],
    never: [stated('chest pain'), denied('cough(?!.*(?:better|shift|improv))')],
  },
  {
    name: 'negation: not getting better',
    segments: [
      ['c', 'So how is the knee since last week?'],
      ['p', "It's not getting any better, it's still swollen and I can't bend it properly."],
    ],
    says: [/swollen|swelling/i],
    never: [stated('better|improv'), denied('swollen|swelling')],
  },
  {
    name: 'negation: no as the start of a yes',
    segments: [
      ['c', 'Have you had a fever at all?'],
      ['p', 'No, yeah, I have, it was thirty nine last night.'],
    ],
    says: [],
    never: [denied('fever|temperature')],
  },
  {
    name: 'negation: yeah nah',
    segments: [
      ['c', 'Any vomiting?'],
      ['p', 'Yeah, nah, none of that.'],
    ],
    says: [denied('vomit')],
    never: [stated('vomit')],
  },
  {
    name: 'negation: yes to one of a list',
    segments: [
      ['c', 'Any cough or runny nose with that?'],
      ['p', 'Yeah, runny nose.'],
    ],
    says: [/runny nose|rhinorrh/i],
    never: [stated('cough'), denied('nose')],
  },
  {
    name: 'negation: it does hurt',
    segments: [
      ['p', "It's my shoulder. It's not that it doesn't hurt, it does, I just don't like making a fuss."],
      ['c', 'No, fair enough.'],
    ],
    says: [],
    never: [denied('(?:shoulder )?(?:pain|hurt)')],
  },
]

const persons: readonly BatteryRow[] = [
  {
    name: 'person: dad had emphysema',
    segments: [
      ['c', 'Any chest problems in the family?'],
      ['p', 'My dad had emphysema, from the mines.'],
    ],
    says: [/father.*emphysema/i],
    never: [/copd/i, without('father', 'emphysema')],
  },
  {
    name: 'person: everyone at work',
    segments: [
      ['p', "I've just got these cramps in my tummy. Everyone at work's had gastro."],
      ['c', 'Right, so it is going around.'],
    ],
    says: [/cramp|abdom|pain/i],
    never: [without('work|contact|colleague', 'gastro'), /diarrhoea|vomit/i],
  },
  {
    name: 'person: the flatmate coughs',
    segments: [
      ['c', 'Anyone unwell at home?'],
      ['p', "My flatmate, he's been coughing for weeks. I'm just really tired."],
    ],
    says: [/tired|fatigue/i],
    never: [without('flatmate|contact|household', 'cough')],
  },
  {
    name: 'person: the wife and then she',
    segments: [
      ['p', "My wife's got diabetes, see."],
      ['c', 'Ah OK.'],
      ['p', "She's on insulin for it, and last year she had an ulcer on her foot."],
      ['c', 'And how about yourself, how are you keeping?'],
      ['p', 'Me, I just get a bit dizzy when I stand up.'],
    ],
    says: [/dizz|lighthead/i],
    never: [without('wife|relative|spouse|family', 'diabet|insulin|ulcer')],
  },
  {
    name: 'person: mum and dad in one sentence',
    segments: [
      ['c', 'Is there any heart trouble in your family?'],
      ['p', "Mum had a heart attack at sixty, and dad's got high blood pressure."],
    ],
    says: [/mother.*(?:heart attack|myocardial)/i, /father.*(?:high blood pressure|hypertension)/i],
    never: [
      /mother(?:(?!father).)*(?:hypertension|high blood pressure)/i,
      /father(?:(?!mother).)*(?:heart attack|myocardial)/i,
      without('mother|father|family', 'heart attack|hypertension|high blood pressure'),
    ],
  },
  {
    name: 'person: the kids have had chickenpox',
    segments: [
      ['p', "The kids have had chickenpox, one after the other, and now I've got a headache."],
      ['c', 'Have you ever had it yourself?'],
      ['p', 'No idea, to be honest.'],
    ],
    says: [/headache/i],
    never: [
      without('child|kid|\\bson\\b|daughter|contact', 'chicken ?pox|varicella'),
      /^no .*(?:chicken ?pox|varicella)/i,
      /chicken ?pox.*now has/i,
    ],
  },
  {
    name: "person: on my nan's side",
    segments: [
      ['c', 'Any diabetes in the family at all?'],
      ['p', "Yeah, on my nan's side, her and her sister both."],
    ],
    says: [],
    never: [without('grand|\\bnan|family|relative|great', 'diabet'), /^no .*diabet/i],
  },
  {
    name: 'person: brother, then me',
    segments: [
      ['c', 'Do you have asthma or anything like that?'],
      ['p', "My brother's got asthma. Me, I just get the hay fever."],
    ],
    says: [/hay ?fever|rhinitis/i],
    never: [without(`brother|family|${negative}`, 'asthma'), /brother.*hay ?fever/i],
  },
  {
    name: 'person: another patient of the clinician',
    segments: [
      ['p', "My big toe's all red and it's throbbing."],
      ['c', 'I had a chap in yesterday with exactly that and it turned out to be gout.'],
    ],
    says: [/toe/i],
    never: [/gout/i],
  },
]

const times: readonly BatteryRow[] = [
  {
    name: 'time: migraines as a teenager',
    segments: [
      ['c', 'Have you ever had migraines?'],
      ['p', 'I used to get migraines as a teenager, not any more.'],
    ],
    says: [/migraine/i],
    never: [without(past, 'migraine'), /^no (?:history of )?migraine/i],
  },
  {
    name: 'time: appendix out',
    segments: [
      ['c', 'Any operations in the past?'],
      ['p', 'Just had my appendix out in twenty ten.'],
    ],
    says: [/append/i],
    never: [/appendicitis/i, /^no .*(?:operation|surg)/i],
  },
  {
    name: 'time: went away yesterday',
    segments: [
      ['p', 'So on the weekend I had a really bad tummy ache, but it went away yesterday and I feel fine now.'],
      ['c', 'Oh, good.'],
    ],
    says: [],
    never: [without(`${past}|weekend|yesterday`, 'tummy|abdom|stomach')],
  },
  {
    name: 'time: since the third of March',
    segments: [
      ['c', 'When did the cough start?'],
      ['p', 'It was the third of March, I remember because it was my birthday.'],
    ],
    says: [/cough/i],
    never: [/\b3 (?:days|weeks|months)/i, denied('cough')],
  },
  {
    name: 'time: months, and worse for weeks',
    segments: [
      ['p', "I've had this hip pain on and off for about six months, and it's been worse these last two weeks."],
      ['c', 'Which hip?'],
      ['p', 'The right.'],
    ],
    says: [/hip.*(?:6|six) months/i],
    never: [without('wors', '(?:2|two) weeks'), /\bleft\b/i],
  },
  {
    name: 'time: covid last Christmas',
    segments: [
      ['p', "I'm just so tired all the time. I had covid last Christmas."],
      ['c', 'And has it been since then?'],
      ['p', 'More the last month or so.'],
    ],
    says: [/tired|fatigue/i],
    never: [without(`${past}|christmas|had`, 'covid'), /(?:tired|fatigue).*christmas/i],
  },
  {
    name: 'time: asthma as a kid',
    segments: [
      ['c', "And you've got asthma?"],
      ['p', "I did as a kid. I grew out of it, haven't had an inhaler since I was about ten."],
    ],
    says: [],
    never: [without(`${past}|kid|child|grew|outgrown`, 'asthma'), /^(?!.*(?:no|not)\b).*inhaler/i, /for 10 years/i],
  },
  {
    name: 'time: two symptoms, two durations',
    segments: [
      ['p', "The cough's only been two days, but the rash has been there two weeks."],
      ['c', 'OK.'],
    ],
    says: [/cough.*(?:2|two) days/i, /rash.*(?:2|two) weeks/i],
    never: [/cough(?:(?!rash).)*weeks/i, /rash(?:(?!cough).)*days/i],
  },
]

const senses: readonly BatteryRow[] = [
  {
    name: 'sense: right as agreement',
    segments: [
      ['p', "I've got an earache."],
      ['c', 'Right, which ear is it?'],
      ['p', "Right, yeah, so it's the left one."],
      ['c', 'Right, right.'],
    ],
    says: [/ear/i],
    never: [/\bright\b/i],
  },
  {
    name: 'sense: bowels that work',
    segments: [
      ['c', 'And are your bowels working OK?'],
      ['p', "Yeah, they're fine."],
    ],
    says: [],
    never: [/occupation|works? (?:as|in|at)/i, stated('constipat|diarrhoea|bowel (?:problem|change|trouble)')],
  },
  {
    name: 'sense: cold weather, a period of weeks',
    segments: [
      ['c', "It's freezing out there, isn't it? So cold this week."],
      ['p', 'Oh, terrible, yeah. Well, over a period of a few weeks my knees have got really stiff.'],
    ],
    says: [/knee/i],
    never: [/\bcold\b|coryza|freez/i, /menstr|lmp|last period/i],
  },
  {
    name: 'sense: depressed about the footy',
    segments: [
      ['c', 'How are you going?'],
      ['p', "Oh, I'm depressed, did you see the footy? Anyway it's my elbow, it's been sore about a week."],
    ],
    says: [/elbow/i],
    never: [/depress|low mood|\bsad\b/i],
  },
  {
    name: 'sense: sick as praise, patient as adjective',
    segments: [
      ['p', 'That new booking app is sick, by the way.'],
      ['c', "Ha, glad you like it. Thanks for being so patient, I'm running late."],
      ['p', 'No worries.'],
    ],
    says: [],
    never: [/./],
  },
  {
    name: "sense: I'm fine as a greeting",
    segments: [
      ['c', 'Hello, how are you today?'],
      ['p', "I'm fine, thanks, how are you? Um, so it's my knee, it keeps giving way."],
    ],
    says: [/giving way/i],
    never: [/\bfine\b|denies|^well\b|\bno pain/i],
  },
  {
    name: 'sense: drink plenty',
    segments: [
      ['p', "I'm dying for a drink of water, my mouth's so dry."],
      ['c', 'Make sure you drink plenty of water through the day.'],
    ],
    says: [/dry mouth|mouth/i],
    never: [/alcohol|dying|death|suicid/i],
  },
]

const unclear: readonly BatteryRow[] = [
  {
    name: 'unclear: medicine not heard',
    segments: [
      ['c', 'What do you take?'],
      ['p', 'I take [unintelligible] twenty milligrams in the morning.'],
    ],
    says: [],
    never: [certain('\\b20\\b')],
  },
  {
    name: 'unclear: a yes to chest pain',
    segments: [
      ['c', 'Do you get any chest pain?'],
      ['p', 'Yeah.', true],
    ],
    says: [],
    never: [certain('chest pain')],
  },
  {
    name: 'unclear: a no to fever',
    segments: [
      ['c', 'Any fever?'],
      ['p', 'No [unintelligible]', true],
      ['c', 'OK.'],
    ],
    says: [],
    never: [certain('fever')],
  },
  {
    name: 'unclear: blood beside an unheard word',
    segments: [
      ['p', "So there's [unintelligible] blood in the poo"],
      ['c', 'OK. And how long has that been?'],
      ['p', 'Three days.'],
    ],
    says: [],
    never: [certain('blood')],
  },
  {
    name: 'unclear: allergy',
    segments: [
      ['c', 'Any allergies?'],
      ['p', 'Yeah, penicillin I think, [unintelligible]', true],
    ],
    says: [],
    never: [certain('allerg|penicillin'), /no known/i],
  },
  {
    name: 'unclear: prescription',
    segments: [
      ['c', "I'll give you [unintelligible] five hundred milligrams for a week", true],
      ['p', 'OK.'],
    ],
    says: [],
    never: [certain('500|week|prescri')],
  },
]

const smallTalk: readonly BatteryRow[] = [
  {
    name: 'small talk: identity check',
    segments: [
      ['c', 'Hi there, this is Doctor Okafor. Can I just check your name and date of birth?'],
      ['p', "Yeah, it's Marnie Holt, fourth of the ninth, seventy eight."],
      ['c', 'Lovely, and are you somewhere private to talk?'],
      ['p', 'Yeah, yeah, just in the car.'],
    ],
    says: [],
    never: [/./],
  },
  {
    name: 'small talk: audio trouble',
    segments: [
      ['c', "Hello? Can you hear me? I can't see you."],
      ['p', "I can hear you, it's a bit... you keep cutting out."],
      ['c', 'Let me turn the camera off and on. Is that any better?'],
      ['p', "Yeah, that's better."],
    ],
    says: [],
    never: [/./],
  },
  {
    name: 'small talk: goodbye',
    segments: [
      ['c', 'Was there anything else today?'],
      ['p', 'No, that was it. Cheers, doc.'],
      ['c', 'You take care, bye now.'],
      ['p', 'Bye, bye.'],
    ],
    says: [],
    never: [/./],
  },
]

const measured: readonly BatteryRow[] = [
  {
    name: 'vital: blood pressure',
    segments: [
      ['c', "Just pop your arm up here. OK, so your BP's one thirty over eighty, that's spot on."],
      ['p', 'Oh, good.'],
    ],
    says: [],
    never: [/\b30\b|high blood pressure|hypertension/i],
    objective: [/130\/80/],
  },
  {
    name: 'vital: temperature',
    segments: [
      ['c', 'Let me take your temperature. Thirty eight point two, so you do have a fever.'],
      ['p', 'I thought so.'],
    ],
    says: [],
    never: [denied('fever')],
    objective: [/38\.2/],
  },
  {
    name: 'vital: saturation and pulse',
    segments: [
      ['c', 'Sats are ninety seven percent and your pulse is eighty eight, regular.'],
      ['p', 'Is that alright?'],
      ['c', "That's fine, yeah."],
    ],
    says: [],
    never: [/(?:pulse|heart rate)(?:(?!sat|oxygen).)*97/i, /(?:sat|oxygen)(?:(?!pulse|heart).)*88/i],
    objective: [/97/, /88/],
  },
  {
    name: 'vital: a target is not a reading',
    segments: [
      ['c', 'Ideally we want your blood pressure under one forty over ninety.'],
      ['p', 'Right.'],
    ],
    says: [],
    never: [without('target|aim|under|below|want|goal|<', '140')],
  },
]

const social: readonly BatteryRow[] = [
  {
    name: 'social: ex-smoker',
    segments: [
      ['c', 'Do you smoke?'],
      ['p', 'I used to, packed it in about ten years ago.'],
    ],
    says: [/ex-?smoker|former|stopped smoking|quit|gave up|used to smoke/i],
    never: [/^(?:current )?smok(?:er|es)\b|\b10 (?:a day|cigarettes|per day)|for 10 years|^(?:never|non)/i],
  },
  {
    name: 'social: cigarettes a day',
    segments: [
      ['c', 'And are you a smoker?'],
      ['p', "Yeah, 'bout ten a day, I've cut down from twenty."],
    ],
    says: [/smok.*\b(?:10|ten)\b/i],
    never: [/ex-?smoker|non-?smoker|never/i, without('\\b10\\b|down|previous', 'smok.*\\b20\\b')],
  },
  {
    name: 'social: vapes, does not smoke',
    segments: [
      ['c', 'Smoke at all?'],
      ['p', "Don't smoke, no. I vape, though."],
    ],
    says: [/vap/i],
    never: [stated('smokes|smoker(?!.*(?:ex|non))'), denied('vap(?!.*smok)')],
  },
  {
    name: 'social: units of alcohol',
    segments: [
      ['c', 'How much alcohol would you drink in a week?'],
      ['p', 'Um, maybe fourteen units? Mostly on a Friday.'],
    ],
    says: [/14|fourteen/i],
    never: [/a day|daily|per day|no alcohol/i],
  },
  {
    name: 'social: carpenter',
    segments: [
      ['c', 'What do you do for work?'],
      ['p', "I'm a chippy, I work for me brother-in-law."],
    ],
    says: [/chippy|carpenter/i],
    never: [/brother(?!-in-law)/i, /family history/i],
  },
  {
    name: 'social: widower',
    segments: [
      ['c', "And who's at home with you?"],
      ['p', "It's just me and the dog since my wife passed away."],
    ],
    says: [],
    never: [/lives with (?:(?:his|her|the) )?(?:wife|family|partner|spouse)/i],
  },
  {
    name: 'social: not pregnant, last period',
    segments: [
      ['c', 'Any chance you could be pregnant?'],
      ['p', "No, no chance, I've got the coil."],
      ['c', 'And when was your last period?'],
      ['p', 'Two weeks ago.'],
    ],
    says: [/(?:lmp|period).*(?:2|two) weeks/i],
    never: [stated('pregnan'), without('period|lmp|menstru', '(?:2|two) weeks')],
  },
  {
    name: 'social: sexual history',
    segments: [
      ['c', 'I ask everybody this, it stays between us: any new partners, any chance of an STI?'],
      ['p', "There's been a new fella, yeah, and we've not always used condoms."],
    ],
    says: [/partner|condom/i],
    never: [
      without(`chance|risk|test|screen|possib|concern|${negative}`, '\\bsti\\b|sexually transmitted'),
      stated('uses condoms|condom'),
    ],
  },
]

const plans: readonly BatteryRow[] = [
  {
    name: 'plan: prescription with a course',
    segments: [
      ['c', "So I'm going to prescribe amoxicillin, five hundred milligrams, three times a day for five days."],
      ['p', 'Sweet, thanks.'],
    ],
    says: [/amoxicillin.*500.*(?:3|three) times.*(?:5|five) days/i],
    never: [/takes amoxicillin/i, stated('allerg')],
  },
  {
    name: 'plan: prescription, and then a long goodbye',
    segments: [
      [
        'c',
        "I'll prescribe you trimethoprim, two hundred milligrams twice a day for three days, for this water infection.",
      ],
      ['p', 'Thanks, doctor.'],
      ['c', 'Which chemist do you go to?'],
      ['p', 'The one on Smith Street, next to the bakery.'],
      ['c', 'Ah yeah, I know it. And is the parking still a nightmare?'],
      ['p', "Oh, it's shocking. I get my daughter to drop me."],
      ['c', 'Very wise. OK, you have a good weekend now.'],
      ['p', 'You too, see you, bye.'],
    ],
    says: [/trimethoprim.*200/i],
    never: [/takes trimethoprim/i, /daughter/i],
  },
  {
    name: 'plan: bloods',
    segments: [
      ['c', "I'd like to get some bloods, so a full blood count, your iron and a thyroid function."],
      ['p', 'Do I have to fast?'],
      ['c', "No, you don't need to fast for those."],
    ],
    says: [/blood count|fbc/i, /thyroid/i],
    never: [/anaemi|iron deficien|hypothyroid|takes iron|thyroid (?:disease|problem|disorder)/i, stated('\\bfast')],
  },
  {
    name: 'plan: referral and review',
    segments: [
      ['c', "I'll refer you to a physio for that shoulder, and I'd like to see you back in two weeks."],
      ['p', 'Yeah, no dramas.'],
    ],
    says: [/physio/i, /(?:review|see|back|follow).*(?:2|two) weeks/i],
    never: [/for (?:2|two) weeks/i],
  },
  {
    name: 'plan: stop a medicine',
    segments: [
      ['p', 'I take ibuprofen four hundred milligrams three times a day for my back.'],
      ['c', 'With that stomach of yours I want you to stop the ibuprofen and just use paracetamol.'],
    ],
    says: [/(?:stop|cease).*ibuprofen/i, /paracetamol/i],
    never: [/(?:start|prescribe|continue)\b(?:(?!stop).)*ibuprofen/i, /paracetamol.*400/i],
  },
  {
    name: 'plan: advice not to drive',
    segments: [
      ['p', 'I had that funny turn on Tuesday, everything went black for a second.'],
      ['c', "So until we've got to the bottom of this, please don't drive."],
    ],
    says: [/(?:not|don't|avoid|no).*driv/i],
    never: [without("not|don't|avoid|\\bno\\b|stop|until", 'driv')],
  },
  {
    name: 'plan: medical certificate',
    segments: [
      ['p', 'Could I get a certificate for work?'],
      ['c', "Yep, I'll do you a medical certificate through to Friday."],
    ],
    says: [/certificate/i],
    never: [/works? (?:as|in)/i],
  },
  {
    name: 'plan: antibiotics declined',
    segments: [
      ['c', 'I could give you some antibiotics for it, if you wanted.'],
      ['p', "Nah, I'd rather not, to be honest."],
      ['c', "That's fine, let's hold off."],
    ],
    says: [],
    never: [without('declin|prefer|rather|refus|not|hold|offer', 'antibiotic')],
  },
  {
    name: 'plan: referral declined',
    segments: [
      ['c', 'I can refer you to a psychologist, would you like that?'],
      ['p', "No, it's not for me, that."],
      ['c', 'OK, no pressure.'],
    ],
    says: [],
    never: [without('declin|prefer|refus|not|offer', 'psycholog|refer')],
  },
  {
    name: 'plan: delayed script',
    segments: [
      ['c', "I'll leave you a script for amoxicillin but don't fill it unless you're no better by Friday."],
      ['p', 'OK.'],
    ],
    says: [/amoxicillin/i],
    never: [without('unless|\\bif\\b|delayed|only', 'amoxicillin')],
  },
  {
    name: 'plan: what may come later',
    segments: [
      ['c', 'We could look at a steroid injection down the track, but not today.'],
      ['p', 'Fine by me.'],
    ],
    says: [],
    never: [without('not|later|track|future', 'injection|steroid')],
  },
  {
    name: 'plan: an old course of another doctor',
    segments: [
      ['p', 'The other doctor gave me amoxicillin last month and it did nothing.'],
      ['c', "Well, this is a virus, so I wouldn't give you that again."],
    ],
    says: [],
    never: [
      /takes amoxicillin|(?:prescribe|start|give|commence)(?!\w*n't)\w* (?:you )?amoxicillin/i,
      without(`last|previous|past|tried|${negative}`, 'amoxicillin'),
    ],
  },
]

const questions: readonly BatteryRow[] = [
  {
    name: 'question: two at once, the last is answered',
    segments: [
      ['c', "Have you had any fever? And how's your appetite been?"],
      ['p', 'Not great, I am just picking at my food.'],
    ],
    says: [/appetite|eating/i],
    never: [denied('fever'), stated('fever'), /appetite (?:normal|good|fine)/i],
  },
  {
    name: 'question: dry or bringing something up',
    segments: [
      ['c', 'Is the cough dry or are you bringing stuff up?'],
      ['p', 'Dry.'],
    ],
    says: [/dry cough|cough.*dry/i],
    never: [stated('productive|phlegm|sputum'), denied('(?<!productive )cough')],
  },
  {
    name: 'question: sharp or dull, and a bare yes',
    segments: [
      ['p', "It's this pain in my shoulder."],
      ['c', 'Is it a sharp pain, or more of a dull ache?'],
      ['p', 'Mm, yeah.'],
    ],
    says: [/shoulder/i],
    never: [/sharp|dull/i],
  },
  {
    name: 'question: just the breathlessness',
    segments: [
      ['c', 'When you walk, do you get any chest pain or breathlessness?'],
      ['p', 'Just the breathlessness, when I go up the hill.'],
    ],
    says: [/breath/i],
    never: [stated('chest pain'), denied('breath')],
  },
  {
    name: 'question: just the diabetes',
    segments: [
      ['c', 'Any problems with your heart, strokes, diabetes, anything like that?'],
      ['p', 'Just the diabetes.'],
    ],
    says: [/diabetes/i],
    never: [stated('stroke|heart'), denied('diabetes')],
  },
  {
    name: 'question: blood pressure never checked',
    segments: [
      ['c', 'Have you ever had your blood pressure checked?'],
      ['p', 'No, never.'],
    ],
    says: [],
    never: [/high blood pressure|hypertension/i, /blood pressure (?:normal|fine)/i],
  },
  {
    name: 'question: tested for diabetes',
    segments: [
      ['c', 'Have you been tested for diabetes?'],
      ['p', 'Yeah, last year, and it was fine.'],
    ],
    says: [],
    never: [without(`test|screen|${negative}`, 'diabet')],
  },
  {
    name: 'question: thoughts of harm, denied',
    segments: [
      ['c', 'Have you had any thoughts of harming yourself?'],
      ['p', 'No, God no, nothing like that.'],
    ],
    says: [denied('harm|suicid')],
    never: [stated('harm|suicid')],
  },
  {
    name: 'question: wishes not to be here',
    segments: [
      ['c', 'Do you ever feel that life is not worth living?'],
      ['p', "Sometimes I wish I wasn't here. I'd never do anything, though."],
    ],
    says: [],
    never: [/^no (?:suicidal|thoughts|ideation)/i, /^no .*(?:life|living)/i],
  },
  {
    name: 'question: say that again',
    segments: [
      ['c', 'Any pins and needles in your hands?'],
      ['p', 'Sorry, say that again?'],
      ['c', 'Any tingling, pins and needles?'],
      ['p', 'Oh. No, no.'],
    ],
    says: [denied('pins and needles|tingling|paraesth')],
    never: [stated('pins|tingl|paraesth')],
  },
  {
    name: 'question: the clinician sums up wrongly',
    segments: [
      ['p', "It's been about three days, the diarrhoea."],
      ['c', "So just to sum up, you've had diarrhoea for five days."],
      ['p', 'No, three.'],
    ],
    says: [/diarrhoea.*(?:3|three) days/i],
    never: [/\b(?:5|five) days/i, denied('diarrhoea')],
  },
  {
    name: 'question: the answer comes around an OK',
    segments: [
      ['c', 'And any blood at all in your urine?'],
      ['p', 'Er, well...'],
      ['c', 'OK.'],
      ['p', 'it was pink on Tuesday, so I think so, yeah.'],
    ],
    says: [],
    never: [denied('blood')],
  },
  {
    name: 'question: no idea',
    segments: [
      ['c', 'Have you lost any weight?'],
      ['p', "I don't know, we've not got scales. Maybe?"],
    ],
    says: [],
    never: [/^no weight loss/i, certain('weight loss|lost weight')],
  },
  {
    name: 'question: the patient asks back',
    segments: [
      ['c', 'Do you get palpitations?'],
      ['p', "What's that, is that when your heart goes funny?"],
      ['c', 'Yeah, when you feel it racing or skipping.'],
      ['p', 'Nope, never had that.'],
    ],
    says: [denied('palpitations')],
    never: [stated('palpitation|racing|skip')],
  },
]

export const battery: readonly BatteryRow[] = [
  ...[
    corrections,
    anaphora,
    allergies,
    medicines,
    negations,
    persons,
    times,
    senses,
    unclear,
    social,
    questions,
    beliefs,
  ].flatMap((rows) => rows.map(beforeClosing)),
  ...[teaching, plans].flatMap((rows) => rows.map(afterOpening)),
  ...measured,
  ...smallTalk,
]
