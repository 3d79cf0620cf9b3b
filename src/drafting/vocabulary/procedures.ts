/** Operations and other procedures in everyday words. The phrases are our own; no code is certain for them. D146. */
import type { ConceptRow } from './concepts.ts'

const row = (display: string, says: string): ConceptRow => [
  display.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
  'procedure',
  display,
  '',
  says,
]

/** "Gallbladder out", "took out my gallbladder", "gallbladder removed". */
const takenOut = (parts: string): string =>
  parts
    .split('|')
    .flatMap((part) => [`${part} out`, `${part} removed`, `${part} taken out`, `removed ${part}`, `took out ${part}`, `taken out ${part}`, `${part} removal`]) // biome-ignore format: a list
    .join('|')

const operatedOn = (parts: string): string =>
  parts
    .split('|')
    .flatMap((part) => [`${part} operation`, `${part} surgery`, `operation on ${part}`, `surgery on ${part}`, `${part} operated on`, `had operation on ${part}`, `had surgery on ${part}`]) // biome-ignore format: a list
    .join('|')

// biome-ignore format: one row a line
export const procedures: readonly ConceptRow[] = [
  row('appendicectomy',            `appendicectomy|appendectomy|${takenOut('appendix')}|appendix operation`),
  row('tonsillectomy',             `tonsillectomy|${takenOut('tonsils')}|tonsil operation`),
  row('adenoidectomy',             `adenoidectomy|${takenOut('adenoids')}`),
  row('prolapse repair',           'prolapse repair|prolapse repaired|repair of prolapse|prolapse operation|prolapse surgery|operation for prolapse|surgery for prolapse'),
  row('cholecystectomy',           `cholecystectomy|${takenOut('gallbladder|gall bladder')}|${operatedOn('gallbladder|gall bladder')}`),
  row('splenectomy',               `splenectomy|${takenOut('spleen')}`),
  row('nephrectomy',               `nephrectomy|${takenOut('kidney')}`),
  row('thyroidectomy',             `thyroidectomy|${takenOut('thyroid')}|thyroid operation|thyroid surgery`),
  row('hysterectomy',              `hysterectomy|${takenOut('womb|uterus')}`),
  row('oophorectomy',              `oophorectomy|${takenOut('ovary|ovaries')}`),
  row('prostatectomy',             `prostatectomy|turp|${takenOut('prostate')}|prostate operation|prostate surgery`),
  row('mastectomy',                'mastectomy|double mastectomy'),
  row('lumpectomy',                'lumpectomy|breast lump removed|breast lump out'),
  row('vasectomy',                 'vasectomy'),
  row('circumcision',              'circumcision|circumcised'),
  row('sterilisation',             'sterilised|tubes tied|tubal ligation'),
  row('caesarean section',         'caesarean|c section|cesarean|caesarean section|caesar'),
  row('hip replacement',           'hip replacement|hip replaced|replaced hip'),
  row('knee replacement',          'knee replacement|knee replaced|replaced knee'),
  row('shoulder replacement',      'shoulder replacement|shoulder replaced'),
  row('knee arthroscopy',          'arthroscopy|knee arthroscopy|keyhole on knee|knee keyhole'),
  row('cruciate ligament reconstruction', 'acl reconstruction|acl repair|cruciate reconstruction|cruciate repair|acl done'),
  row('spinal fusion',             'spinal fusion|back fused|spine fused|laminectomy|discectomy'),
  row('carpal tunnel release',     'carpal tunnel release|carpal tunnel operation|carpal tunnel surgery|carpal tunnel done'),
  row('bunion surgery',            'bunion operation|bunion surgery|bunions done|bunion removed'),
  row('heart bypass',              'heart bypass|bypass surgery|bypass operation|triple bypass|quadruple bypass'),
  row('heart valve replacement',   'valve replacement|valve replaced'),
  row('coronary angiogram',        'coronary angiogram|angiogram|angiography'),
  row('cardiac ablation',          'cardiac ablation|heart ablation|ablation'),
  row('varicose vein surgery',     'varicose vein operation|varicose vein surgery|varicose veins done|veins stripped'),
  row('hernia repair',             'hernia repair|hernia operation|hernia repaired|hernia surgery|hernia fixed'),
  row('bowel resection',           'bowel resection|colectomy|hemicolectomy|bowel removed|bowel operation|bowel surgery'),
  row('bariatric surgery',         'gastric sleeve|gastric bypass|gastric band|lap band|sleeve gastrectomy|bariatric surgery'),
  row('colonoscopy',               'colonoscopy|colonoscopies|camera up bottom'),
  row('gastroscopy',               'gastroscopy|endoscopy|camera down throat'),
  row('cystoscopy',                'cystoscopy|camera in bladder'),
  row('hysteroscopy',              'hysteroscopy'),
  row('laparoscopy',               'laparoscopy|laparoscopic surgery'),
  row('dilatation and curettage',  'dilatation and curettage|curette'),
  row('cataract surgery',          'cataract surgery|cataract operation|cataracts removed|cataract removed|cataracts done|cataract done'),
  row('laser eye surgery',         'laser eye surgery|lasik|eyes lasered'),
  row('wisdom teeth removal',      'wisdom teeth out|wisdom teeth removed|wisdom tooth out|wisdom tooth removed'),
  row('cyst removal',              `${takenOut('cyst|cysts')}|cyst taken off|cysts taken off|cyst cut out|cyst cut off|removal of cyst`),
  row('skin lesion removal',       'mole removed|mole cut out|skin cancer removed|skin cancer cut out|bcc removed|bcc cut out|melanoma removed|melanoma cut out|sunspot removed|mole taken off'),
  row('lymph node biopsy',         'lymph node biopsy|lymph node removed'),
  row('kidney transplant',         'kidney transplant'),
  row('liver transplant',          'liver transplant'),
  row('chemotherapy',              'chemotherapy|chemo'),
  row('radiotherapy',              'radiotherapy|radiation therapy'),
  row('knee surgery',              operatedOn('knee')),
  row('hip surgery',               operatedOn('hip')),
  row('back surgery',              operatedOn('back|spine')),
  row('shoulder surgery',          operatedOn('shoulder')),
  row('ankle surgery',             operatedOn('ankle')),
  row('heart surgery',             `${operatedOn('heart')}|open heart surgery`),
  row('sinus surgery',             operatedOn('sinus|sinuses')),
]
