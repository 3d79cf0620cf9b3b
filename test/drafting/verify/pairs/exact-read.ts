/** Pairs about exact parts, in the forms of writing of a note; they are read while rules are made. D315. */
import type { Pair } from './pair.ts'

// biome-ignore format: one row a line
export const exactReadPairs: readonly Pair[] = [
  // time: the time of another event, past as present
  ['time', 'complaint', 'Three-week history of cough.|cough', 'One-week history of cough.|cough', ['P: Hi, yeah, so I have had this cough for about three weeks now. And last week I got some tablets from the chemist.']],
  ['time', 'symptom', 'Rash appeared two days ago.|rash', 'Rash appeared ten days ago.|rash', ['P: I started the amoxicillin ten days ago, and then, er, two days ago this rash came up.']],
  ['time', 'complaint', 'Back pain since Monday.|back pain', 'Back pain since Friday.|back pain', ['P: It is my back, it went on Monday.', 'C: Okay. And are you managing at work?', 'P: No, I have been off since, well, I go back on Friday.']],
  ['time', 'history', 'Cholecystectomy in 2011.|cholecystectomy|p', 'Cholecystectomy in 2016.|cholecystectomy|p', ['P: I had my gallbladder out in 2011, and then the hernia was 2016.']],
  ['time', 'symptom', 'Previously had migraines, none for years.|migraine|p', 'Has migraines.|migraine', ['C: Do you get migraines at all?', 'P: I did as a student. I have not had one for years.']],
  ['time', 'symptom', 'Vomited twice on Saturday, not since.|vomiting|p', 'Is vomiting.|vomiting', ['P: Saturday I was sick, sick twice.', 'C: And since then?', 'P: No, nothing since, I have kept everything down.']],
  ['time', 'medication', 'Stopped naproxen a month ago.|naproxen|p', 'Takes naproxen.|naproxen', ['C: Are you still on the naproxen?', 'P: No, no, I finished with that a month ago.']],
  ['time', 'complaint', 'Dizziness for a fortnight.|dizziness', 'Dizziness for two months.|dizziness', ['C: And how long has the dizziness been going on?', 'P: Um, a couple of weeks. I moved house two months ago, so it is after that.']],
  // sense
  ['sense', 'impression', 'Possible gallstones.|gallstones|u', 'Possible gallstones caused by statins.|gallstones|u', ['C: So from what you tell me this might be gallstones. You are on a statin, that is fine, carry on with that.']],
  ['sense', 'symptom', 'Fears it is multiple sclerosis.|multiple sclerosis|u', 'Has multiple sclerosis.|multiple sclerosis', ['C: Was there anything in particular on your mind?', 'P: Well, multiple sclerosis, if I am being honest with you.']],
  ['sense', 'plan', 'Warned about diarrhoea with the antibiotic.|diarrhoea', 'Diarrhoea from the antibiotic.|diarrhoea', ['C: The antibiotic can give you a bit of diarrhoea, so just be aware of that.', 'P: Okay.']],
  ['sense', 'finding', 'Throat red.|throat', 'Mouth open wide.|mouth', ['C: Could you open your mouth nice and wide for me? Okay, so the throat looks a bit red.']],
  ['sense', 'symptom', 'Exhausted.|exhaustion', 'Has passed out.|syncope', ['P: I am absolutely dead on my feet, I could just pass out on the sofa by seven.']],
  ['sense', 'symptom', 'Heartburn after meals.|heartburn', 'Heart disease.|heart disease', ['P: I get this burning after I eat, like heartburn.', 'C: Okay. And is there anything you are worried about?', 'P: Just that it is my heart, you know.']],
  ['sense', 'symptom', 'No relief from ibuprofen.|ibuprofen', 'Ibuprofen relieves the pain.|ibuprofen', ['C: Does the ibuprofen take the pain away?', 'P: Not really, it does not touch it.']],
  ['sense', 'symptom', 'Bread brings on bloating.|bloating', 'Bread relieves the bloating.|bloating', ['C: Anything that sets the bloating off?', 'P: Bread, definitely. Leaving it out helps.']],
  ['sense', 'impression', 'Likely tennis elbow.|tennis elbow|u', 'Trapped nerve.|trapped nerve', ['C: I reckon it is tennis elbow. If it were a trapped nerve your fingers would tingle, and they do not.']],
  // scope
  ['scope', 'symptom', 'Denies fever, cough or chest pain.|fever|-', 'Denies fever, cough or breathlessness.|breathlessness|-', ['C: Any fever, cough, chest pain?', 'P: No, none of that.', 'C: And are you short of breath at all?', 'P: A bit, when I walk uphill.']],
  ['scope', 'symptom', 'Nausea; nil vomiting.|nausea', 'Nil nausea or vomiting.|nausea|-', ['C: Are you feeling sick with it?', 'P: Yeah, I am.', 'C: Have you been sick?', 'P: No, no.']],
  ['scope', 'symptom', 'Can walk unless the road is steep.|walking', 'Cannot walk.|walking|-', ['P: I can walk all right, unless it is a steep hill, then I have to stop.']],
  ['scope', 'symptom', 'Sleeps well apart from getting up to pass urine.|sleep', 'Sleeps badly.|sleep', ['C: How is your sleep?', 'P: Good, good, apart from having to get up for a wee.']],
  ['scope', 'symptom', 'Knee pain only on stairs.|knee pain', 'Constant knee pain.|knee pain', ['C: Is the knee sore all the time?', 'P: No, no, only going down the stairs.']],
  ['scope', 'symptom', 'No blood in the stool.|blood in stool|-', 'No change in bowel habit.|change in bowel habit|-', ['C: Any change in your bowels at all?', 'P: They are looser than they were.', 'C: And any blood?', 'P: No, no blood.']],
  ['scope', 'symptom', 'Not taken anything for the pain.|pain', 'No pain.|pain|-', ['C: Have you taken anything for the pain?', 'P: No, I have not.']],
  ['scope', 'allergy', 'No known drug allergies.|drug allergies|-', 'No known food allergies.|food allergies|-', ['C: Any allergies to any medications?', 'P: No, not that I know of.']],
  // person
  ['person', 'family', 'Aunt had breast cancer.|breast cancer|r', 'Mother had breast cancer.|breast cancer|r', ['C: And breast cancer in the family?', 'P: My mum, no, sorry, my aunt had it, my mum is fine.']],
  ['person', 'symptom', 'Daughter has had gastroenteritis.|gastroenteritis|r', 'Has had gastroenteritis.|gastroenteritis|p', ['C: Has anyone been ill at home?', 'P: My little girl, she had gastro last weekend.']],
  ['person', 'social', 'Son smokes in the house.|smoking|r', 'Smokes in the house.|smoking', ['C: Any smokers at home?', 'P: Only my son, he smokes inside, I tell him off about it.']],
  ['person', 'history', '72-year-old man with diabetes.|diabetes', '72-year-old woman with diabetes.|diabetes', ['C: So you are 72, is that right, sir?', 'P: That is right, yes, and a diabetic as well.']],
  ['person', 'complaint', '34-year-old presenting with wrist pain.|wrist pain', '43-year-old presenting with wrist pain.|wrist pain', ['C: Can I just confirm your age?', 'P: Thirty-four.', 'C: And how can I help?', 'P: It is my wrist, it is really painful.']],
  ['person', 'medication', 'Uses an inhaler.|inhaler', 'Uses his wife\'s inhaler.|inhaler', ['C: Do you use an inhaler?', 'P: I have got my own inhaler, yes. My wife has one too.']],
  // drug
  ['drug', 'medication', 'Metformin one gram b.d.|metformin', 'Metformin one gram t.d.s.|metformin', ['P: I take metformin, a thousand milligrams twice a day.']],
  ['drug', 'medication', 'Takes half a tablet of bisoprolol daily.|bisoprolol', 'Takes two tablets of bisoprolol daily.|bisoprolol', ['C: And the bisoprolol, how much of that?', 'P: Just half a tablet, once a day.']],
  ['drug', 'plan', 'Increase ramipril to 5 mg.|ramipril', 'Increase amlodipine to 5 mg.|amlodipine', ['C: You are on ramipril and amlodipine. I would like to put the ramipril up to five milligrams and leave the amlodipine as it is.']],
  ['drug', 'plan', 'Take ibuprofen 400 mg tds with food.|ibuprofen', 'Take paracetamol 400 mg tds.|paracetamol', ['C: So take ibuprofen, four hundred milligrams three times a day with food, and you can have some paracetamol on top, one gram.']],
  ['drug', 'medication', 'Paracetamol 1 g four times a day.|paracetamol', 'Paracetamol 500 mg four times a day.|paracetamol', ['C: How much paracetamol are you having?', 'P: Two of the five hundreds, so one gram, four times a day.']],
  ['drug', 'plan', 'Flucloxacillin 500 mg qds for seven days.|flucloxacillin', 'Flucloxacillin 500 mg qds for five days.|flucloxacillin', ['C: I will give you flucloxacillin, five hundred milligrams four times a day for a week. I will see you in five days to check.']],
  ['drug', 'plan', 'Salbutamol, two puffs when needed.|salbutamol', 'Salbutamol, two puffs daily.|salbutamol', ['C: Use the blue one, the salbutamol, two puffs whenever you need it.']],
  ['drug', 'medication', 'Statin caused muscle aches.|statin', 'Statin relieved muscle aches.|statin', ['P: I stopped the statin because it made all my muscles ache.']],
  ['drug', 'plan', 'Apply hydrocortisone twice daily for up to a week.|hydrocortisone', 'Apply hydrocortisone once daily for up to two weeks.|hydrocortisone', ['C: Put the hydrocortisone on two times a day, and do not use it for more than a week.']],
  // plan
  ['plan', 'plan', 'Blood tests next week.|blood tests', 'Chest X-ray next week.|chest X-ray', ['C: I was going to send you for a chest X-ray. Actually, no, scrap that, let us just do some bloods next week.']],
  ['plan', 'plan', 'Consider physiotherapy if not improving.|physiotherapy', 'Refer to physiotherapy.|physiotherapy', ['C: If it is no better in a month, then we could think about physio.']],
  ['plan', 'plan', 'Arrange an ECG.|ECG', 'Arrange an echocardiogram.|echocardiogram', ['C: I would like to get an ECG done. If that is abnormal then you would need an echocardiogram.']],
  ['plan', 'safety-net', 'Go to A&E if chest pain or fainting.|chest pain', 'Go to A&E.|go to A&E', ['C: If you get any chest pain, or you pass out, then go straight to A and E.']],
  ['plan', 'plan', 'Avoid swimming until the wound has healed.|swimming', 'Avoid swimming for a week.|swimming', ['C: Keep out of the pool until that wound has healed. I will look at it in a week.']],
  ['plan', 'plan', 'Take the tablets even if feeling better.|tablets', 'Stop the tablets when feeling better.|tablets', ['C: Keep taking the tablets, do not stop them just because you feel better.']],
  ['plan', 'plan', 'Discussed the flu vaccine; declined.|flu vaccine|-', 'Flu vaccine to be given.|flu vaccine', ['C: While you are on, shall we book you a flu jab?', 'P: Nah, I never have it, thanks.']],
  ['plan', 'follow-up', 'Review in a fortnight.|review', 'Review in a month.|review', ['C: Let us speak again in two weeks. If things are fine we can leave it a month after that.']],
  ['plan', 'plan', 'Advised to drink at least two litres a day.|fluids', 'Advised to drink at most two litres a day.|fluids', ['C: Try and get at least two litres of water down you every day.']],
  ['plan', 'plan', 'Urine sample to be dropped in before starting antibiotics.|urine sample', 'Urine sample to be dropped in after the antibiotics.|urine sample', ['C: Pop a urine sample in first, before you start the antibiotics please.']],
  // number and attribute
  ['number', 'symptom', 'Pain 7/10.|pain', 'Pain 10/10.|pain', ['C: Out of ten, how bad is the pain?', 'P: About a seven.']],
  ['number', 'vital', 'BP 142/88.|blood pressure', 'BP 124/88.|blood pressure', ['C: So your blood pressure is a hundred and forty two over eighty eight.']],
  ['number', 'symptom', 'Opens bowels five times a day.|bowels', 'Opens bowels five times a week.|bowels', ['C: How often are you going?', 'P: To the loo? Five times a day, it was once a day before.']],
  ['number', 'social', 'Drinks fourteen units a week.|alcohol', 'Drinks forty units a week.|alcohol', ['C: How much alcohol do you drink?', 'P: It comes to fourteen units in a week.']],
  ['number', 'symptom', 'Weight down by half a stone in three months.|weight loss', 'Weight down by three stone in six months.|weight loss', ['P: I have lost half a stone, in the last three months I would say.']],
  ['attribute', 'symptom', 'Pain wakes her at 4 a.m.|pain', 'Pain wakes her at 4 p.m.|pain', ['P: The pain wakes me up at four in the morning.']],
  ['attribute', 'symptom', 'Sharp pain, lasting seconds.|pain', 'Sharp pain, lasting hours.|pain', ['C: What is the pain like?', 'P: It is sharp, sort of stabbing, it is over in a few seconds. Then there is a dull ache for hours.']],
  // side
  ['side', 'symptom', 'Pain in the left calf; right calf normal.|calf pain', 'Pain in the right calf; left calf normal.|calf pain', ['C: Which calf is it?', 'P: The left.', 'C: And the right one is okay?', 'P: Yeah, that one is fine.']],
  ['side', 'history', 'Right hip replacement, left knee arthritis.|hip replacement|p', 'Left hip replacement, right knee arthritis.|hip replacement|p', ['P: They did my right hip, and now the left knee is arthritic.']],
  ['side', 'symptom', 'Numbness of the right hand, since resolved on the left.|numbness', 'Numbness of the left hand, since resolved on the right.|numbness', ['P: Both hands went numb. The left came back after an hour but the right is still numb.']],
]
