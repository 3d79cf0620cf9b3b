/** Messages that keep every rule of ADRM, with a value of each data type that a rule is about. People and numbers are made up. */

const facility = 'Wattle Clinic^1.2.36.1.2001.1003.0.8003621566684455^ISO'
const author = '2426621B^Author^Alex^^^Dr^^^AUSHICPR^L^^^UPIN'

const header = (event: string, profile: string): string =>
  `MSH|^~\\&|BANKSIA|${facility}|RECV|Ironbark Rooms^1.2.36.1.2001.1003.0.8003627500000328^ISO|20261118093000+1000||${event}|BK1|P|2.4^AUS&Australia&ISO3166_1^${profile}&&L|||AL|AL|AUS||en^English^ISO639`
const patient =
  'PID|1||PT-1001^^^Wattle Clinic&1.2.36.1.2001.1003.0.8003621566684455&ISO^MR~8003608166690503^^^AUSHIC^NI||Testpatient^Robin^^^^^L||19640229|F'
const html =
  '<html><body><div class="reportDisplay"><a href="https://x.example">x</a><img src="hl7v2://OBX.7"/></div></body></html>'
const pdf = Buffer.from('%PDF-1.4\n<</Type/Catalog>>').toString('base64')

const report = (number: number, code: string, service: string): string =>
  `OBR|${number}||DOC-${number}^${facility}|${code}^LN|||20261118090000+1000|||||||||${author}||||||20261118092500+1000||${service}|F`
const pdfDisplay = (number: number): string =>
  `OBX|${number}|ED|PDF^Display format in PDF^AUSPDI||^application^pdf^Base64^${pdf}||||||F`

const end = (segments: readonly string[]): string => segments.map((segment) => `${segment}\r`).join('')

export const result = end([
  header('ORU^R01^ORU_R01', 'HL7AU-OO-201701'),
  patient,
  'PV1|1|O',
  `ORC|RE|ORD-1^${facility}|DOC-1^${facility}|GRP-1^${facility}|CM`,
  report(1, '11488-4^Consult note', 'PHY').replace('OBR|1||', `OBR|1|ORD-1^${facility}|`),
  'OBX|1|CE|8480-6^Pressure^LN^SBP^Systolic^L||1^High^SCT^H^Hoch^99X||||||F',
  'OBX|2|CNE|8480-6^Pressure^LN||2^Low^SCT^L^Low^99X||||||F',
  'OBX|3|CWE|8480-6^Pressure^LN||3^Fair^SCT^F^Fair^99X||||||F',
  'OBX|4|FT|8480-6^Pressure^LN||a \\T\\ b\\.br\\\\H\\c\\N\\||||||F',
  'OBX|5|RP|8480-6^Image^LN||i.png^PACS&1.2.3&ISO^image^png||||||F',
  'OBX|6|ED|8480-6^Table^LN||^text^xml^Base64^PGEvPg==||||||F',
  `OBX|7|ED|HTML^Display format in HTML^AUSPDI||^text^HTML^A^${html}||||||F`,
  pdfDisplay(8),
])

const referralHead = (profile: string): readonly string[] => [
  header('REF^I12^REF_I12', profile),
  `RF1|P^Pending^HL70283|R^Routine^HL70280|Med^Medical^HL70281||O^Outpatient^HL70284|REF-1^${facility}`,
  'PRD|AP^Authoring Provider^HL70286|Author^Alex^^^Dr^^L|||^WPN^PH^^^03^55502222||2426621B^AUSHICPR^UPIN',
  'PRD|IR^Intended Recipient^HL70286|Recipient^Casey^^^Dr^^L|||||TEST002B^AUSHICPR^UPIN~X12^Argus^VDI~4455^AUSNATA^XX',
  patient,
]

export const referral = end([
  ...referralHead('HL7AU-OO-REF-SIMPLIFIED-201706-L1'),
  report(1, '57133-1^Referral note', 'PHY'),
  pdfDisplay(1),
  'PV1|1|O',
])

export const groupedReferral = end([
  ...referralHead('HL7AU-OO-REF-SIMPLIFIED-201706'),
  report(1, '57133-1^Referral note', 'PHY'),
  pdfDisplay(1),
  report(2, '10160-0^Medicines', 'OTH'),
  'OBX|1|FT|TXT^Display format in text^AUSPDI||None.||||||F',
  'PV1|1|O',
])
