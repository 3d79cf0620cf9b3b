/** The people, histories, medicines and lives of grammar A. */
import { detail, type Grammar, medicine, named } from '../grammar.ts'

type Background = Pick<
  Grammar,
  | 'women'
  | 'men'
  | 'ofWomen'
  | 'conditions'
  | 'operations'
  | 'regular'
  | 'allergies'
  | 'relatives'
  | 'familyConditions'
  | 'others'
  | 'turns'
  | 'jobs'
  | 'homes'
  | 'drinks'
  | 'warnings'
  | 'laterSteps'
  | 'frequencies'
  | 'durations'
>

export const backgroundA: Background = {
  women: ['Jess', 'Priya', 'Karen', 'Aisha', 'Lin', 'Chloe'],
  men: ['Tim', 'Robert', 'Michael', 'Pete', 'Graham', 'Dave'],
  ofWomen: ['caesarean section', 'polycystic ovary syndrome', 'vaginal discharge', 'pregnancy test', 'swab'],
  conditions: [
    named('asthma', '', 'asthma|a bit of asthma'),
    named('hypertension', 'high blood pressure|raised blood pressure|htn', 'high blood pressure|blood pressure'),
    named('type 2 diabetes', 'type 2 diabetes mellitus|t2dm|diabetes|diabetic', 'type two diabetes|sugar diabetes, type two'),
    named('irritable bowel syndrome', 'ibs|irritable bowel', 'IBS|irritable bowel'),
    named('hypothyroidism', 'underactive thyroid', 'an underactive thyroid'),
    named('high cholesterol', 'hypercholesterolaemia|raised cholesterol|cholesterol|hyperlipidaemia', 'high cholesterol|cholesterol'),
    named('osteoarthritis of the hands', 'osteoarthritis|hand arthritis|arthritis', 'a bit of arthritis in my hands'),
    named('polycystic ovary syndrome', 'pcos|polycystic ovaries', 'polycystic ovaries'),
    named('coeliac disease', 'coeliac|celiac', 'coeliac disease'),
  ],
  operations: [
    named('appendicectomy', 'appendectomy|appendix removed|appendix out', 'my appendix out'),
    named('tonsillectomy', 'tonsils removed|tonsils out', 'my tonsils out'),
    named('hernia repair', 'hernia operation|hernia', 'a hernia done'),
    named('knee arthroscopy', 'arthroscopy|knee keyhole surgery', 'keyhole surgery on my knee'),
    named('caesarean section', 'caesarean|c section', 'a caesarean'),
  ],
  regular: [
    medicine('metformin', '', 'metformin', '500 mg|1000 mg', 'twice a day'),
    medicine('ramipril', '', 'ramipril', '5 mg|10 mg|2.5 mg', 'once a day'),
    medicine('atorvastatin', 'lipitor', 'atorvastatin|Lipitor', '20 mg|40 mg', 'once a day at night'),
    medicine('levothyroxine', 'thyroxine', 'thyroxine|levothyroxine', '75 mcg|100 mcg|50 mcg', 'once a day'),
    medicine('sertraline', '', 'sertraline', '50 mg|100 mg', 'once a day'),
    medicine('salbutamol', 'ventolin|blue puffer|blue inhaler|reliever', 'the blue puffer|my blue inhaler|Ventolin', '2 puffs|1 puffs', 'as needed'),
    medicine('aspirin', '', 'aspirin', '100 mg|75 mg', 'once a day'),
    medicine('pantoprazole', 'somac', 'pantoprazole|Somac', '40 mg|20 mg', 'once a day'),
  ],
  allergies: [
    { ...named('penicillin', '', 'penicillin'), reactions: [named('rash', 'skin rash', 'a rash|a rash all over'), named('facial swelling', 'swelling of face|face swelling|swollen face', 'swelling in my face')] },
    { ...named('trimethoprim', '', 'trimethoprim'), reactions: [named('hives', 'urticaria', 'hives|big hives')] },
    { ...named('codeine', '', 'codeine'), reactions: [named('vomiting', 'vomit|being sick', 'really bad vomiting'), named('itch', 'itching|itchy|pruritus', 'really bad itching')] },
    { ...named('ibuprofen', 'nurofen', 'ibuprofen|Nurofen'), reactions: [named('wheeze', 'wheezing|wheezy', 'a wheeze'), named('lip swelling', 'swollen lips|swelling of lips', 'swollen lips')] },
    { ...named('peanuts', 'peanut', 'peanuts'), reactions: [named('anaphylaxis', 'anaphylactic reaction', 'anaphylaxis, I carry a pen')] },
  ],
  relatives: [
    { relative: 'mother', said: ['my mum', 'mum'] },
    { relative: 'father', said: ['my dad', 'dad'] },
    { relative: 'brother', said: ['my brother', 'my older brother'] },
    { relative: 'sister', said: ['my sister', 'my little sister'] },
    { relative: 'grandmother', said: ['my nan', 'my grandma'] },
  ],
  familyConditions: [
    named('bowel cancer', 'colon cancer|colorectal cancer', 'bowel cancer'),
    named('heart attack', 'myocardial infarction|mi|ischaemic heart disease', 'a heart attack'),
    named('type 1 diabetes', 'type 1 diabetes mellitus|t1dm', 'type one diabetes'),
    named('migraine', 'migraines', 'migraines'),
    named('stroke', 'cva', 'a stroke'),
    named('breast cancer', '', 'breast cancer'),
    named('rheumatoid arthritis', '', 'rheumatoid arthritis'),
  ],
  others: ['my daughter', 'my flatmate', 'the bloke at work', 'my little boy', 'my husband', 'my boss'],
  turns: [
    detail('neck pain', 'pain in the neck|sore neck', "P: Honestly, the whole thing's a pain in the neck.", 'C~ I can imagine.'),
    detail('heart attack', 'myocardial infarction', 'P: I nearly had a heart attack when I saw the bill for the parking.', 'C~ I know, it is shocking.'),
    detail('headache', 'head ache', 'P: Getting an appointment was a right headache.', 'C~ Sorry about that.'),
    detail('death', 'dying|died', "P: I'm dying for a coffee, I came straight from work.", "C~ We won't be long."),
    detail('being sick', 'sickness|vomiting', "P: I'm sick and tired of the roadworks out there.", 'C~ Oh, me too.'),
  ],
  jobs: [
    named('accountant', '', 'an accountant'),
    named('teacher', 'primary school teacher', 'a teacher|a primary school teacher'),
    named('builder', '', 'a builder'),
    named('nurse', '', 'a nurse on the wards'),
    named('software engineer', 'software developer', 'a software engineer'),
    named('chef', '', 'a chef'),
    named('truck driver', 'lorry driver', 'a truck driver'),
  ],
  homes: [
    named('living alone', 'lives alone|alone|on own', 'on my own|by myself'),
    named('living with partner', 'lives with partner|partner', 'with my partner'),
    named('living with partner and children', 'partner and two children|other half and two kids|other half and 2 kids|partner and 2 children|lives with family', 'with my other half and two kids'),
    named('shared house', 'share house|housemates|flatmates', 'in a share house with two mates'),
    named('living with parents', 'parents', 'with my parents'),
  ],
  drinks: ['10 units a week', '4 units a week', '6 drinks a week', '2 drinks a night', '14 units a week'],
  warnings: [
    named('loose motions', 'diarrhoea|loose stool|loose stools', 'loose motions'),
    named('thrush', 'candidiasis', 'a bit of thrush'),
    named('drowsiness', 'drowsy|sleepy|sleepiness', 'a bit of drowsiness'),
    named('dry mouth', '', 'a dry mouth'),
  ],
  laterSteps: [
    named('a specialist opinion', 'specialist', 'getting a specialist to see you'),
    named('MRI', 'mri scan', 'an MRI scan'),
    named('steroid injection', 'injection', 'a steroid injection'),
    named('hospital admission', 'admission', 'getting you into hospital'),
  ],
  frequencies: {
    'once a day': ['once a day', 'one a day', 'every morning'],
    'twice a day': ['twice a day', 'two times a day', 'morning and night'],
    'three times a day': ['three times a day', 'three times daily'],
    'four times a day': ['four times a day', 'up to four times a day'],
    'once a day at night': ['once a day at night', 'every night', 'one at night'],
    'as needed': ['as needed', 'only when needed', 'just when needed'],
  },
  durations: {
    '2 days': ['two days', 'a couple of days'],
    '1 week': ['a week', 'one week'],
    '2 weeks': ['two weeks', 'a fortnight'],
    '1 month': ['a month'],
    '2 months': ['two months', 'a couple of months'],
    '1 year': ['a year', 'one year'],
  },
} // biome-ignore format: one row a line
