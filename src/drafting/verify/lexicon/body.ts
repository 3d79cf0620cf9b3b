/**
 * Parts of the body, symptoms and what happens to them: words that name the same thing, for the verifier alone.
 * A row lists names that entail each other; after `<` stand narrower things, which entail the names but are not entailed by them.
 * `*` ends a word in any way. Our own table, written from general knowledge of English and of medicine. D290.
 */
// biome-ignore format: one row a line
export const bodyRows: readonly string[] = [
  // Breathing, chest
  'dyspn*, breathless*, short* of breath, out of breath, puffed, winded, puffing, panting, breathing difficult*, difficult* breathing, trouble breathing, struggl* to breathe, hard to breathe, catch my breath, fight* for breath, gasp* < can not breathe, breathing trouble, trouble with breathing, breathing, breath',
  'respirat*, breathing, breath, chest < lungs, lung, cough*',
  'orthopn* < lie flat, lying flat, pillows, prop*',
  'wheez*, whistling, whistle, whistles, rattl*, noisy breathing',
  'sputum, phlegm, mucus, catarrh, expectorat*, gunk < bring* up, cough* up',
  'productive, chesty, phlegmy, wet cough < bring* up, cough* up, coming up, phlegm, sputum, mucus',
  'unproductive, nonproductive, non productive, dry, tickly < nothing comes up, nothing coming up, not bring* anything up, not bring* up',
  'haemoptysis, hemoptysis, blood streaked sputum < cough* up blood, blood in phlegm, blood in sputum, blood when i cough, spit* blood, specks of blood, blood in it, blood',
  'pleuritic < breathe in, breath in, deep breath, inspir*, taking a breath, breathing in',
  'palpitat*, flutter*, heart rac*, racing heart, heart pound*, thump*, heartbeat, skipped beat*, skips a beat, missing beats, heart jump*, pounding < racing, races, irregular heartbeat',
  'tachycardi* < fast, racing, races, rapid', 'bradycardi* < slow',
  'chest, thorac*, retrosternal, substernal, sternum, breastbone',
  'oedema, edema, swell*, swollen, puffy, puff up, puffs up, swelled, bloated, enlarg*, distend*, distension, fluid retention',
  'claudication < calf pain on walking, calves walk*, walking',
  'coryza*, rhinorrh*, runny nose, nose running, runny, nasal discharge, snot*, streaming nose, sniff*, head cold < cold',
  'congest*, blocked nose, stuffy, stuffed up, bunged up, nasal blockage, blocked < sinus*',
  'nasal, nose, nostril*', 'epistaxis, nosebleed*, nose bleed*, bleeding nose',
  'odynophagi*, swallowing pain*, painful to swallow, pain* swallowing, hurts to swallow < swallow*', 'dysphagi*, difficult* swallowing, trouble swallowing, food stick*, food get* stuck, swallowing difficult* < swallow*',
  'pharyn*, throat, tonsil*', 'dysphoni*, hoarse*, croaky, husky, voice < lost my voice, losing my voice',
  'snor*', 'apnoea, apnea, stop* breathing', 'sneez*', 'hiccup*, singult*',
  // Abdomen, bowels
  'abdom*, tummy, stomach, belly, gut, guts, abdo, midriff < bowel*, navel, belly button',
  'epigastr* < top of stomach, top of tummy, top of my stomach, top of my tummy, upper abdom*, upper tummy, upper stomach, pit of stomach, below breastbone, under ribs, stomach, upper',
  'suprapubic, infraumbilical, hypogastr* < below belly button, lower tummy, lower abdom*, lower stomach, above pubic, low down, bottom of tummy, bladder, lower',
  'periumbilical, umbilic*, navel, belly button', 'inguinal, groin', 'loin, flank*, kidney area < side of back, sides of my back', 'iliac fossa < lower abdom*, lower tummy, lower, low down',
  'hypochondri* < under ribs, below ribs, under my ribs, upper',
  'vomit*, emesis, threw up, throw* up, thrown up, been sick, was sick, being sick, bring* up food, puk*, chuck* up, sick up, keep* anything down, retch*, upchuck*',
  'nause*, queasy, feel* sick, felt sick, sickly, sick to my stomach, need to vomit, off colour < sick',
  'haematemesis, hematemesis < vomit* blood, blood in vomit, threw up blood, coffee ground, blood',
  'diarrh*, loose stool*, loose motion*, the runs, the trots, runny poo, watery stool*, loose bowel*, squits, upset tummy, runny tummy < loose, watery, runs',
  'constipat*, bunged up, blocked up, bind*, not open* bowels, not been to the toilet, hard stool*, not pooed, trouble going',
  'stool*, poo, poos, poop, faec*, feces, motion*, bowel motion*, bowel movement*, defaecat*, defecat*, number two < toilet, bowels, bowel, diarrh*, loo, open* bowels, pooing, going',
  'bowel*, intestin*, colon, colonic, colorectal, gut, poo, toilet < stool*, motions, diarrh*, constipat*',
  'melaen*, melena, tarry < black stool*, black poo, stools black, poo black, black',
  'rectal*, per rectum, anal, anus, back passage, bottom, bum < when i wipe, on the paper, stool*, poo',
  'haematochezia < blood in stool*, blood in poo, blood on the paper, blood when i wipe, bright red blood, blood',
  'appetit*, hungry, eating < off my food, off food, eat, eaten, ate, food', 'anorexi*, appetite loss, loss of appetite, off my food, off food, not hungry, reduced appetite, no appetite, not eating, can not eat, not fancy* < lost my appetite, appetite, not feel like eating, have not been eating, not been eating',
  'reflux, heartburn, acid*, indigestion, dyspeps*, regurgitat*, acid come* up', 'flatul*, flatus, wind, gas, gassy, fart*, windy, belch*, burp*',
  'bloat*, distend*, distension, swollen tummy, fullness', 'jaundic*, yellow skin, yellow eyes, turned yellow', 'haemorrhoid*, hemorrhoid*, piles',
  'dehydrat*, dried out, dry mouth', 'hydrat*, fluid*, drink*, water, liquids', 'postprandial, after eating, after meals, after food, after i eat, after i have eaten, following meals, following food < meals, eating, eaten',
  // Urine, women's and men's health
  'dysuri*, sting* pee*, burn* pee*, pain* urinat*, pain* pass* urine, pain* pass* water, hurts pee*, burn* wee*, sting* wee*, burn* when i wee, hurts when i wee, sting* when pass* < burning, stings, stinging, sting, burns, hurts to pee, hurts to go, hurts when i go, pain when i go, pain when i pee',
  'urin*, pee, peeing, wee, weeing, pees, wees, pass* water, waterworks, micturat*, micturition, void*, bladder, loo, widdle < toilet, bathroom, cystitis, uti, urinary',
  'haematuri*, hematuri* < blood in urine, blood in pee, blood in wee, blood in my wee, pink urine, red urine, blood in it, blood, pee red, pee pink',
  'nocturi* < get* up at night to pee, get* up at night, up at night, up in the night, wake* to pee, night', 'polyuri*, urinary frequency < pee* a lot, pee* more, pee* all the time, going more often, go* to the toilet a lot, often, pee*, going more',
  'frequen*, often, a lot, more than usual, all the time, many times, constantly, keep having to, every half hour, more often', 'urgen*, desperate, rush to, hold it, hold on, have to run, need to go',
  'incontinen*, leak*, wet myself, wetting, accident*, can not hold', 'malodor*, odour*, odor*, smell*, stink*, offensive, foul, whiff*, pong*',
  'menstru*, period, periods, time of the month, monthly bleed', 'dysmenorrh*, period pain*, painful period* < cramp*', 'menorrhagi*, heavy period*, heavy menstrual bleeding < heavy, flooding', 'amenorrh*, no periods, miss* period, periods stopped, not had a period', 'intermenstrual, between periods, in between periods, in between, between your periods, spotting', 'postcoital, after sex, after intercourse',
  'menopaus*, the change < hot flush*', 'dyspareuni*, painful sex, pain* during sex, hurts during sex, pain* intercourse', 'coit*, intercourse, sex, sexual*, sleep with, sleeping with, make love, intimate, libido',
  'vagina*, vulv*, down below, down there, front passage, discharge down', 'pregnan*, expecting, gravid*, conceiv*, antenatal, gestation*, having a baby', 'postnatal, postpartum, after the birth, after birth, since the birth, since having the baby', 'breastfe*, nursing, lactat*',
  'erect*, erection*, get it up', 'testic*, scrot*, ball, balls', 'penis, penile, willy', 'prostat*', 'breast*, boob*, mammar*', 'contracepti*, birth control < the pill, pill, coil, implant, condom*, mini pill, minipill, depo, combined pill, microgynon, nexplanon, marvelon, yasmin, nuvaring', 'miscarr*, lost the baby, lost a pregnancy',
  // Head, senses, nerves, mind
  'headache*, cephalgi*, cephalalgi*, head pain, sore head, head hurts, pain in head, head is pounding, head is killing',
  'photophobi*, light sensitiv*, sensitiv* to light, light hurts, lights hurt, bright light*, light bothers, light annoying, lights bother, dark room, light', 'phonophobi* < noise, sound*, loud', 'photopsi*, flash*, zigzag*, zig zag*, shooting lights, sparkl*, stars, aura, flickering, shimmer*',
  'visual*, vision, sight, eyesight, seeing, see, eye*, ocular', 'blur*, fuzzy, hazy, foggy, misty, out of focus', 'diplopi*, double vision, see* double', 'scotoma*, blind spot*', 'conjunctiv*, eye infection, red eye, pink eye, sticky eye', 'lacrimat*, watering, watery eyes, streaming eyes, teary', 'eyelid*, lid',
  'tinnitus, ringing, buzzing', 'hearing, hear, auditory, deaf*, heard', 'otalgi*, earache, ear pain, ear hurt*, sore ear, ear ache, painful ear, pain in ear', 'otorrh*, ear discharge, ear runn*, stuff coming out of ear', 'aural, ear, ears',
  'vertig*, spinning, spins, room moving, room was going round, giddy, dizzy', 'dizz*, lightheaded*, light head*, giddy, woozy, wobbly, faint, unsteady, swimmy', 'unstead*, off balance, balance, wobbl*, stagger*, imbalance, coordinat*, ataxi*', 'presyncop*, nearly fainted, almost fainted, about to faint, near faint, close to faint*, light headed < faint',
  'syncop*, faint*, pass* out, black* out, collaps*, lost consciousness, loss of consciousness, keel* over', 'seizure*, fit, fits, convuls*, epilept*', 'paraesthesi*, paresthesi*, pins and needles, tingl*, prickl*', 'numb*, hypoaesthesi*, no feeling, can not feel, dead feeling, sensation, lost feeling', 'paresis, weak*, lost power, no strength, loss of strength, feeble, give* way, giving way', 'facial droop, face droop*, face drop*', 'dysarthri*, slur*, speech', 'dysphasi*, aphasi*, word* find*, find* words, get* words out, words, speech', 'tremor*, shak*, trembl*',
  'concuss*, knocked out, head injury, hit my head, bang* head', 'amnesi*, memory, forget*, forgot, remember*', 'confus*, muddled, disorient*, not making sense', 'concentrat*, focus*, attention',
  'insomni*, sleepless*, can not sleep, not sleep*, trouble sleeping, difficult* sleeping, sleep*, awake, lie awake, wake*, woke', 'sleep*, slept, asleep, nights, kip, nap*', 'somnolen*, drows*, sleepy, dozy, groggy, sedat*',
  'depress*, low mood, low in mood, feeling down, feel down, feeling low, down in the dumps, feel very low, miserable, sad, blue, unhappy, tearful < low, down', 'mood, feeling low, feel low, feeling down, spirits, feeling in myself', 'anxi*, anxious, nervous, on edge, panick*, worr*, worked up, wound up', 'concern*, worr*, afraid, scared, fear*, fright*, anxious, apprehens*, terrified, panic*, dread', 'anhedon*, no interest, lost interest, no pleasure, not enjoy*', 'tearful*, cry*, crying, weepy, in tears, cried', 'irritab*, snappy, short temper*, short fuse, cross, grumpy, snapp*', 'suicid*, end* my life, ending their life, take my own life, kill myself, end it all, harm myself, better off dead', 'self harm*, hurt myself, hurting myself, cut myself, harming myself', 'hallucinat*, hear* voices, see* things', 'stress*, pressure, strain, overwhelm*, burnt out, burn* out',
  // Skin
  'prurit*, itch*, scratch*', 'rash*, exanthem*, eruption* < spots, hives, lesion*, patch*, blotch*, breakout, urticari*, welts, wheals', 'urticari*, hives, nettle rash, welts, wheals, raised itchy', 'erythem*, red, redness, reddened, flushed, inflam*', 'vesic*, blister*', 'pustul*, pus, yellow heads', 'purul*, pus, weep*, ooz*, infected, gunk', 'desquamat*, scaly, scale, flak*, peel*', 'xero*, dry, dryness, dried', 'fissur*, crack*, split*', 'ecchymos*, bruis*, black and blue', 'cellulit*, skin infection', 'lacerat*, cut, gash, tear', 'abrasion*, graze*, scrape*, scratch', 'lump*, mass, bump*, nodul* < swelling, lymphaden*, gland*', 'naev*, nevus, mole*', 'alopeci*, hair loss, losing hair, hair fall* out, bald*', 'diaphor*, sweat*, perspir*, clammy, drench*, soak*', 'pallor, pale, white as a sheet, washed out', 'cyanos*, blue lips, blue', 'non blanching < not fade, glass', 'skin, cutaneous, derm*', 'scab*, crust*', 'burn*, scald*', 'haemorrhag*, hemorrhag*, bleed*, bled, blood', 'exudat*, weep*, ooz*, discharge, fluid',
  // Muscles, joints, parts
  'pain*, ache*, ach*, sore*, hurt* < tender*, discomfort, uncomfortable, kill*, agony, twinge*, throb*, cramp*, sting*, burning, burns, stabbing', 'tender*, sore*, hurts to touch, hurts when press*, painful to touch', 'discomfort, uncomfortable, ache*, sore*, niggl*', 'myalgi*, muscle pain*, muscle ache*, aching all over, body aches, achy, aching, aches', 'arthralgi*, joint pain*, joints ache, sore joints, aching joints, joints hurt', 'lumbar, lumbago, lower back, low back, small of back, bottom of back', 'lower back, lumbar, small of my back, bottom of my back', 'cervical spine, neck', 'spin*, back, backbone, vertebra*',
  'arthrit*, joint inflammation', 'joint*, articular', 'muscul*, muscle*', 'limb*, extremit* < leg, legs, arm, arms, hand*, foot, feet', 'upper limb* < arm, arms', 'lower limb* < leg, legs', 'digit* < finger*, toe*, thumb*', 'plantar, sole, bottom of foot', 'palmar, palm*', 'forearm*, arm, arms', 'patell*, kneecap*, knee', 'foot, feet, pedal', 'face, facial, cheek*', 'jaw, mandib*', 'tooth, teeth, dental', 'gum, gums, gingiv*', 'tongue, lingual', 'oral, mouth', 'lip, lips, labial', 'scalp', 'trunk, torso < tummy, back, chest, belly', 'shoulder*', 'hand, hands', 'wrist*', 'elbow*, inside the elbows, antecubital', 'calf, calves', 'ankle*', 'hip, hips', 'armpit*, axill*', 'buttock*, bottom, bum, backside', 'heel*', 'knee*', 'thigh*',
  'fracture*, broke*, broken, break', 'sprain*, twist*, turned my ankle, went over on, strain*', 'stiff*, seized up, rigid, can not move', 'spasm*, cramp*, seize up', 'weight bear*, bear* weight, put* weight, stand on', 'mobil*, walk*, get about, getting around, moving, move', 'ambulat*, walk*', 'flex*, bend*', 'extend*, extension, straighten*', 'exert*, exercis*, effort, walking, stairs, running, run, uphill, climbing, walk, gym, physical activity, move, moving, activity', 'movement*, mov*, bend*, twist*', 'fall*, fell, trip*, slipp*, came off', 'injur*, trauma*, hurt, hit, knock*, bang*, fell, fall, accident', 'dislocat*, popped out', 'lock*, stuck', 'click*, crepit*, grind*, crunch*',
  // General
  'fever*, pyrexi*, febrile, temperature*, high temperature, hot, burning up, feverish', 'afebrile, no fever, no temperature', 'warm*, hot', 'rigor*, shiver*, chill*, shak*, hot and cold', 'fatigu*, tired*, exhaust*, letharg*, no energy, lack of energy, worn out, wiped out, drained, knackered, shattered, run down, sluggish, weary < energy', 'unwell, malaise, ill, illness, poorly, rough, under the weather, not well, off colour, not right, lousy, rotten, terrible, awful, not feeling well, not feeling great', 'weight loss, lost weight, losing weight, lose weight, loss of weight, dropped weight, clothes are loose, clothes loose', 'weight gain, put on weight, gain* weight, putting on weight', 'thirst*, polydips*, drink* a lot, dry mouth', 'starv*, hungry, hunger, ravenous', 'infect*, bug, germ* < virus, viral, bacteri*, cystitis, tonsillitis, flu, cold, pneumonia, cellulit*, uti, gastroenteritis', 'lymph*, gland*', 'anaphyla*, throat close*, throat swell*, epipen, could not breathe', 'flush*, hot flush*, go red',
]
