/** Where our eReferral differs from the Agency's sample of it, and why. Each row explains at least one path. D151. */

export type Exception = readonly [paths: RegExp, reason: string]

const placeholder = 'a placeholder of the sample ("code.value") or optional detail of an employment'
const words = 'the name of a code system is for people; the object identifier says which it is'

/** In the sample, and not in our export of what it says. */
// biome-ignore format: one row a line
export const notOfOurs: readonly Exception[] = [
  [/\/addr\/(?:unitType|unitID|additionalLocator|houseNumber|streetName|streetNameType|direction|deliveryAddressLine)$/, 'AS 5017 lets an address be lines; ours are lines'],
  [/\/patient\/birthplace\b/, 'optional: where the patient was born'],
  [/\/patient\/asEntityIdentifier\/code\/(?:@|originalText)/, placeholder],
  [/\/asEmployment\/(?:code|jobCode|jobClassCode)\b/, placeholder],
  [/\/wholeOrganization\/asEntityIdentifier\/code\b/, placeholder],
  [/\/employerOrganization\/name$/, 'a department is part of the name of the organisation, as FHIR has one Organization'],
  [/\/informationRecipient\(PRCP\)\/intendedRecipient\/informationRecipient\/name\/suffix$/, 'a recipient of ours has title, given and family name'],
  [/\/participant\(REFT\)\/associatedEntity\/associatedPerson\/name\/suffix$/, 'a recipient of ours has title, given and family name'],
  [/\/informationRecipient\(TRC\)/, 'a copy of ours is addressed to one recipient'],
  [/\/legalAuthenticator\/assignedEntity\/code\/@codeSystemName=.* {2,}/, 'white space within the attribute of the sample'],
  [/\/legalAuthenticator\/assignedEntity\/addr\b/, 'it is a home address, which stays with the practitioner'],
  [/\/participant\(REFT\)\/associatedEntity\/code\/@/, 'the occupation of the referee is not known to the sender: a null flavour'],
  [/\/participant\(REFT\)\/associatedEntity\/scopingOrganization\b/, 'the referee is a person or an organisation; the sample has one of each'],
  [/\/participant\((?:PART|IRCP)\)/, 'optional: the usual practitioner and other contacts, which the reader tells as left'],
  [/section\(102\.16080\)\/entry\/observation\((?:103\.16233|102\.16234|103\.16279|103\.16249|102\.16252)\)/, 'optional: how the dates of birth and death are known'],
  [/section\(102\.16080\)\/coverage2\/entitlement\/id\/@assigningAuthorityName=/, 'the sample has the name of an older guide'],
  [/section\(102\.16080\)\/coverage2\/entitlement\/effectiveTime\b/, 'optional: until when a card holds'],
  [/\/@codeSystemName=SNOMED CT$/, words],
  [/\/manufacturedMaterial\/code\/@codeSystem=1\.2\.36\.1\.2001\.1004\.100$/, 'AMT is a part of SNOMED CT-AU, whose object identifier we write'],
  [/\/manufacturedMaterial\/code\/@codeSystemName=Australian Medicines Terminology \(AMT\)$/, 'AMT is a part of SNOMED CT-AU, whose object identifier we write'],
  [/section\(101\.20113\)\/entry\/observation\(103\.16302\.2\.2\.2\)/, 'the sample says "Not asked" beside a reaction: a statement that stands only where there is none'],
  [/section\(101\.20117\)\/component\/section\((?:102\.16029|102\.16144|102\.16145)\)/, 'optional: results, which we carry in their words'],
  [/section\(102\.20158\)\/entry\/act\([^)]*\)\/@moodCode=APT$/, 'FHIR has one intent for an order, with an appointment or without'],
  [/section\(102\.20158\)\/entry\/act\([^)]*\)\/effectiveTime\b/, 'a time by centre and width, for which FHIR has no place'],
  [/section\(102\.20158\)\/entry\/act\([^)]*\)\/performer\b/, 'optional: who performs the service'],
]

const ids = 'CDA R2 4.3: each section and entry may have an id; ours is the same whenever the document is written'

/** In our export, and not in the sample. */
// biome-ignore format: one row a line
export const knownBesides: readonly Exception[] = [
  [/^\/title$/, 'CDA R2 4.2.1.5: the title of a document'],
  [/^\/author\/@typeCode=AUT$/, 'the fixed code of CDA R2, written out'],
  [/\/entry\/@typeCode=DRIV$/, 'CDA R2 4.3.6: the narrative is derived from the entries'],
  [/\/name\/@use$/, 'CDA R2, EntityNameUse: a legal name, and the name of a business'],
  [/\/wholeOrganization\/addr\b/, 'CDA R2 organization.addr: where the author works, as beside the author'],
  [/@codeSystemName=(?:SNOMED CT-AU|1220\.0 - ANZSCO .*)$/, words],
  [/\/manufacturedMaterial\/code\/@codeSystem=2\.16\.840\.1\.113883\.6\.96$/, 'AMT is a part of SNOMED CT-AU'],
  [/\/code\/originalText$/, 'CDA R2, CD.originalText: the words of the author beside a code'],
  [/\/text\/@type=ST$/, 'the type that the guides give to the text of an entry'],
  [/\/participant\(REFT\)\/associatedEntity\/code\/@nullFlavor=NI$/, 'the occupation of the referee is not known'],
  [/\/act\([^)]*\)\/@moodCode=RQO$/, 'CDA R2, ActMood: a request'],
  [/\/(?:section|act|observation)\([^)]*\)\/id(?:\/@root)?$/, ids],
  [/\/coverage2\/entitlement\/id\/@assigningAuthorityName=Medicare Card Number$/, 'the name of the current guides'],
  [/\/patient\/asEntityIdentifier\/(?:id\/@extension|id\/@assigningAuthorityName=.*|code\/@.*)$/, 'the Medicare number beside the IHI, which AU CDA knows as an entity identifier'],
]
