/** Pairs about exact parts that nobody looks at while rules are made: the tests count them only. D315. */
import type { Pair } from './pair.ts'

// biome-ignore format: one row a line
export const exactKeptPairs: readonly Pair[] = [
  // time
  ['time', 'complaint', 'Four days of sore throat.|sore throat', 'Four weeks of sore throat.|sore throat', ['C: When did the sore throat start?', 'P: Four days ago. I came back from holiday four weeks ago.']],
  ['time', 'symptom', 'Headache began the day after the fall.|headache', 'Headache began the day before the fall.|headache', ['P: I fell off my bike on the Sunday, and the next day the headache started.']],
  ['time', 'symptom', 'Had palpitations last summer, none now.|palpitations|p', 'Has palpitations.|palpitations', ['C: Any palpitations?', 'P: Last summer I had some, but no, not at the moment.']],
  ['time', 'history', 'Pneumonia in 2018.|pneumonia|p', 'Pneumonia in 2020.|pneumonia|p', ['P: I was in hospital twice, 2018 with pneumonia and 2020 when I broke my leg.']],
  ['time', 'medication', 'Omeprazole for about six weeks.|omeprazole', 'Omeprazole for about six months.|omeprazole', ['C: How long have you been on the omeprazole?', 'P: Ooh, six weeks or so. I had had the heartburn for six months by then.']],
  ['time', 'social', 'Gave up smoking ten years ago.|smoking|p', 'Smoked until two years ago.|smoking|p', ['C: Do you smoke?', 'P: No, I gave it up ten years ago. My husband only stopped two years ago.']],
  ['time', 'symptom', 'Swelling has gone down.|swelling|p', 'Swelling persists.|swelling', ['C: And the swelling?', 'P: That has gone down now, thankfully.']],
  ['time', 'complaint', 'Itchy eyes since the start of May.|itchy eyes', 'Itchy eyes since last May.|itchy eyes', ['P: My eyes have been itching since the beginning of May, every single day.']],
  // sense
  ['sense', 'impression', 'Probably costochondritis.|costochondritis|u', 'Probably costochondritis due to asthma.|costochondritis|u', ['C: I think it is most likely costochondritis. And your asthma, is that well controlled?']],
  ['sense', 'symptom', 'Afraid of losing her sight.|fear', 'Loss of sight.|visual loss', ['P: I lie there and I think I am going to lose my sight, it terrifies me.']],
  ['sense', 'plan', 'Advised that the inhaler may make her shaky.|tremor', 'Tremor from the inhaler.|tremor', ['C: You might feel a little bit shaky after the inhaler, that is quite normal.']],
  ['sense', 'finding', 'Abdomen soft.|abdomen', 'Breathing deeply.|breathing', ['C: Deep breath in for me. And out. Okay, that tummy is nice and soft.']],
  ['sense', 'symptom', 'Bored at home.|boredom', 'Climbing difficulty.|climbing', ['P: I am climbing the walls, stuck at home all day.']],
  ['sense', 'symptom', 'Cold air triggers wheeze.|wheeze', 'Cold air eases wheeze.|wheeze', ['P: The cold air sets me off wheezing. A hot drink seems to calm it.']],
  ['sense', 'symptom', 'The gel eases the knee pain.|knee pain', 'The gel causes knee pain.|knee pain', ['C: Did the gel do anything for your knee?', 'P: Yes, it does ease it.']],
  ['sense', 'impression', 'Looks like impetigo.|impetigo|u', 'Chickenpox.|chickenpox', ['C: To me that looks like impetigo. Chickenpox would be all over and it would come in crops.']],
  ['sense', 'symptom', 'Wants to rule out coeliac disease.|coeliac disease|u', 'Coeliac disease.|coeliac disease', ['C: What made you ring today?', 'P: I just wanted to make sure I have not got coeliac disease.']],
  // scope
  ['scope', 'symptom', 'No weight loss, night sweats or lumps.|weight loss|-', 'No weight loss, night sweats or tiredness.|tiredness|-', ['C: Have you lost weight, any night sweats, any lumps anywhere?', 'P: No, no, nothing like that.', 'C: And your energy?', 'P: I am tired out all the time.']],
  ['scope', 'symptom', 'Runny nose without a cough.|runny nose', 'No runny nose or cough.|runny nose|-', ['C: Is your nose running?', 'P: Like a tap.', 'C: Any cough with that?', 'P: No cough, no.']],
  ['scope', 'symptom', 'Can drive except at night.|driving', 'Cannot drive.|driving|-', ['C: Are you able to drive?', 'P: I am, except when it is dark, I do not see well enough.']],
  ['scope', 'symptom', 'Shoulder hurts only when lifting the arm.|shoulder pain', 'Shoulder hurts at rest.|shoulder pain', ['C: Does the shoulder hurt when you are resting?', 'P: No, just if I lift my arm up.']],
  ['scope', 'symptom', 'Has not measured her temperature.|temperature', 'No raised temperature.|fever|-', ['C: Have you taken your temperature?', 'P: No, I have not got a thermometer.']],
  ['scope', 'medication', 'No medicines apart from the contraceptive implant.|medicines|-', 'No contraception.|contraception|-', ['C: Any medicines at all?', 'P: None, apart from the implant in my arm.']],
  ['scope', 'symptom', 'No discharge from the ear; itch present.|ear discharge|-', 'No itch of the ear.|itch|-', ['C: Any discharge from the ear?', 'P: No.', 'C: Itchy?', 'P: Yes, it drives me mad.']],
  ['scope', 'history', 'No diabetes.|diabetes|-', 'No medical conditions.|medical conditions|-', ['C: Are you diabetic?', 'P: No.', 'C: Anything else, any conditions?', 'P: Just my underactive thyroid.']],
  // person
  ['person', 'family', 'Father had a heart attack at fifty.|heart attack|r', 'Grandfather had a heart attack at fifty.|heart attack|r', ['C: Heart problems in the family?', 'P: My dad had his heart attack when he was fifty. Grandad lived to be ninety.']],
  ['person', 'symptom', 'Partner has scabies.|scabies|r', 'Has scabies.|scabies', ['P: My partner went to her doctor, and she has got scabies, so I thought I had better call.']],
  ['person', 'history', '58-year-old woman with hypertension.|hypertension', '58-year-old man with hypertension.|hypertension', ['C: Hello, is that Mrs Brown? And you are fifty-eight?', 'P: Yes, that is right.', 'C: And you have high blood pressure?', 'P: I do.']],
  ['person', 'complaint', 'Aged 26, presents with ankle pain.|ankle pain', 'Aged 62, presents with ankle pain.|ankle pain', ['C: And how old are you?', 'P: Twenty-six.', 'C: What has happened?', 'P: I twisted my ankle and it is really sore.']],
  ['person', 'social', 'Mother helps with shopping.|mother|r', 'Helps mother with shopping.|mother|r', ['P: I cannot get out, so my mum does the shopping for me.']],
  ['person', 'medication', 'Not prescribed antibiotics.|antibiotics|-', 'Prescribed antibiotics.|antibiotics', ['C: Have you had any antibiotics?', 'P: No, not me. My son was given some.']],
  // drug
  ['drug', 'medication', 'Levothyroxine 75 micrograms o.d.|levothyroxine', 'Levothyroxine 75 micrograms b.d.|levothyroxine', ['P: Levothyroxine, seventy five micrograms, once in the morning.']],
  ['drug', 'medication', 'One and a half tablets of warfarin.|warfarin', 'Half a tablet of warfarin.|warfarin', ['C: What are you taking of the warfarin?', 'P: One and a half tablets at the moment.']],
  ['drug', 'plan', 'Reduce sertraline to 50 mg.|sertraline', 'Reduce mirtazapine to 50 mg.|mirtazapine', ['C: Let us bring the sertraline down to fifty milligrams, and you stay on the mirtazapine, fifteen at night.']],
  ['drug', 'plan', 'Codeine 30 mg up to four times a day.|codeine', 'Codeine 30 mg up to six times a day.|codeine', ['C: You can have codeine, thirty milligrams, up to four times in a day. The paracetamol every six hours.']],
  ['drug', 'plan', 'Trimethoprim 200 mg bd for three days.|trimethoprim', 'Trimethoprim 200 mg bd for two weeks.|trimethoprim', ['C: It is trimethoprim, two hundred milligrams two times a day, just for three days. Ring me in two weeks if it comes back.']],
  ['drug', 'plan', 'Use the steroid inhaler every day, the reliever only when wheezy.|steroid inhaler', 'Use the reliever every day, the steroid inhaler only when wheezy.|reliever', ['C: The brown steroid inhaler is for every day. The blue reliever is only for when you are wheezy.']],
  ['drug', 'medication', 'Lisinopril gave her a cough.|lisinopril', 'Lisinopril for a cough.|lisinopril', ['C: Why did you come off the lisinopril?', 'P: It gave me this awful cough.']],
  ['drug', 'plan', 'Chloramphenicol drops, one drop every two hours.|chloramphenicol', 'Chloramphenicol drops, two drops every hour.|chloramphenicol', ['C: I will give you chloramphenicol drops, one drop in the eye every two hours.']],
  ['drug', 'medication', 'Takes one 5 mg tablet of amlodipine at night.|amlodipine', 'Takes five tablets of amlodipine at night.|amlodipine', ['P: I have one amlodipine, the five milligram one, before I go to bed.']],
  // plan
  ['plan', 'plan', 'Stay on the same dose.|dose', 'Double the dose.|dose', ['C: I did think about doubling the dose. On reflection, no, let us leave it as it is.']],
  ['plan', 'plan', 'Consider a scan if the pain persists.|scan', 'Scan requested.|scan', ['C: If the pain is still there in six weeks we might do a scan.']],
  ['plan', 'plan', 'Check ferritin.|ferritin', 'Give intravenous iron.|iron', ['C: We need to check your ferritin. Some people then need an iron drip.']],
  ['plan', 'safety-net', 'Call 999 if lips swell or breathing becomes difficult.|lip swelling', 'Call 999.|call 999', ['C: If your lips swell up or you have trouble breathing, ring 999.']],
  ['plan', 'plan', 'No driving until seen by the specialist.|driving|-', 'No driving for six months.|driving|-', ['C: You must not drive until the specialist has seen you. Sometimes they say six months.']],
  ['plan', 'plan', 'Finish the course even when better.|course', 'Stop the course when better.|course', ['C: Make sure that you finish the course, even when you start feeling better.']],
  ['plan', 'plan', 'Offered counselling; not wanted.|counselling|-', 'Referred for counselling.|counselling', ['C: Would it help to talk to a counsellor?', 'P: Not for me, no.']],
  ['plan', 'follow-up', 'To be seen again in three months.|review', 'To be seen again in three weeks.|review', ['C: I will see you again in three months, and get those bloods done in three weeks.']],
  ['plan', 'plan', 'Ice for ten minutes at a time.|ice', 'Ice for ten days.|ice', ['C: Put some ice on it, ten minutes at a time, and no football for ten days.']],
  ['plan', 'plan', 'Fasting blood test tomorrow morning.|blood test', 'Blood test after breakfast tomorrow.|blood test', ['C: Come for the blood test tomorrow morning, without breakfast, please.']],
  // number and attribute
  ['number', 'symptom', 'Pain rated four out of ten.|pain', 'Pain rated eight out of ten.|pain', ['C: How would you score the pain from nought to ten?', 'P: Four now. It was an eight on the first night.']],
  ['number', 'vital', 'Pulse 88, temp 37.9.|pulse', 'Pulse 98, temp 37.9.|pulse', ['C: Your pulse is eighty eight and your temperature is thirty seven point nine.']],
  ['number', 'symptom', 'Up to pass urine three times a night.|nocturia', 'Up to pass urine three times an hour.|nocturia', ['C: Are you getting up in the night to wee?', 'P: Three times.']],
  ['number', 'social', 'Smokes five to ten cigarettes a day.|smoking', 'Smokes ten to fifteen cigarettes a day.|smoking', ['C: How many a day?', 'P: Five, ten. Between five and ten.']],
  ['number', 'symptom', 'Lost 6 kg since Christmas.|weight loss', 'Lost 16 kg since Christmas.|weight loss', ['P: Since Christmas I am down six kilos.']],
  ['attribute', 'symptom', 'Cramp comes on at night.|cramp', 'Cramp comes on when walking.|cramp', ['C: When do you get the cramp, is it when you walk?', 'P: No, it is at night, when I am in bed.']],
  ['attribute', 'symptom', 'Yellow phlegm, no blood.|phlegm', 'Green phlegm with blood.|phlegm', ['C: What colour is it?', 'P: Yellow, it was green to start with.', 'C: And any blood in it?', 'P: No.']],
  // side
  ['side', 'symptom', 'Tingling in the left hand; right unaffected.|tingling', 'Tingling in both hands.|tingling', ['C: Is it both hands that tingle?', 'P: No, just the left one, the right is okay.']],
  ['side', 'history', 'Right cataract done, left one awaited.|cataract|p', 'Left cataract done, right one awaited.|cataract|p', ['P: I have had the right cataract done and I am waiting for the left.']],
  ['side', 'finding', 'Crackles at the right base.|crackles', 'Crackles at the left base.|crackles', ['C: I can hear some crackles at the bottom of the right lung. The left is clear.']],
]
