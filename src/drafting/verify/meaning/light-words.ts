/** Words of a note that carry no clinical content: grammar, and the verbs and nouns by which a note joins facts. */
const light =
  'a an the and or nor of for to in on at with without within if whether unless is was be been being are were am as it its itself this that these those which who whom whose by from has have had having his her hers their theirs there ' +
  'no not nil none nobody nothing neither never any some every each all both other another same such own only just also too very quite more most less least so than then thus while when whenever where during after before since until till through over under about around up down out into onto per via between among across along near ' +
  'does do did done doing can could may might must shall should will would ' +
  'history past current currently previous previously initially initial early earlier now recent recently known unknown present presently today yesterday tonight later last next following subsequently eventually meanwhile first second ' +
  'reports reported report says said states stated describes described denies denied notes noted mentions mentioned complains presents presenting presentation patient patients associated accompanied accompanying related regarding concerning attributed attributes according ' +
  'began begin beginning begun begins start started starting onset came come comes coming develop developed developing occurs occurred occurring happens happened appeared arose remains remained remaining lasted lasting lasts continue continues continued continuing ongoing throughout ' +
  'advised advise advice recommended recommend suggested suggest suggests plan planned planning consider considers considered considering discussed offered offer agreed arrange arranged made make making take takes taken taking took use uses used using try tries tried trying give gives given gave get gets got keep keeps kept need needs needed go goes went going return ' +
  'symptom symptoms sign signs condition conditions problem problems issue issues illness disease diseases complaint complaints feature features finding findings feeling feelings feels felt feel sensation experience experiences experienced episode episodes ' +
  'day days week weeks month months year years hour hours minute minutes time times daily weekly nightly night nights morning evening date period onset ago duration long longer short ' +
  'likely unlikely possible possibly probable probably perhaps suspected apparent apparently uncertain unclear recording certain sure differential mainly mostly mainly usually generally typically often always sometimes otherwise overall particularly especially rather still yet already again almost nearly approximately roughly least best ' +
  'affecting affects affected causing caused cause causes leading resulting manifesting manifested character characterised nature type kind form sort degree level rated rating scale confined place places part parts area areas region site sites whole side sided bilateral ' +
  'able unable cannot manage manages managed managing management treatment treated treat treatments therapy care response helped optional required indicated appropriate personal person persons people self including include includes included despite because due owing regardless against towards toward apart except besides well good new old further additional several various few couple many much little half enough rather instead ' +
  'non but although however though whereas except spared absent excluded unaffected unnecessary e g ' +
  'seem seems seemed appear appears latest only attack attacks test tests testing ' +
  'somewhat beside him them he she they ' +
  // Words by which a writer of notes reports, acts, places and weighs. They say how a fact stands in the note, and no fact. Words for the order of events are not here: they state a time.
  'volunteers acknowledges acknowledged endorses endorsed recalls recalled relates attributes believes feels observes observed identified aware regards ' +
  'issued provided provide supplied dispensed obtained documented written completed scheduled submitted instructed informed educated counselled reminded encouraged encourage reinforced emphasised directed signposted understood understands verbalised emphasized addressed undertaken ensure ' +
  'aspect aspects context view setting background basis account respect regard terms case event purpose presence absence element extent amount quality timing location distribution relation association factor factors status state matter detail details ' +
  'frequency involvement involving involved hygiene judged deemed assessed detected determined reading readings results utilises utilised strategy guidance onward explored clinician wellbeing role pattern interval implement implemented experiencing programme lack lacking occur occurring happen happening appear appearing extending auscultation palpation inspection percussion latter former ' +
  'localised localized located situated distally proximally surrounding overlying underlying adjacent ' +
  'significant significantly relevant notable overt frank gross obvious ' +
  'time being systemically positive ' +
  'support supported measures approach options option input assessment investigation investigations studies follow up ' +
  'vs ' +
  // More words by which a note reports, and qualifies what somebody reports.
  'admits confirms confirmed clarifies clarified elaborates expresses expressed discloses disclosed explains elicited reportedly subjective subjectively objectively apparently estimates estimated recounts self-reported voluntarily spontaneously unsure quoted unclear ' +
  // Words by which a note says that an order was given. What was ordered must have been said, and decided.
  'requested request requesting organised organise organising organized booked booking ordered order performed underwent undergone undergoes received receives receiving undertakes commence commenced initiate initiated trialled planned scheduled actioned facilitated ' +
  // Words that grade or class what they stand beside.
  'adverse lifelong tolerance general generally specific particular principal primary main chief presenting complaint working current-day status score marked notably predominantly exclusively approximately circa relatively fairly reasonably largely ' +
  'throughout entire entirely respectively whilst upon amongst onwards thereafter thereby therefore hence accordingly ' +
  'mmhg kg cm min bpm mmol percent score degrees ' +
  // How old somebody was, and how a test or a letter told: the number and the result are exact.
  'age aged showed shows shown revealed reveals demonstrated demonstrates belonging evidence per requiring requires amount true ' +
  'tablet tablets dose doses mg mcg microgram micrograms ml gram grams unit units puff puffs cream course courses capsule capsules drops spray sprays zero one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty once twice thrice left right'
export const lightWords: ReadonlySet<string> = new Set(light.split(' '))

/** A verb of the table in the third person is one too: "starts". */
export const isLight = (word: string): boolean =>
  lightWords.has(word) || (word !== 'seconds' && /[a-z]{3}s$/.test(word) && lightWords.has(word.slice(0, -1)))
