/** Parts of the body, for "pain in my lower tummy", "my knee is sore", "my ankles are swollen". Codes: see concepts.ts. */

/** Site, name of pain there, SNOMED CT code of that pain or empty, words separated by a bar. */
export type SiteRow = readonly [site: string, pain: string, code: string, says: string]

// biome-ignore format: one row a line
export const sites: readonly SiteRow[] = [
  ['lower abdomen',  'lower abdominal pain',      '54586004',  'lower abdomen|lower stomach|lower tummy|lower belly|bottom of tummy|lower part of tummy|lower down in tummy|bottom of stomach|lower part of stomach|lower abdominal|below belly button|lower abdo|lower part of abdomen|low down in tummy|bottom of belly'],
  ['upper abdomen',  'upper abdominal pain',      '83132003',  'upper abdomen|upper stomach|upper tummy|upper belly|top of stomach|top of tummy|upper abdominal'],
  ['abdomen',        'abdominal pain',            '21522001',  'abdomen|stomach|tummy|belly|abdominal|abdo|gut'],
  ['chest',          'chest pain',                '29857009',  'chest'],
  ['lower back',     'lower back pain',           '279039007', 'lower back|low back|small of back|bottom of back'],
  ['upper back',     'upper back pain',           '',          'upper back'],
  ['back',           'back pain',                 '161891005', 'back'],
  ['neck',           'neck pain',                 '81680005',  'neck'],
  ['head',           'headache',                  '25064002',  'head'],
  ['face',           'facial pain',               '95668009',  'face|cheek|facial'],
  ['jaw',            'jaw pain',                  '274667000', 'jaw'],
  ['ear',            'ear pain',                  '16001004', 'ear'],
  ['eye',            'eye pain',                  '41652007',  'eye'],
  ['throat',         'sore throat',               '162397003', 'throat'],
  ['mouth',          'mouth pain',                '102616008', 'mouth'],
  ['tongue',         'tongue pain',               '',          'tongue'],
  ['gums',           'gum pain',                  '',          'gum'],
  ['tooth',          'toothache',                 '27355003',  'tooth'],
  ['sinuses',        'sinus pain',                '',          'sinus'],
  ['shoulder',       'shoulder pain',             '45326000',  'shoulder'],
  ['elbow',          'elbow pain',                '74323005',  'elbow'],
  ['wrist',          'wrist pain',                '56608008',  'wrist'],
  ['hand',           'hand pain',                 '53057004',  'hand'],
  ['finger',         'finger pain',               '18876004',  'finger'],
  ['thumb',          'thumb pain',                '300955002', 'thumb'],
  ['arm',            'arm pain',                  '102556003', 'arm|forearm'],
  ['hip',            'hip pain',                  '49218002',  'hip'],
  ['thigh',          'thigh pain',                '78514002',  'thigh'],
  ['knee',           'knee pain',                 '30989003',  'knee'],
  ['calf',           'calf pain',                 '300954003', 'calf'],
  ['shin',           'shin pain',                 '',          'shin'],
  ['ankle',          'ankle pain',                '247373008', 'ankle'],
  ['heel',           'heel pain',                 '2733002',   'heel'],
  ['foot',           'foot pain',                 '47933007',  'foot'],
  ['toe',            'toe pain',                  '285365001', 'toe'],
  ['leg',            'leg pain',                  '10601006',  'leg'],
  ['buttock',        'buttock pain',              '279043006', 'buttock'],
  ['groin',          'groin pain',                '102570003', 'groin'],
  ['flank',          'flank pain',                '247355005', 'flank'],
  ['ribs',           'rib pain',                  '297217002', 'rib'],
  ['breast',         'breast pain',               '53430007',  'breast'],
  ['pelvis',         'pelvic pain',               '30473006',  'pelvis|pelvic'],
  ['testicle',       'testicular pain',           '63901009',  'testicle|testicular|scrotum'],
  ['penis',          'penile pain',               '285375003', 'penis'],
  ['vagina',         'vaginal pain',              '38343000',  'vagina|vaginal'],
  ['anus',           'anal pain',                 '68653001',  'anus|back passage|bottom hole'],
  ['joints',         'joint pain',                '57676002',  'joint'],
  ['muscles',        'muscle aches',              '68962001',  'muscle|muscular'],
  ['skin',           'sore skin',                 '',          'skin'],
  ['passing urine',  'painful urination',         '49650001',  'pee|wee|urinate|pass urine|passing urine|pass water|use bathroom'],
  ['swallowing',     'painful swallowing',        '30233002',  'swallow'],
]

/** Words for pain, and words that may come between pain and its site. */
export const painWords: ReadonlySet<string> = new Set(
  'pain painful ache achy aching sore soreness hurt tender tenderness killing throbbing agony agonising gyp'.split(' '),
)
export const swellingWords: ReadonlySet<string> = new Set('swelling swollen swell swelled'.split(' '))
export const weaknessWords: ReadonlySet<string> = new Set('weak weaker weakness'.split(' '))
/** Parts that can be weak by themselves. */
export const limbs: ReadonlySet<string> = new Set('arm leg hand face foot wrist knee ankle shoulder'.split(' '))
export const stiffWords: ReadonlySet<string> = new Set('stiff stiffness stiffer'.split(' '))
export const joints: ReadonlySet<string> = new Set(
  'neck back lower back shoulder elbow wrist hand finger thumb hip knee ankle foot toe jaw'.split(' '),
)
export const siteLinks: ReadonlySet<string> = new Set(
  'in on at around across here all getting behind inside under to of when i it is have got been am are feel left right both side top middle up going go was big fire with given giving give me'.split(
    ' ',
  ),
)
