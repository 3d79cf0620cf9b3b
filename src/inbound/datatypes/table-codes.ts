/** Codes of HL7 v2 tables, as HL7's published maps list them; 0004, 0217, 0270, 0281, 0282, 0284 and 0336 by HL7 v2.4. */

// biome-ignore format: one table a row
const codesOf: Readonly<Record<string, string>> = {
  '0002': `A D M S W C G P R E N I B U O T`,
  '0004': `B C E I N O P R U`,
  '0006': `A B C E J L M N P AGN ATH BAH BRE BUD BMA BTH BTA BOT CFR CHR ABC AMT AME ANG AOG BAP CRR CHS CMA COC COG COI COM COL
    EOT EVC EPI FWB FRQ FUL GRE JWN MOM LUT LMS MEN MET NAZ ORT PEN COP PRE PRO PRC QUA REC REO CAT SAA SEV SOU UCC UMD UNI
    UNU WES WMC COT CNF DOC ERL HIN HSH HVA HOT JAI JEW JCO JOR JRC JRF JRN JOT MOS MSH MSU MOT NAM NRL NOE SHN SIK SPI OTH
    VAR`,
  '0007': `A E L R N U C`,
  '0009': `A0 A1 A2 A3 A4 A5 A6 A7 A8 A9 B1 B2 B3 B4 B5 B6`,
  '0062': `01 02 03 O U`,
  '0063': `SEL SPO DOM CHD GCH NCH SCH FCH DEP WRD PAR MTH FTH CGV GRD GRP EXF SIB BRO SIS FND OAD EME EMR ASC EMC OWN TRA MGR NON
    UNK OTH`,
  '0069': `MED SUR URO PUL CAR`,
  '0074': `AU BG BLB CG CUS CTH CT CH CP EC EN GE HM ICU IMM LAB MB MCB MYC NMS NMR NRS OUS OT OTH OSL PHR PT PHY PF RAD RX RUS RC
    RT SR SP TX VUS VR XRC`,
  '0078': `< > A AA AC B CAR D DET E EX EXP H HH HM HU I IE IND L LL LU MS N NCL ND NEG NR NS OBX POS QCF R RR S SDD SYN-R SYN-S
    TOX U VS UNE W WR`,
  '0092': `R`,
  '0131': `E C F I N S O U`,
  '0217': `1 2 3`,
  '0270': `AR CD CN DI DS ED HP OP PC PH PN PR SP TS`,
  '0272': `V R U`,
  '0281': `HOM LAB MED PSY RAD SKN`,
  '0282': `AM RP SO WR`,
  '0284': `A E I O`,
  '0336': `O P S W`,
}

const tables: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(codesOf).map(([table, codes]) => [table, new Set(codes.split(/\s+/))]),
)

/** Senders put codes of their own under a table: only one that the table has may be said to be of it. */
export const isTableCode = (table: string, code: string): boolean => tables.get(table)?.has(code.toUpperCase()) === true
